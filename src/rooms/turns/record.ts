// What came of sessions: of each piece of work what its last report says, by rules a sentence with its cause. What an
// agent or a model wrote as an outcome is told whole. Pure.

import {
  aboutTerms,
  addressesReader,
  advises,
  fillerIn,
  isAside,
  isEntry,
  requests,
  sentencesOf,
  standsAlone,
  tellsCause,
  tellsChange,
  tellsFault,
  tellsFormerState,
  tellsUsage,
  withoutLabel,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { openList } from "./open-list.ts";
import { countNames } from "./statements.ts";

interface Said {
  text: string;
  /** What it is about. */
  terms: readonly string[];
  turn: Turn;
}

export interface SessionRecord {
  sessionId: string;
  branch: string | null;
  endedAt: string;
  /** A piece of work each, the one that counts most first. */
  said: Said[];
}

/** Of older sessions less is still worth saying. */
const told = [7, 4, 3, 2];

/** The newest session first; the turns likewise. */
export function recordsOf(turns: readonly Turn[]): SessionRecord[] {
  const sessions = [...Map.groupBy(turns, ({ sessionId }) => sessionId)].slice(0, told.length);
  const waiting = new Set(openList(turns).map(({ turn }) => turn));
  // What was only found is past once all that it left open was done.
  const isOfNow = (turn: Turn) =>
    turn.state.is === "current" && (isWork(turn) || turn.open.length === 0 || waiting.has(turn));
  return sessions.flatMap(([sessionId, own], age) => {
    const [last] = own;
    const since = own.filter(isOfNow);
    const said = [...since.flatMap(writtenIn), ...mostTelling(since, turns, told[age] ?? 0)];
    if (said.length === 0 && age === 0) said.push(...own.flatMap(unreportedIn).slice(0, 1));
    return last && said.length > 0 ? [{ sessionId, branch: last.branch, endedAt: last.endedAt, said }] : [];
  });
}

function saidIn(turn: Turn, text: string): Said {
  return { text, terms: aboutTerms(text), turn };
}

function isWork({ files, commit }: Turn): boolean {
  return files.length > 0 || commit !== null;
}

const length = { min: 24, max: 280 };
const maxStory = 320;
const sameSubject = 2;

interface Tellable {
  text: string;
  terms: readonly string[];
  isCommit: boolean;
  isCause: boolean;
}

interface Sentence extends Tellable {
  turn: Turn;
  isReport: boolean;
}

/** What is about the most of what the session was asked, each subject once; a result with its cause. */
function mostTelling(own: readonly Turn[], turns: readonly Turn[], most: number): Said[] {
  const weights = subjectsOf(own);
  const sentences = own.flatMap((turn) => sentencesIn(turn, weights, turns));
  const isWorked = own.some(isWork);
  const isState = ({ turn }: Sentence) => turn === own[0] || !isWorked;
  let left = sentences.filter(
    (one) => (isState(one) || isWork(one.turn)) && (one.isReport || (one.isCause && isState(one))),
  );
  const chosen: Said[] = [];
  while (chosen.length < most) {
    const [best] = left
      .map((one) => ({ one, value: gainOf(one, weights) * (one.turn === own[0] ? asLast : 1) }))
      .filter(({ value }) => value > 0)
      .toSorted((a, b) => b.value - a.value);
    if (!best) break;
    const { one } = best;
    const cause = one.isCause ? undefined : sentences.find((other) => isCauseOf(other, one));
    left = left.filter((other) => other !== one && other !== cause);
    const parts = [one, ...(cause ? [cause] : [])].toSorted(
      (a, b) => sentences.indexOf(a) - sentences.indexOf(b),
    );
    chosen.push({ ...one, text: parts.map(({ text }) => ended(text)).join(" ") });
    for (const term of [...one.terms, ...(cause?.terms ?? [])])
      if (weights.has(term)) weights.set(term, (weights.get(term) ?? 0) / repeated);
  }
  return chosen;
}

/** What it says of the subjects that are not told yet, for its length; a commit says what was done in any case. */
function gainOf({ terms, text, isCommit }: Sentence, weights: ReadonlyMap<string, number>): number {
  const sum = terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), isCommit ? asCommit : asAny);
  return sum / Math.sqrt(text.length + aroundSentence);
}

const asLast = 1.5;
/** A subject that was told counts so much less. */
const repeated = 4;
const asCommit = 3;
const asAny = 0.1;
/** A short sentence takes attention too. */
const aroundSentence = 24;

function isCauseOf(cause: Sentence, one: Sentence): boolean {
  return (
    cause.isCause &&
    cause.turn === one.turn &&
    cause.text.length + one.text.length <= maxStory &&
    cause.terms.some((term) => one.terms.includes(term))
  );
}

/** In how many turns of the session the user asked for it. */
function subjectsOf(own: readonly Turn[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { request } of own)
    for (const term of new Set(aboutTerms(request))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log2(1 + count)]));
}

/** A report that names no change begins with what came of the turn. */
function sentencesIn(turn: Turn, asked: ReadonlyMap<string, number>, turns: readonly Turn[]): Sentence[] {
  if (turn.provider !== offline) return [];
  const later = turns.slice(0, turns.indexOf(turn)).filter(isWork);
  const told = sentencesOf(turn.outcome)
    .flatMap((sentence) => tellableIn(sentence, asked, later))
    .map((one) => ({ ...one, turn, isReport: isReport(one) }));
  const [first] = told;
  const isLed =
    first &&
    !told.some((one) => one.isReport) &&
    (first.isCause ? !isDealtWith(first.terms, later) : tellsState(first));
  return isLed ? [{ ...first, isReport: true }, ...told.slice(1)] : told;
}

