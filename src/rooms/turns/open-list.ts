// The open points of a project: what a turn left open and no later turn has dealt with. For the brief, for "what is left"
// and for summaries, so that they agree. Pure: a function of the turns.

import {
  aboutTerms,
  isAssent,
  isLabelledOpen,
  sentencesOf,
  standsAlone,
  tellsChange,
  tellsOpenPoint,
  tellsResult,
  withoutAssent,
  wordsOf,
} from "../../../libs/language/index.ts";
import { splitReason } from "../../../libs/language/statement-model.ts";
import { agentItself, offline } from "../../protocol/observations.ts";
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
    const next = later.at(-1);
    for (const text of turn.open) {
      const terms = termsIn(text);
      if (found.some((known) => isSame(known.terms, terms))) continue;
      if (later.some((other) => closes(other, { text, terms, turn }) || restates(other, turn))) continue;
      if (next && isAgreed(next, turn, terms)) continue;
      found.push({ text, turn, terms });
    }
  }
  return found.map(({ text, turn }) => ({ text, turn }));
}

/** Without a subject, all words count: "run the migration". */
function termsIn(said: string): string[] {
  const { statement } = splitReason(said);
  const text = statement.replace(ADDRESS, (_, number) => (number ? ` #${number} ` : " "));
  const subject = [...new Set(aboutTerms(text))];
  return subject.length > 0
    ? subject
    : [...new Set(wordsOf(text).filter(({ length }) => length > minLength))];
}

/** Of an address only the number of a pull request or of an issue names a subject. */
const ADDRESS = /https?:\/\/[^\s)]+?(?:(?:\/pull|\/issues|\/merge_requests)\/(\d+)[^\s)]*|(?=[\s)]|$))/g;
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
const MERGES = /\b(?:un)?merg|\bdraft (?:pr|pull request)\b|\/pull\/\d/i;
const PULL_REQUEST = /\/pull\/\d/;

function closes<T extends Told>(later: T, point: OpenPoint<T> & { terms: readonly string[] }): boolean {
  if (later.state.is === "rejected") return false;
  const isHere = !later.branch || !point.turn.branch || later.branch === point.turn.branch;
  if (isHere && isDone(later, point.text)) return true;
  if (later.sessionId === point.turn.sessionId && MERGES.test(point.text) && hasRun(later, "merge"))
    return true;
  // The user's "yes" is stored with the offer that it answers.
  const said = [...sentencesOf(later.outcome), later.request].filter((text) => !tellsOpenPoint(text));
  const heard = new Set(said.flatMap(termsIn));
  const shared = point.terms.filter((term) => heard.has(term)).length;
  return shared > 0 && shared >= share * point.terms.length && hasEffect(later);
}

/** An agent that writes one of its points again writes all that are left. */
function restates<T extends Told>(later: T, turn: T): boolean {
  const isOfOneWork = later.sessionId === turn.sessionId || (later.branch ?? null) === (turn.branch ?? "");
  if (later.provider !== agentItself || turn.provider !== agentItself || !isOfOneWork) return false;
  return later.open.some((text) => turn.open.some((other) => saysTheSamePoint(text, other)));
}

/** "Yes, 90 days" right after the proposal, and something was done. */
function isAgreed<T extends Told>(next: T, turn: T, terms: readonly string[]): boolean {
  if (withoutAssent(next.request) === next.request && !isAssent(next.request)) return false;
  const heard = termsIn(`${next.request} ${next.outcome}`);
  return hasEffect(next) && (turn.open.length === 1 || terms.some((term) => heard.includes(term)));
}

/** What the tools did: a commit, a push, a merge, checks that pass now. */
function isDone(later: Told, text: string): boolean {
  const { commit = null, tests } = later;
  if (FAILS.test(text) && tests?.after === "passed") return true;
  if (PUSHES.test(text)) return hasRun(later, "push");
  if (MERGES.test(text) && hasRun(later, "merge")) return true;
  return COMMITS.test(text) && commit !== null;
}

/** With git, or with the client of a host of pull requests. */
function hasRun({ commands = [] }: Told, step: string): boolean {
  return commands.some((command) => new RegExp(`\\b(?:git|gh|glab)\\b[^;&|]*\\b${step}\\b`).test(command));
}

/** As the title of a failed check says it. */
const FAILS =
  /: (?:\d+ passed, )?(?:failed\b|[1-9]\d* (?:tests? |specs? )?(?:failed|failing|failures?|errors?)\b)/;

/** A question about a point deals with nothing. */
function hasEffect({ files = [], commit = null, outcome, provider }: Told): boolean {
  if (files.length > 0 || commit !== null || (provider === agentItself && outcome !== "")) return true;
  return tellsChange(outcome) || tellsResult(outcome);
}

/** What is worth a line of the brief: written points, and of the rules' ones those that make sense alone. */
export function isWorthALine({ text, turn }: OpenPoint): boolean {
  return turn.provider !== offline || standsAlone(text) || PULL_REQUEST.test(text);
}

const sessionsWithOpen = 4;
/** What the rules find open in the middle of a session was mostly dealt with in other words. */
const turnsWithOpen = 2;

/**
 * The open points that are told: all that were written, and by rules those at the end of the last sessions. Next steps of an
 * agent's own plan count only while no later session did something else. Git is asked about what waits for it.
 */
export function toldPoints(
  turns: readonly Turn[],
  isDone: (turn: Turn, by: GitStep) => boolean = () => false,
): OpenPoint[] {
  const sessions = [...Map.groupBy(turns, ({ sessionId }) => sessionId).values()].slice(0, sessionsWithOpen);
  const last = sessions.flatMap((own) => own.slice(0, turnsWithOpen));
  return openList(turns).filter((point) => {
    const { text, turn } = point;
    const step = waitsFor(text);
    if (step !== null && isDone(turn, step)) return false;
    if (turn.provider !== offline) return true;
    const isNow = turn.sessionId === turns[0]?.sessionId || isState(text);
    return isNow && last.includes(turn) && isWorthALine(point);
  });
}

/** How something stands, rather than something to do. */
function isState(text: string): boolean {
  return tellsOpenPoint(text) || isLabelledOpen(text) || FAILS.test(text);
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
