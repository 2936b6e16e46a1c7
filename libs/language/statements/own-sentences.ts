// Splits what a person or an agent wrote into sentences. What they quote is left out: code, logs, block quotes and the
// tags of the client are not their own words. For the extraction of learnings. Pure.

import { withoutBold } from "../emphasis.ts";
import { alternatives, atStart } from "../languages/all.ts";
import { sentencesOf } from "../sentences.ts";
import { replacePairs } from "../tag-pairs.ts";

const FENCE = /^\s*(?:```|~~~)/;
/** The client and people paste text between tags; nothing in it was typed. Pairs of the same tag only. */
const TAGGED = /<([a-z][\w:-]*)(?:\s[^<>\n]{0,200})?>/gi;
const TAG = /<\/?[a-z][\w:-]*(?:\s[^<>\n]{0,200})?\/?>/gi;
const CODE =
  /^(?:\/\/|\/\*|\*\/|\*\s|\$ |#!|import |from \S+ import |const |let |var |function |class |def |return |export |@\w|at )|[{};]\s*$|=>|\w\((?:\)|[\w"'].*\))|^[\w.]+\s*[:=]\s*["'[{\d]/;
const LOG =
  /^(?:\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\[\d|(?:npm |yarn |pnpm )?(?:ERR!|ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|error|warn(?:ing)?|info|debug|fatal)(?:[\s:[\]!(]+(?=\S*[\d@:=_/\\]|[a-z]+ ERR)|:? TS\d)|Traceback \(|File "|Caused by|Exception in|panic:|(?:new file|modified|deleted|renamed|new file mode)[: ]|[✓✗✔✘+→]|goroutine \d|\s+at \S+ \(|thread ')|\bexit code \d|\bat [\w.$<>]+ \(\S+:\d+/;
/** People shorten a commit's hash, programs write all of it. */
const HASH = /\b[0-9a-f]{32,}\b/;
const LIST_MARK = /^\s*(?:[-*•+]|\d+[.)])\s+/;
/** Quotations, tables and headings. */
const QUOTED = /^\s*(?:>|\||#{1,6} )/;
/** Begins with what only continues the sentence before. */
const CONTINUES = atStart(({ statements }) => statements.continues);
const QUESTION = new RegExp(`[?？]\\s*$|${alternatives(({ wording }) => wording.questions)}`, "i");
const JOINED = new RegExp(`,?\\s+(?:${alternatives(({ wording }) => wording.joins)})`, "i");

const minLength = 8;
/** A Chinese character says as much as a few letters. */
const minDenseLength = 5;
const maxLength = 300;
/** What a prompt may hold: a longer one is pasted text. */
const maxCharacters = 40_000;
const maxLines = 60;
const linesAround = 8;

/** The sentences that somebody wrote, in order, with questions left out. */
export function ownSentences(text: string): string[] {
  return spokenLines(text)
    .flatMap(split)
    .flatMap((sentence) => sentence.split(JOINED))
    .map((sentence) => sentence.replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim())
    .filter((sentence) => isLongEnough(sentence) && sentence.length <= maxLength && !sentence.endsWith("…"))
    .filter((sentence) => !QUESTION.test(sentence));
}

/** A long text is mostly pasted: its writer's own words stand before and after it. */
function spokenLines(text: string): string[] {
  const lines = linesOf(text);
  return lines.length <= maxLines ? lines : [...lines.slice(0, linesAround), ...lines.slice(-linesAround)];
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  let isCode = false;
  const typed = replacePairs(text.slice(0, maxCharacters), TAGGED, () => "\n");
  for (const line of typed.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode && !QUOTED.test(line)) {
      const spoken = withoutBold(line.replace(LIST_MARK, "")).replace(TAG, "").trim();
      if (spoken !== "" && !isForeign(spoken)) lines.push(spoken);
    }
  }
  return lines;
}

/** Code and logs: what is between backticks, or called within a sentence, may look like code. */
function isForeign(line: string): boolean {
  const words = line.replace(/`[^`]*`|(?<=\p{L}{2,} \p{L}+ )\w+\(\)/gu, "x");
  return CODE.test(words) || LOG.test(line) || HASH.test(line);
}

function split(line: string): string[] {
  const sentences: string[] = [];
  for (const part of sentencesOf(line, { isTyped: true })) {
    const before = sentences.at(-1);
    if (before !== undefined && CONTINUES.test(part)) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}

function isLongEnough(sentence: string): boolean {
  return sentence.length >= (/[\u3040-\u9fff\uac00-\ud7af]/.test(sentence) ? minDenseLength : minLength);
}

/** As a complete sentence: capital at the beginning, no full stop. */
export function asContent(text: string): string {
  const bare = text.replace(/[\s.!;:,。！；：，–—-]+$/u, "").trim();
  return /^[a-z]+(?:[A-Z._/(]|\d)/.test(bare) ? bare : bare.charAt(0).toUpperCase() + bare.slice(1);
}
