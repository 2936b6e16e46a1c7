// The statements of a reply: its sentences, list items and table rows without narration, each with what it is worth as
// part of an outcome. Pure.

import { fillerIn, withoutAcknowledgement } from "../../../libs/language/filler.ts";
import { either } from "../../../libs/language/patterns.ts";
import { tellsCause, tellsChange, tellsResult } from "../../../libs/language/reports.ts";
import { sentencesOf } from "../../../libs/language/sentences.ts";
import { isAnnounced } from "../../../libs/language/statements/standalone.ts";
import { type Block, blocksOf, withoutMarks } from "../../../libs/shorten/text/markdown.ts";

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

const NUMBER =
  /(?<![\w.])\d[\d.,]*(?:\s?(?:%|ms|s|sec|seconds?|minutes?|min|h|hours?|days?|kb|mb|gb|tokens?|tests?|files?|lines?|px|x|times))?(?![\w.])/i;
/** Camel case, snake case, calls, flags: names of code. */
const NAMED = /\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\b[A-Z]\w*[a-z][A-Z]\w*\b|\w\(\)|(?<=\s)--[a-z][\w-]+/;
const USAGE =
  /^(?:to (?:run|test|use|stop|start|deploy|verify|see|try|restart|revert|undo|check)\b|you can|you(?:'ll| will| may| should)|try\b|open\b|visit\b|go to\b|click\b|navigate\b|select\b|note that|for reference|if\b|once (?:you|the)\b|when you\b|should you\b|that(?:'s| is) |this (?:way|means|ensures))/i;

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

const FOUND = /^(?:i )?found (?:it|the (?:issue|problem|cause|bug|root cause|culprit))[.:!—-]+\s+(?=\p{L})/iu;
const NUMBERED = /^\(?\d{1,2}[.)]\s+(?=[\p{L}`"])/u;

/** The sentence without its acknowledgement, or null if it has no content of its own. */
function contentOf(sentence: string): string | null {
  if (fillerIn(sentence) !== null) return null;
  const said = withoutMarks(withoutAcknowledgement(sentence)).replace(NUMBERED, "").replace(FOUND, "");
  if (said !== sentence && fillerIn(said) !== null) return null;
  return /[\p{L}\p{N}]{2}/u.test(said) ? said : null;
}

const ASIDE = /\b(?:how (?:it|this) works|usage|how to|example|next steps?|testing|try|optional|alternativ)/i;

function worthOf(text: string, kind: Block["kind"], heading: string): number {
  const words = text.split(/\s+/).length;
  const names = Math.min(3, countNames(text) + (NAMED.test(text) ? 1 : 0));
  let worth = names;
  if (tellsCause(text)) worth += 5;
  if (tellsChange(text)) worth += 4;
  if (tellsResult(text)) worth += 3;
  // What the agent itself calls a decision or a rule.
  if (isAnnounced(text)) worth += 4;
  if (NUMBER.test(text)) worth += 1;
  if (USAGE.test(text)) worth -= 3;
  if (ASIDE.test(heading)) worth -= 2;
  if (kind === "item") worth -= 1;
  if (kind === "row") worth -= 2;
  // "It works!", "Commit created successfully." name nothing.
  if (names === 0 && !NUMBER.test(text) && !isDense(text)) {
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