/** What makes sense to somebody who was not there, about what was asked. */
function tellableIn(
  sentence: string,
  asked: ReadonlyMap<string, number>,
  later: readonly Turn[],
): Tellable[] {
  const { text, isCommit } = cleaned(sentence);
  if (text.length < length.min || text.length > length.max) return [];
  if (
    fillerIn(text) !== null ||
    !standsAlone(text) ||
    isEntry(text) ||
    tellsFormerState(text) ||
    isAside(text)
  )
    return [];
  const terms = [...new Set(aboutTerms(text))];
  if (isCommit) return [{ text, isCommit, terms, isCause: false }];
  // To the reader of the reply, or with him: neither says what is.
  if (tellsUsage(text) || requests(text) || addressesReader(text) || advises(text)) return [];
  const isAsked = asked.size === 0 || terms.some((term) => asked.has(term));
  if (countNames(text) === 0 && (text.endsWith("!") || !isAsked)) return [];
  // The last state wins.
  if (tellsFault(text) && isDealtWith(terms, later)) return [];
  return [{ text, isCommit, terms, isCause: tellsCause(text) }];
}

function isDealtWith(terms: readonly string[], later: readonly Turn[]): boolean {
  return later.some(({ request, outcome }) => {
    const about = aboutTerms(`${request} ${outcome}`);
    return terms.filter((term) => about.includes(term)).length >= sameSubject;
  });
}

/** It says what was done, and not what was wrong. */
function isReport(one: Tellable): boolean {
  return one.isCommit || (tellsChange(one.text) && tellsState(one));
}

function tellsState({ text, isCause }: Tellable): boolean {
  return !isCause && !tellsFault(text) && !isLabelled(text);
}

/** "Padding — Wrapped the content": an entry of a list with a head of its own. */
const HEAD = /^(?:[\p{L}\p{N}&/'-]+ ){0,3}[\p{L}\p{N}&/'-]+(?::| [–—-]) /u;
const isLabelled = (text: string) => HEAD.test(text) && !tellsCause(text);

function writtenIn(turn: Turn): Said[] {
  if (turn.provider === offline) return [];
  const decided = turn.decisions.map((decision) => `Decided: ${decision}`);
  const text = [capital(turn.outcome), ...decided]
    .filter((part) => part !== "")
    .map(ended)
    .join(" ");
  return text === "" ? [] : [saidIn(turn, text)];
}

/** With a mark at its end. */
function ended(text: string): string {
  return /[.!?…。！？]["'`)\]*]*$/u.test(text) ? text : `${text}.`;
}

const maxFiles = 3;

/** Work of which nothing was said, as after an interruption. */
function unreportedIn(turn: Turn): Said[] {
  const { request, files, state } = turn;
  if (state.is !== "current" || files.length === 0 || request === "" || request.length > length.max)
    return [];
  const text = `Asked: ${request.replace(/[.!]$/, "")}; ${files.slice(0, maxFiles).join(", ")} changed.`;
  return [saidIn(turn, text)];
}

/** As git and as agents write it, without the kind before it and the trailer behind it. */
const SUBJECT =
  /^(?:Commit(?:ted)?(?: and pushed)?|Pushed):? `?[0-9a-f]{7,40}`?[\s:–—-]+"?(?:\w+(?:\([^)]*\))?!?: )?(.+?)(?: [A-Z][\w-]+: \S+)?"?\.?$/;
/** "(`main.go:544-549`)": lines move. */
const PLACES = /\s*\((?:`?[\w@./-]+:\d[\d\s,–-]*`?(?:, )?)+\)|(?<=\.\w{1,4}):\d+(?:[-–]\d+)?(?=[`\s,.)])/g;

/** "`src/a.ts:12` — Added …": the file before what was done to it. */
const FILE = /^`?[\w@./-]+\.\w{1,4}(?::[\d–-]+)?`?\s+[–—-]\s+(?=\S)/;

/** "PR #83 (https://…)": the number names it. */
const ADDRESS = /(?<=#\d{1,6}) \(https?:\/\/[^)\s]+\)/g;

/** A commit says what it did in its subject. */
function cleaned(sentence: string): { text: string; isCommit: boolean } {
  const subject = SUBJECT.exec(sentence)?.[1] ?? quotedSubjectIn(sentence);
  const said = withoutLabel(sentence.replace(FILE, "").replace(PLACES, "").replace(ADDRESS, ""));
  if (subject === undefined) return { text: capital(said), isCommit: false };
  return { text: `${capital(subject)}.`, isCommit: true };
}

const HASH = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/;
const QUOTED = /(?:`([^`\n]{12,140})`|["“]([^"”\n]{12,140})["”])/g;

/** "Committed on `main` as `960523e` with message `refactor: …`". */
function quotedSubjectIn(sentence: string): string | undefined {
  if (!/\bcommitted\b/i.test(sentence) || !HASH.test(sentence)) return undefined;
  const quoted = Array.from(sentence.matchAll(QUOTED), ([, code, said]) =>
    (code ?? said ?? "").replace(/^[0-9a-f]{7,40}\s+/, "").replace(/^\w+(?:\([^)]*\))?!?: /, ""),
  );
  return quoted.find((text) => text.split(/\s+/).length >= minSubjectWords && !text.includes("/"));
}

const minSubjectWords = 3;

/** A name stays as it is written. */
function capital(text: string): string {
  return text.replace(/^\p{Ll}(?=\p{Ll}*[\s,])/u, (letter) => letter.toUpperCase());
}
