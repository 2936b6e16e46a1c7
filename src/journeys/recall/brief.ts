// The brief at session start, as lines: what is true now and why, what is open, what holds here. Pure: equal turns give
// equal lines.

import { demandsAlways, rejects, sentencesOf, tellsCause } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { recordsOf } from "../../rooms/turns/room.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { openPoints } from "./open-points.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

type SessionRecord = ReturnType<typeof recordsOf>[number];
type Said = SessionRecord["said"][number];
/** What models wrote, by session. */
type WrittenRecords = NonNullable<Parameters<typeof recordsOf>[1]>;

export interface BriefLine {
  turn: Turn;
  text: string;
}

/** One line a session, the newest first: what is worth most, each thing once, in the order in which it was said. */
export function nowLines(
  turns: readonly Turn[],
  here: Checkout,
  {
    tokens,
    known: others = [],
    written,
  }: { tokens: number; known?: readonly { title: string }[]; written?: WrittenRecords },
): BriefLine[] {
  const records = recordsOf(turns, written).slice(0, sessionsTold);
  const offered = records.flatMap((record) => record.said.map((said) => ({ record, said })));
  const known = others.map(({ title }) => distinctWords(title));
  const chosen = new Map<SessionRecord, Said[]>();
  let left = tokens;
  const value = ({ said: { worth, text } }: (typeof offered)[number]) =>
    1 / (1 + Math.exp(-worth)) / Math.sqrt(countTokens(text) + aroundSentence);
  const worthy = offered.filter(({ said }) => said.worth >= minWorth);
  for (const { record, said } of worthy.toSorted((a, b) => value(b) - value(a))) {
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

/** Less is not worth the room that it takes. */
const minWorth = -3.2;
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
/** "[main.ts](src/main.ts)", as an editor writes the name of a file. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1");
}

const sessionsWithLimits = 4;
/** A longer request was pasted. */
const maxTyped = 300;
const maxLimitLength = 200;

/** What the user said must be so, the newest first. Where a model wrote the record, its words stand for his. */
export function limitLines(turns: readonly Turn[], written: WrittenRecords = new Map()): BriefLine[] {
  const known: ReadonlySet<string>[] = [];
  const found: BriefLine[] = [];
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))].slice(0, sessionsWithLimits);
  for (const turn of turns) {
    if (!sessions.includes(turn.sessionId) || turn.state.is === "rejected") continue;
    if (turn.endedAt <= (written.get(turn.sessionId)?.to ?? "")) continue;
    if (turn.request.length > maxTyped || turn.request.includes("…") || rejects(turn.request)) continue;
    for (const text of sentencesOf(turn.request, { isTyped: true })) {
      if (text.length > maxLimitLength || !demandsAlways(text)) continue;
      const words = distinctWords(text);
      if (known.some((other) => saysTheSame(other, words))) continue;
      known.push(words);
      found.push({ turn, text: withoutLinks(text) });
    }
  }
  return found.slice(0, maxLimits);
}

/** What no later turn has dealt with and git does not know as done, the newest first. */
export function openLines(turns: readonly Turn[], here: Checkout): BriefLine[] {
  const [newest] = turns;
  const byTurn = Map.groupBy(openPoints(turns, here), ({ turn }) => turn);
  return [...byTurn].flatMap(([turn, points]) => {
    const since = turn.sessionId === newest?.sessionId ? "" : turn.endedAt.slice(0, 10);
    const where = [since, elsewhere(turn, here)].filter(Boolean).join(" ");
    const texts = points.map(({ text }) => text);
    return (turn.provider === offline ? shortList(texts) : texts).map((text) => ({
      turn,
      text: where === "" ? text : `${text} (${where})`,
    }));
  });
}

/** Entries of one list of tasks stand on one line. */
const maxApart = 3;

function shortList(texts: readonly string[]): string[] {
  if (texts.length <= maxApart) return [...texts];
  const rest = texts.length - maxApart;
  const first = texts.slice(0, maxApart).map((text) => text.replace(/[.;]$/, ""));
  return [`${first.join("; ")}; and ${rest} more`];
}

const maxKnown = 6;

/** What a model wrote down as true beyond its session: rules, commands, traps; of the newest sessions. */
export function knownLines(turns: readonly Turn[], written: WrittenRecords): BriefLine[] {
  const sessions = [...Map.groupBy(turns, ({ sessionId }) => sessionId)].slice(0, sessionsWithLimits);
  return sessions
    .flatMap(([sessionId, [turn]]) =>
      (written.get(sessionId)?.parts.known ?? []).flatMap((text) => (turn ? [{ turn, text }] : [])),
    )
    .slice(0, maxKnown);
}
