// What models wrote about sessions, as lines of the brief: the state at the end of each, the newest first, then what was
// decided in it. A text is told whole or not at all, and no sentence of the rules stands beside it. Pure.

import { aboutTerms } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { decisionText } from "../../protocol/decision-text.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { BriefLine } from "./brief.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

/** By session: what was written, and up to the end of which turn. */
export type WrittenRecords = ReadonlyMap<string, { to: string; parts: SummaryParts }>;

/** Sessions whose state is told; of each so many decisions, the newest session first. */
const maxDecided = [4, 2, 1, 1];
/** A longer line would be cut. */
const maxLength = 1_400;
/** Date and branch. */
const frameTokens = 12;
/** Of a decision's terms: the state says it already. */
const sameShare = 0.6;

/** Nearly all of it. A short line within a state says less than the state. */
function isSaidBy(words: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return words.size <= other.size && saysTheSame(words, other);
}

interface Told {
  turn: Turn;
  age: number;
  texts: string[];
}

/** The turns of a session that its record covers. */
export function isCovered({ sessionId, endedAt }: Turn, written: WrittenRecords): boolean {
  return endedAt <= (written.get(sessionId)?.to ?? "");
}

/** The newest turn first; one line a session, likewise. */
export function writtenLines(
  turns: readonly Turn[],
  written: WrittenRecords,
  here: Checkout,
  { tokens, known: others = [] }: { tokens: number; known?: readonly { title: string }[] },
): BriefLine[] {
  const sessions = [...Map.groupBy(turns, ({ sessionId }) => sessionId)].slice(0, maxDecided.length);
  const lines = sessions.flatMap(([id, own], age): (Told & { parts: SummaryParts })[] => {
    const parts = written.get(id)?.parts;
    const turn = own.find((one) => isCovered(one, written));
    return parts && turn ? [{ turn, age, texts: [], parts }] : [];
  });
  const known = others.map(({ title }) => distinctWords(title));
  let left = tokens;
  const tell = (line: Told, text: string) => {
    const words = distinctWords(text);
    const cost = countTokens(text) + (line.texts.length === 0 ? frameTokens : 0);
    const length = line.texts.reduce((sum, one) => sum + one.length, text.length);
    if (text === "" || cost > left || length > maxLength) return;
    if (known.some((other) => isSaidBy(words, other))) return;
    left -= cost;
    known.push(words);
    line.texts.push(text);
  };
  // What was decided last is worth more than the state that an older session left.
  const steps = lines.flatMap((line) => [
    { rank: line.age, run: () => tell(line, line.parts.now) },
    { rank: line.age + beforeOlder, run: () => decidedIn(line).map((text) => tell(line, text)) },
  ]);
  for (const { run } of steps.toSorted((a, b) => a.rank - b.rank)) run();
  return lines
    .filter(({ texts }) => texts.length > 0)
    .map(({ turn, texts }) => ({ turn, text: `${whereOf(turn, here)}: ${texts.map(ended).join(" ")}` }));
}

const beforeOlder = 1.5;

/** What the user decided first, and what has a reason; without what the state says. */
function decidedIn({ parts, age, texts }: Told & { parts: SummaryParts }): string[] {
  const state = new Set(aboutTerms(parts.now));
  const isSaid = (what: string) => {
    const terms = aboutTerms(what);
    return terms.filter((term) => state.has(term)).length >= sameShare * Math.max(terms.length, 1);
  };
  return (
    parts.decided
      .filter(({ what }) => !isSaid(what))
      // Without the state around it, a choice is told for its reason.
      .filter(({ because }) => because !== "" || texts.length > 0)
      .toSorted((a, b) => worthOf(b) - worthOf(a))
      .slice(0, maxDecided[age])
      .map((one) => `Decided: ${decisionText(one)}`)
  );
}

function worthOf({ by, because }: SummaryParts["decided"][number]): number {
  return (by === "user" ? 1 : 0) + (because === "" ? 0 : 1);
}

/** The day, and the branch if it is another one. */
function whereOf(turn: Turn, here: Checkout): string {
  const other = turn.branch === null || turn.branch === here.branch ? "" : `on ${turn.branch}`;
  return [turn.endedAt.slice(0, 10), elsewhere(turn, here) || other].join(" ").trim();
}

function ended(text: string): string {
  return /[.!?…。！？]["'`)\]*]*$/u.test(text) ? text : `${text}.`;
}
