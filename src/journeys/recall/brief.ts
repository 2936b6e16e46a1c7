// The brief at session start, as lines: what is true now and why, what is open, what holds here. Pure: equal turns give
// equal lines.

import {
  demandsAlways,
  languageOf,
  rejects,
  sentencesOf,
  withoutHost,
} from "../../../libs/language/index.ts";
import { isImperative, statementsIn } from "../../../libs/language/statement-model.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import type { Turn } from "../../protocol/turns.ts";
import { recordsOf } from "../../rooms/turns/room.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { openPoints } from "./open-points.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

type SessionRecord = ReturnType<typeof recordsOf>[number];
type Said = SessionRecord["said"][number];
/** What models wrote, by session. */
type WrittenRecords = ReadonlyMap<string, { to: string; parts: Pick<SummaryParts, "known"> }>;

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
  const records = recordsOf(turns);
  const known = others.map(({ title }) => distinctWords(title));
  const chosen = new Map<SessionRecord, Said[]>();
  let left = tokens;
  for (const record of records) {
    for (const said of record.said) {
      const words = distinctWords(said.text);
      const before = chosen.get(record) ?? [];
      const cost = countTokens(said.text) + (before.length === 0 ? frameTokens : 0);
      if (cost > left || known.some((other) => saysTheSame(words, other))) continue;
      if (before.some((other) => isOfSame(other.terms, said.terms))) continue;
      left -= cost;
      known.push(words);
      chosen.set(record, [...before, said]);
    }
  }
  return records.flatMap((record) => {
    const said = chosen.get(record) ?? [];
    const [first] = said;
    if (!first) return [];
    const inOrder = said.toSorted((a, b) => (a.turn.startedAt < b.turn.startedAt ? -1 : 1));
    const text = inOrder.map((one) => ended(one.text)).join(" ");
    return [
      {
        turn: first.turn,
        text: `${[record.endedAt.slice(0, 10), branchOf(first.turn, here)].join(" ").trim()}: ${text}`,
      },
    ];
  });
}

/** Of one session a thing is told once, however it is worded. */
function isOfSame(one: readonly string[], other: readonly string[]): boolean {
  const both = one.filter((term) => other.includes(term)).length;
  return both >= sameShare * Math.min(one.length, other.length);
}

const sameShare = 0.6;
/** Date and branch. */
const frameTokens = 12;

function ended(text: string): string {
  return /[.!?…。！？]["'`)\]*]*$/u.test(text) ? text : `${text}.`;
}

/** The branch if it is another one. */
function branchOf(turn: Turn, here: Checkout): string {
  const other = turn.branch === null || turn.branch === here.branch ? "" : `on ${turn.branch}`;
  return elsewhere(turn, here) || other;
}

const maxLimits = 4;
const sessionsWithLimits = 4;
/** A longer request was pasted. */
const maxTyped = 300;

/** What the user said must be so, as a sentence of its own, the newest first. Where a model wrote the record, its words stand. */
export function limitLines(turns: readonly Turn[], written: WrittenRecords = new Map()): BriefLine[] {
  const known: ReadonlySet<string>[] = [];
  const found: BriefLine[] = [];
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))].slice(0, sessionsWithLimits);
  for (const turn of turns) {
    const { request } = turn;
    if (!sessions.includes(turn.sessionId) || turn.state.is === "rejected") continue;
    if (turn.endedAt <= (written.get(turn.sessionId)?.to ?? "")) continue;
    if (request.length > maxTyped || request.includes("…") || rejects(request)) continue;
    for (const content of demandsIn(withoutLinks(request))) {
      const words = distinctWords(content);
      if (known.some((other) => saysTheSame(other, words))) continue;
      known.push(words);
      found.push({ turn, text: ended(content) });
    }
  }
  return found.slice(0, maxLimits);
}

/** Statements that hold beyond the moment, and orders. */
function demandsIn(request: string): string[] {
  const orders = sentencesOf(withoutHost(request), { isTyped: true }).filter((text) =>
    isImperative(text, languageOf(text)),
  );
  return [...statementsIn(request, "user").map(({ content }) => content), ...orders].filter(demandsAlways);
}

/** "[main.ts](src/main.ts)", as an editor writes the name of a file. */
function withoutLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1");
}

/** What no later turn has dealt with and git does not know as done, the newest first. */
export function openLines(turns: readonly Turn[], here: Checkout): BriefLine[] {
  const [newest] = turns;
  const byTurn = Map.groupBy(openPoints(turns, here), ({ turn }) => turn);
  return [...byTurn].flatMap(([turn, points]) => {
    const since = turn.sessionId === newest?.sessionId ? "" : turn.endedAt.slice(0, 10);
    const where = [since, branchOf(turn, here)].filter(Boolean).join(" ");
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
