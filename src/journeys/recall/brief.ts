// The brief at session start, as lines: what is true now and why, what is open, what holds here. Pure: equal turns give
// equal lines.

import { rejects, sentencesOf, setsLimit, tellsCause } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isWorthALine, openList, recordsOf, type Said, type SessionRecord } from "../../rooms/turns/room.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

export interface BriefLine {
  turn: Turn;
  text: string;
}

/** One line a session, the newest first: what is worth most, each thing once, in the order in which it was said. */
export function nowLines(
  turns: readonly Turn[],
  here: Checkout,
  { tokens, known: others = [] }: { tokens: number; known?: readonly { title: string }[] },
): BriefLine[] {
  const records = recordsOf(turns).slice(0, sessionsTold);
  const offered = records.flatMap((record) => record.said.map((said) => ({ record, said })));
  const known = others.map(({ title }) => distinctWords(title));
  const chosen = new Map<SessionRecord, Said[]>();
  let left = tokens;
  const value = ({ said: { worth, text } }: (typeof offered)[number]) =>
    1 / (1 + Math.exp(-worth)) / Math.sqrt(countTokens(text) + aroundSentence);
  for (const { record, said } of offered.toSorted((a, b) => value(b) - value(a))) {
    const words = distinctWords(said.text);
    const before = chosen.get(record) ?? [];
    const cost = countTokens(said.text) + (before.length === 0 ? frameTokens : 0);
    if (cost > left || known.some((other) => saysTheSame(words, other))) continue;
    // A commit's subject does not stand for the reason why it failed.
    const isCause = tellsCause(said.text);
    if (before.some((other) => isOfSame(other.terms, said.terms) && !(isCause && !tellsCause(other.text))))
      continue;
    if (before.filter(({ turn }) => turn === said.turn).length >= maxOfTurn) continue;
    left -= cost;
    known.push(words);
    chosen.set(record, [...before, said]);
  }
  return records.flatMap((record) => {
    const said = chosen.get(record) ?? [];
    const [first] = said;
    if (!first) return [];
    const inOrder = said.toSorted((a, b) => (a.turn.startedAt < b.turn.startedAt ? -1 : 1));
    const text = inOrder.map((one) => ended(one.text)).join(" ");
    return [{ turn: first.turn, text: `${whereOf(record, first.turn, here)}: ${text}` }];
  });
}

/** Of one session a thing is told once, however it is worded. */
function isOfSame(one: readonly string[], other: readonly string[]): boolean {
  const both = one.filter((term) => other.includes(term)).length;
  return both >= sameShare * Math.min(one.length, other.length);
}

/** Of older sessions hardly a sentence is still worth saying. */
const sessionsTold = 4;
const sameShare = 0.6;
const maxOfTurn = 2;
/** A short sentence takes attention too. */
const aroundSentence = 6;
/** Date and branch. */
const frameTokens = 12;

function ended(text: string): string {
  return /[.!?…。！？]["'`)\]*]*$/u.test(text) ? text : `${text}.`;
}

/** The day, and the branch if it is another one. */
function whereOf({ endedAt, branch }: SessionRecord, turn: Turn, here: Checkout): string {
  const other = branch === null || branch === here.branch ? "" : `on ${branch}`;
  return [endedAt.slice(0, 10), elsewhere(turn, here) || other].join(" ").trim();
}

const maxLimits = 6;
const sessionsWithLimits = 4;
/** A longer request was pasted. */
const maxTyped = 300;
const maxLimitLength = 200;

/** What the user said must be so, the newest first. */
export function limitLines(turns: readonly Turn[]): BriefLine[] {
  const known: ReadonlySet<string>[] = [];
  const found: BriefLine[] = [];
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))].slice(0, sessionsWithLimits);
  for (const turn of turns) {
    if (!sessions.includes(turn.sessionId) || turn.state.is === "rejected") continue;
    if (turn.request.length > maxTyped || turn.request.includes("…") || rejects(turn.request)) continue;
    for (const text of sentencesOf(turn.request, { isTyped: true })) {
      if (text.length > maxLimitLength || !setsLimit(text)) continue;
      const words = distinctWords(text);
      if (known.some((other) => saysTheSame(other, words))) continue;
      known.push(words);
      found.push({ turn, text });
    }
  }
  return found.slice(0, maxLimits);
}

const sessionsWithOpen = 4;
/** What the rules find open in the middle of a session was mostly dealt with in other words. */
const turnsWithOpen = 2;

/** What no later turn has dealt with, the newest first; by rules only of the last sessions. */
export function openLines(turns: readonly Turn[], here: Checkout): BriefLine[] {
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))];
  const last = [...Map.groupBy(turns, ({ sessionId }) => sessionId).values()].flatMap((own) =>
    own.slice(0, turnsWithOpen),
  );
  const points = openList(turns).filter(
    (point) =>
      point.turn.provider !== offline ||
      (isWorthALine(point) &&
        last.includes(point.turn) &&
        sessions.indexOf(point.turn.sessionId) < sessionsWithOpen),
  );
  return points.map(({ text, turn }) => {
    const since = sessions.indexOf(turn.sessionId) === 0 ? "" : turn.endedAt.slice(0, 10);
    const where = [since, elsewhere(turn, here)].filter(Boolean).join(" ");
    return { turn, text: where === "" ? text : `${text} (${where})` };
  });
}
