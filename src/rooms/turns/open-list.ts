// The open points of a project: what a turn left open and no later turn has dealt with. For the brief, for "what is left"
// and for summaries, so that they agree. Pure: a function of the turns.

import {
  aboutTerms,
  sentencesOf,
  standsAlone,
  tellsChange,
  tellsOpenPoint,
  tellsResult,
  wordsOf,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";

type Told = Pick<Turn, "request" | "outcome" | "open" | "state"> &
  Partial<Pick<Turn, "sessionId" | "branch" | "files" | "commit" | "commands" | "tests" | "provider">>;

export interface OpenPoint<T extends Told = Turn> {
  text: string;
  /** The turn that said it last. */
  turn: T;
}

/** The newest turn first, likewise the points. */
export function openList<T extends Told>(turns: readonly T[]): OpenPoint<T>[] {
  const found: (OpenPoint<T> & { terms: readonly string[] })[] = [];
  for (const [age, turn] of turns.entries()) {
    if (turn.state.is === "rejected") continue;
    const later = turns.slice(0, age);
    for (const text of turn.open) {
      const terms = termsIn(text);
      if (found.some((known) => isSame(known.terms, terms))) continue;
      if (later.some((other) => closes(other, { text, terms, turn }))) continue;
      found.push({ text, turn, terms });
    }
  }
  return found.map(({ text, turn }) => ({ text, turn }));
}

/** Without a subject, all words count: "run the migration". */
function termsIn(text: string): string[] {
  const subject = [...new Set(aboutTerms(text))];
  return subject.length > 0
    ? subject
    : [...new Set(wordsOf(text).filter(({ length }) => length > minLength))];
}

const minLength = 3;
/** Half of a point's terms. */
const share = 0.5;

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const both = one.filter((term) => other.includes(term)).length;
  return both > 0 && both >= share * Math.max(one.length, other.length);
}

const COMMITS = /\b(?:un)?commit/i;
/** As git says it. */
const PUSHES = /\b(?:un)?push|\bahead of\b/i;
const MERGES = /\b(?:un)?merg/i;

function closes<T extends Told>(later: T, point: OpenPoint<T> & { terms: readonly string[] }): boolean {
  if (later.state.is === "rejected") return false;
  const isHere = !later.branch || !point.turn.branch || later.branch === point.turn.branch;
  if (isHere && isDone(later, point.text)) return true;
  // The user's "yes" is stored with the offer that it answers.
  const said = [...sentencesOf(later.outcome), later.request].filter((text) => !tellsOpenPoint(text));
  const heard = new Set(said.flatMap(termsIn));
  const shared = point.terms.filter((term) => heard.has(term)).length;
  return shared > 0 && shared >= share * point.terms.length && hasEffect(later);
}

/** What the tools did: a commit, a push, a merge, checks that pass now. */
function isDone({ commit = null, commands = [], tests }: Told, text: string): boolean {
  const ran = (git: string) =>
    commands.some((command) => new RegExp(`\\bgit\\b[^;&|]*\\b${git}\\b`).test(command));
  if (FAILS.test(text) && tests?.after === "passed") return true;
  if (PUSHES.test(text)) return ran("push");
  if (MERGES.test(text) && ran("merge")) return true;
  return COMMITS.test(text) && commit !== null;
}

/** As the title of a failed check says it. */
const FAILS =
  /: (?:\d+ passed, )?(?:failed\b|[1-9]\d* (?:tests? |specs? )?(?:failed|failing|failures?|errors?)\b)/;

/** A question about a point deals with nothing. */
function hasEffect({ files = [], commit = null, outcome }: Told): boolean {
  return files.length > 0 || commit !== null || tellsChange(outcome) || tellsResult(outcome);
}

/** What is worth a line of the brief: written points, and of the rules' ones those that make sense alone. */
export function isWorthALine({ text, turn }: OpenPoint): boolean {
  return turn.provider !== offline || standsAlone(text);
}

const sessionsWithOpen = 4;
/** What the rules find open in the middle of a session was mostly dealt with in other words. */
const turnsWithOpen = 2;

/**
 * The open points that are told: all that were written, and by rules only those at the end of the last sessions. Git is
 * asked about what waits for it.
 */
export function toldPoints(
  turns: readonly Turn[],
  isDone: (turn: Turn, by: GitStep) => boolean = () => false,
): OpenPoint[] {
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))];
  const last = [...Map.groupBy(turns, ({ sessionId }) => sessionId).values()].flatMap((own) =>
    own.slice(0, turnsWithOpen),
  );
  return openList(turns).filter((point) => {
    const step = waitsFor(point.text);
    if (step !== null && isDone(point.turn, step)) return false;
    return (
      point.turn.provider !== offline ||
      (isWorthALine(point) &&
        last.includes(point.turn) &&
        sessions.indexOf(point.turn.sessionId) < sessionsWithOpen)
    );
  });
}

type GitStep = "commit" | "push" | "merge";

function waitsFor(text: string): GitStep | null {
  if (PUSHES.test(text)) return "push";
  if (MERGES.test(text)) return "merge";
  return COMMITS.test(text) ? "commit" : null;
}

/** Whether two texts name the same point. */
export function saysTheSamePoint(one: string, other: string): boolean {
  return isSame(termsIn(one), termsIn(other));
}
