// What came of a turn, in one to three sentences and at length: chosen from all replies, mostly the last one, by what
// they say. Pure.

import { asksForCommand, cut, fillerIn, oneLine, wordsOf } from "../../../libs/language/index.ts";
import { blocksOf } from "../../../libs/shorten/index.ts";
import { countNames, type Statement, statementsIn } from "./statements.ts";

export interface Outcome {
  outcome: string;
  detail: string;
}

const maxLength = { outcome: 440, sentence: 300, detail: 3_000, line: 400, code: 12, answer: 200 };
const maxSentences = 3;
/** A statement below this is worth a place only if there is nothing else. */
const clearWorth = 3;
/** Of the last replies the one with the report counts, if the very last one hardly says anything. */
const maxReports = 4;
const hardly = 6;

/** The request decides whether a command is the answer. */
export function outcomeOf(replies: readonly string[], findings: readonly string[], request = ""): Outcome {
  const own = replies.map(statementsIn).filter((statements) => statements.length > 0);
  // "Found." says nothing: then what a sub-agent found is the outcome.
  const found = isNoReport(own.flat()) ? findings.map(statementsIn).filter(hasProse) : [];
  const said = found.length > 0 ? found : own;
  const report = reportOf(said);
  if (!report) return { outcome: introductionIn(replies), detail: atLength([], said.flat()) };
  const others = said.filter((statements) => statements !== report).flat();
  const last = said.at(-1);
  const after = last && last !== report ? last : [];
  const outcome = shortly(report, others, after);
  return { outcome: withAnswer(outcome, report, request), detail: atLength(others, report) };
}

const minWords = 4;

function isNoReport(statements: readonly Statement[]): boolean {
  const prose = statements.filter(isProse).map(({ text }) => text);
  return prose.join(" ").split(/\s+/).length < minWords;
}

function hasProse(statements: readonly Statement[]): boolean {
  return statements.some(isProse);
}

const isProse = ({ kind, text }: Statement) => kind !== "code" && text !== "";

function reportOf(said: readonly Statement[][]): Statement[] | undefined {
  const spoken = said.filter(hasProse);
  const last = spoken.at(-1);
  if (!last || weightOf(last) >= hardly) return last;
  const [most] = spoken.slice(-maxReports).sort((a, b) => weightOf(b) - weightOf(a));
  return most && weightOf(most) > 2 * Math.max(2, weightOf(last)) ? most : last;
}

function weightOf(statements: readonly Statement[]): number {
  return statements.filter(isProse).reduce((sum, { worth }) => sum + Math.max(0, worth), 0);
}

interface RankedStatement {
  one: Statement;
  at: number;
}

/** The strongest statements of the report in their order; the cause may have been said in another reply. */
function shortly(
  report: readonly Statement[],
  others: readonly Statement[],
  after: readonly Statement[],
): string {
  const prose = report.filter(isProse);
  const ranked = prose
    .map((one, at) => ({ one, at, worth: one.worth + (at === 0 ? 2 : at < 3 ? 1 : 0) - one.depth }))
    .sort((a, b) => b.worth - a.worth || a.at - b.at);
  const chosen: RankedStatement[] = [];
  let room = maxLength.outcome;
  for (const { one, at, worth } of ranked) {
    if (chosen.length >= maxSentences) break;
    const length = Math.min(one.text.length, maxLength.sentence);
    if (chosen.length > 0 && (worth < clearWorth || length > room || repeats(one, chosen))) continue;
    chosen.push({ one, at });
    room -= length + 1;
  }
  const lines = chosen.sort((a, b) => a.at - b.at).map(({ one }) => one);
  const isWeak = lines.every(({ worth }) => worth < clearWorth);
  if (isWeak) {
    const cause = strongest(others);
    if (cause && cause.text.length < room) lines.unshift(cause);
  } else {
    const reason = lines.some(({ isCause }) => isCause) ? null : strongest(others.filter(isReason));
    if (reason && reason.text.length < room && lines.length < maxSentences) {
      lines.unshift(reason);
      room -= reason.text.length + 1;
    }
    const result = strongest(after);
    if (result && result.text.length < room && lines.length < maxSentences) lines.push(result);
  }
  return lines.map(({ text }) => sentence(text)).join(" ");
}

