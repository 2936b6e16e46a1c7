// What a sentence of an agent's report tells: a cause, a change, a result, an open point. Pure.

import { anyOf, atStart } from "./languages/all.ts";

const cause = anyOf(({ replies }) => replies.cause);
const change = anyOf(({ replies }) => replies.change);
const result = anyOf(({ replies }) => replies.result);

/** It says why something was as it was. */
export const tellsCause = (sentence: string) => cause.test(sentence);
export const tellsChange = (sentence: string) => change.test(sentence);
export const tellsResult = (sentence: string) => result.test(sentence);

const open = anyOf(({ replies }) => replies.open);
const closed = anyOf(({ replies }) => replies.closed);
const label = atStart(({ replies }) => replies.openLabel, "\\s*(?:\\([^)]*\\))?\\s*[:：—-]\\s*\\S");
const heading = atStart(({ replies }) => replies.openHeading);
const former = atStart(({ replies }) => replies.formerly, "[^.:]{0,20}:");

/** "Open: the migration". */
export const isLabelledOpen = (sentence: string) => label.test(sentence);

/** Something is left to do; not what was open and is not any more. */
export function tellsOpenPoint(sentence: string): boolean {
  if (/^no [^.]{1,40} (?:is|are) (?:open|pending|left)\b/i.test(sentence)) return false;
  return open.test(sentence) && !closed.test(sentence);
}

export const isOpenHeading = (text: string) => heading.test(text);

/** What was true before the work is not what came of it. */
export const tellsFormerState = (sentence: string) => former.test(sentence.replace(/^["*`]+/, ""));
