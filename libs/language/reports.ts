// What a sentence of an agent's report tells: a cause, a change, a result, an open point. Pure.

import { allWords, alternatives, anyOf, atStart } from "./languages/all.ts";

const cause = anyOf(({ replies }) => replies.cause);
const change = anyOf(({ replies }) => replies.change);
const result = anyOf(({ replies }) => replies.result);

/** It says why something was as it was. */
export const tellsCause = (sentence: string) => cause.test(sentence);
export const tellsChange = (sentence: string) => change.test(sentence);
export const tellsResult = (sentence: string) => result.test(sentence);

const ends = anyOf(({ replies }) => replies.ends);

/** Something is no more, or is otherwise than it was. */
export const tellsEnd = (sentence: string) => ends.test(sentence);

const open = anyOf(({ replies }) => replies.open);
const closed = anyOf(({ replies }) => replies.closed);
const nothingOpen = new RegExp(`^(?:${alternatives(({ reports }) => reports.nothingOpen)})\\b`, "i");
const label = atStart(({ replies }) => replies.openLabel, "\\s*(?:\\([^)]*\\))?\\s*[:：—-]\\s*\\S");
const heading = atStart(({ replies }) => replies.openHeading);
const former = atStart(({ replies }) => replies.formerly, "[^.:]{0,20}:");

/** "Open: the migration". */
export const isLabelledOpen = (sentence: string) => label.test(sentence);

/** Something is left to do; not what was open and is not any more. */
export function tellsOpenPoint(sentence: string): boolean {
  if (nothingOpen.test(sentence)) return false;
  return open.test(sentence) && !closed.test(sentence);
}

export const isOpenHeading = (text: string) => heading.test(text);

/** What was true before the work is not what came of it. */
export const tellsFormerState = (sentence: string) => former.test(sentence.replace(/^["*`]+/, ""));

const openWord = new RegExp(`^(?:${alternatives(({ replies }) => replies.openWord)})\\b`, "i");

/** "Open: the migration", "TODO the migration". */
export const beginsWithOpen = (point: string) => openWord.test(point);

const important = new RegExp(`\\b(?:${alternatives(({ reports }) => reports.important)})\\b`, "i");

/** Decisions, causes, results: a shortened text keeps such lines. */
export const isImportant = (line: string) => important.test(line);

const usage = new RegExp(`^(?:${alternatives(({ reports }) => reports.usage)})`, "i");

/** How to use what was made. */
export const tellsUsage = (sentence: string) => usage.test(sentence);

const asides = new RegExp(`\\b(?:${alternatives(({ reports }) => reports.asides)})`, "i");

export const isAsideHeading = (heading: string) => asides.test(heading);

const found = new RegExp(`^(?:${alternatives(({ reports }) => reports.found)})[.:!—-]+\\s+(?=\\p{L})`, "iu");

/** The sentence without "I found the issue: ". */
export const withoutFound = (sentence: string) => sentence.replace(found, "");

const measured = new RegExp(
  `(?<![\\w.])\\d[\\d.,]*(?:\\s?(?:%|ms|s|min|h|kb|mb|gb|px|x|${alternatives(({ reports }) => reports.measures)}))?(?![\\w.])`,
  "i",
);

export const hasNumber = (sentence: string) => measured.test(sentence);

const faults = allWords.map(({ statements }) => statements.cues.fault);

/** Something does not work, or did not. */
export const tellsFault = (sentence: string) => faults.some((fault) => fault.test(sentence));

const addressed = anyOf(({ reports }) => reports.addresses);
const advice = anyOf(({ reports }) => reports.advises);
const aside = new RegExp(`^(?:${alternatives(({ reports }) => reports.aside)})\\s*[:：]`, "iu");
const labelled = new RegExp(
  `^(?:${alternatives(({ reports }) => reports.labels)})\\s*[:：]\\s+(?=\\S)`,
  "iu",
);

/** It speaks to the reader of the reply: "you can reload the page". */
export const addressesReader = (sentence: string) => addressed.test(withoutCode(sentence));

/** It says what may or should be, not what is. */
export const advises = (sentence: string) => advice.test(withoutCode(sentence));

/** "Note: …", "Problem: …": beside the work, or before it. */
export const isAside = (sentence: string) => aside.test(sentence);

/** The sentence without "Fix: ". */
export const withoutLabel = (sentence: string) => sentence.replace(labelled, "");

function withoutCode(sentence: string): string {
  return sentence.replace(/`[^`]*`|"[^"]*"/g, " ");
}

const orders = allWords.flatMap(({ statements, reports }) =>
  reports.orders === null ? [statements.cues.request] : [statements.cues.request, reports.orders],
);

/** It asks somebody to do something: "Run the migration". */
export const requests = (sentence: string) => orders.some((order) => order.test(sentence));
