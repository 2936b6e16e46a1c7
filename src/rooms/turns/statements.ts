// The statements of a reply: its sentences, list items and table rows without narration, each with what it is worth as
// part of an outcome. Pure.

import {
  either,
  fillerIn,
  hasNumber,
  isAsideHeading,
  sentencesOf,
  tellsCause,
  tellsChange,
  tellsResult,
  tellsUsage,
  withoutAcknowledgement,
  withoutFound,
} from "../../../libs/language/index.ts";
import { isAnnounced } from "../../../libs/language/statement-model.ts";
import { type Block, blocksOf, withoutMarks } from "../../../libs/shorten/index.ts";

export interface Statement {
  text: string;
  kind: Block["kind"];
  /** Under which heading it stands. */
  heading: string;
  depth: number;
  box: Block["box"];
  worth: number;
  /** It says why something was as it was. */
  isCause: boolean;
}

/** Camel case, snake case, calls, flags: names of code. */
const NAMED = /\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\b[A-Z]\w*[a-z][A-Z]\w*\b|\w\(\)|(?<=\s)--[a-z][\w-]+/;

/** Statements of one text in order. */
export function statementsIn(text: string): Statement[] {
  const found: Statement[] = [];
  let heading = "";
  for (const block of blocksOf(text)) {
    if (block.kind === "heading") {
      heading = block.text;
      continue;
    }
    const at = { kind: block.kind, heading, depth: block.depth, box: block.box };
    if (block.kind === "code") {
      found.push({ ...at, text: block.text, worth: 0, isCause: false });
      continue;
    }
    for (const sentence of block.kind === "row" ? [block.text] : sentencesOf(block.text)) {
      const said = contentOf(sentence);
      if (said === null) continue;
      const worth = worthOf(said, block.kind, heading);
      found.push({ ...at, text: said, worth, isCause: tellsCause(said) });
    }
  }
  return found;
}

const NUMBERED = /^\(?\d{1,2}[.)]\s+(?=[\p{L}`"])/u;

/** The sentence without its acknowledgement, or null if it has no content of its own. */
function contentOf(sentence: string): string | null {
  if (fillerIn(sentence) !== null) return null;
  const said = withoutFound(withoutMarks(withoutAcknowledgement(sentence)).replace(NUMBERED, ""));
  if (said !== sentence && fillerIn(said) !== null) return null;
  return /[\p{L}\p{N}]{2}/u.test(said) ? said : null;
}

function worthOf(text: string, kind: Block["kind"], heading: string): number {
  const words = text.split(/\s+/).length;
  const names = Math.min(3, countNames(text) + (NAMED.test(text) ? 1 : 0));
  let worth = names;
  if (tellsCause(text)) worth += 5;
  if (tellsChange(text)) worth += 4;
  if (tellsResult(text)) worth += 3;
  // What the agent itself calls a decision or a rule.
  if (isAnnounced(text)) worth += 4;
  if (hasNumber(text)) worth += 1;
  if (tellsUsage(text)) worth -= 3;
  if (isAsideHeading(heading)) worth -= 2;
  if (kind === "item") worth -= 1;
  if (kind === "row") worth -= 2;
  // "It works!", "Commit created successfully." name nothing.
  if (names === 0 && !hasNumber(text) && !isDense(text)) {
    if (words < 8) worth -= 4;
    if (text.endsWith("!")) worth -= 2;
  }
  return worth;
}

/** Scripts without spaces say more in fewer words. */
function isDense(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

/** Code, addresses, paths, files and errors in one pass: this runs for every sentence of a session. */
const NAMES = either(
  {
    code: /`[^`\n]{2,60}`/,
    address: /https?:\/\/[^\s)]+/,
    path: /[\w@.~-]*\/[\w@./-]*\w/,
    file: /\b\w[\w-]*\.(?:[cm]?[jt]sx?|json|mdx?|py|rs|go|java|rb|php|sh|sql|ya?ml|toml|css|html?|vue|txt|log|env|lock)\b/,
    error: /\b[A-Z]\w*(?:Error|Exception)\b/,
    issue: /#\d+\b/,
    hash: /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/,
  },
  "g",
);

export function countNames(text: string): number {
  return text.slice(0, 400).match(NAMES)?.length ?? 0;
}