function strongest(statements: readonly Statement[]): Statement | null {
  return statements.filter(isProse).reduce<Statement | null>((best, one) => {
    return one.worth >= clearWorth && one.worth >= (best?.worth ?? 0) ? one : best;
  }, null);
}

/** A cause that names what it is about; others are steps on the way. */
const wellFounded = 7;

function isReason({ isCause, worth }: Statement): boolean {
  return isCause && worth >= wellFounded;
}

const alike = 0.6;

function repeats(one: Statement, chosen: readonly RankedStatement[]): boolean {
  const words = tellingWords(one.text);
  return chosen.some((other) => {
    const said = tellingWords(other.one.text);
    const shared = [...words].filter((word) => said.has(word)).length;
    return shared >= alike * Math.max(1, Math.min(words.size, said.size));
  });
}

const tellingWords = (text: string) => new Set(wordsOf(text).filter(({ length }) => length > 2));

function sentence(text: string): string {
  const line = oneLine(text, maxLength.sentence);
  return /[.!?…。！？]["')\]]*$/u.test(line) ? line : `${line}.`;
}

/** Code of one or two lines is the answer where the user asked how. */
function withAnswer(outcome: string, report: readonly Statement[], request: string): string {
  if (!asksForCommand(request)) return outcome;
  const code = report.find(({ kind }) => kind === "code")?.text ?? "";
  const lines = code.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:#|\/\/)\s/.test(line));
  const answer = lines.map((line) => line.trim()).join("; ");
  if (lines.length === 0 || lines.length > 2 || answer.length > maxLength.answer) return outcome;
  return outcome.includes(answer) ? outcome : `${outcome} \`${answer}\``.trim();
}

/** Where everything else is code: what the code is. */
function introductionIn(replies: readonly string[]): string {
  for (const reply of replies.toReversed()) {
    const blocks = blocksOf(reply);
    const at = blocks.findIndex(({ kind }) => kind === "code");
    const before = blocks[at - 1]?.text ?? "";
    const filler = fillerIn(before);
    if (at > 0 && (filler === null || filler === "introduction"))
      return sentence(before.replace(/[:：]$/, ""));
  }
  return "";
}

/** Lines that answers are made of: the whole report without narration, and from other replies what names something. */
function atLength(others: readonly Statement[], report: readonly Statement[]): string {
  const lines = [
    ...others.filter(isSalient).map((one) => ({ one, score: one.worth })),
    ...report.map((one) => ({ one, score: one.worth + 6 + (one.kind === "code" ? 2 : 0) })),
  ].map(({ one, score }, at) => ({ text: lineOf(one), score, at }));
  const kept: typeof lines = [];
  const seen = new Set<string>();
  let room = maxLength.detail;
  for (const line of lines.sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (line.text === "" || seen.has(line.text) || line.text.length + 1 > room) continue;
    seen.add(line.text);
    room -= line.text.length + 1;
    kept.push(line);
  }
  return kept
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join("\n");
}

function isSalient(one: Statement): boolean {
  return one.kind !== "code" && one.worth >= clearWorth && countNames(one.text) > 0;
}

function lineOf(one: Statement): string {
  if (one.kind !== "code") {
    const under = one.kind === "item" && isAboutSomething(one.heading) ? `${one.heading}: ` : "";
    return `${under}${oneLine(one.text, maxLength.line)}`;
  }
  // Code of a few lines is a command, a setting or an address; more of it is in the files.
  const lines = one.text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(?:#|\/\/)\s/.test(line));
  if (lines.length > maxLength.code) return "";
  return lines.map((line) => cut(line, 200)).join("\n");
}

function isAboutSomething(heading: string): boolean {
  return heading !== "" && heading.length <= 60 && fillerIn(`${heading}:`) === null;
}
