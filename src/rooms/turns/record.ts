// What came of sessions, by rules: the sentences of their outcomes that make sense alone, with what each is worth to
// somebody who goes on with the work. What an agent or a model wrote as an outcome is one such sentence, whole. Pure.

import {
  aboutTerms,
  isEntry,
  sentencesOf,
  standsAlone,
  tellsChange,
  tellsFault,
  tellsFormerState,
  tellsResult,
  tellsUsage,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { checksIn } from "./checks.ts";
import { countNames } from "./statements.ts";

export interface Said {
  text: string;
  /** What it is about. */
  terms: readonly string[];
  worth: number;
  turn: Turn;
}

export interface SessionRecord {
  sessionId: string;
  branch: string | null;
  endedAt: string;
  said: Said[];
}

/** The newest session first; the turns likewise. */
export function recordsOf(turns: readonly Turn[]): SessionRecord[] {
  const about = new Map(turns.map((turn) => [turn, new Set(aboutTerms(`${turn.request} ${turn.outcome}`))]));
  const counts = new Map<string, number>();
  for (const terms of about.values()) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const sessions = Map.groupBy(turns, ({ sessionId }) => sessionId);
  return [...sessions.values()].flatMap((own, age) => {
    const [last] = own;
    const asked = new Set(own.flatMap(({ request }) => aboutTerms(request)));
    const said = own.flatMap((turn, turnAge) => {
      if (turn.state.is !== "current") return [];
      const later = turns.slice(0, turns.indexOf(turn)).filter(isWork);
      const isSolved = (terms: readonly string[]) =>
        later.some((other) => terms.filter((term) => about.get(other)?.has(term)).length >= sameSubject);
      const fresh = (weights.fresh[age] ?? weights.old) + (turnAge < late ? weights.late : 0);
      return saidIn(turn, { fresh, counts, asked, isSolved });
    });
    const told = said.length > 0 ? said : own.flatMap(unreportedIn).slice(0, 1);
    return last && told.length > 0 ? [{ ...recordAt(last), said: told }] : [];
  });
}

function recordAt({ sessionId, branch, endedAt }: Turn): Omit<SessionRecord, "said"> {
  return { sessionId, branch, endedAt };
}

function isWork({ files, commit }: Turn): boolean {
  return files.length > 0 || commit !== null;
}

/**
 * Log odds that a colleague would say a sentence, estimated on three public histories (safecast, specstory, entire-soph):
 * how recent it is says most, then what the work was called by the commit and by the user; causes and results add nothing.
 */
const weights = {
  fresh: [-0.9, -1.2, -2.1, -2.6],
  old: -3,
  late: 0.3,
  written: 3,
  work: 0.2,
  commit: 0.8,
  change: 0.3,
  led: 0.3,
  second: -0.3,
  unnamed: -0.5,
  unasked: -0.8,
  asked: 0.4,
  central: 0.3,
  aside: -0.4,
  code: -0.4,
  usage: -0.6,
  checked: -1,
};
/** The last turns of a session. */
const late = 4;
const sameSubject = 2;
const few = 3;
const length = { min: 24, max: 280 };

interface Around {
  fresh: number;
  /** In how many turns a term occurs. */
  counts: ReadonlyMap<string, number>;
  /** What the session was asked for. */
  asked: ReadonlySet<string>;
  isSolved(terms: readonly string[]): boolean;
}

function saidIn(turn: Turn, { fresh, counts, asked, isSolved }: Around): Said[] {
  if (turn.provider !== offline) return writtenIn(turn, fresh + weights.written);
  const request = new Set(aboutTerms(turn.request));
  return sentencesOf(turn.outcome).flatMap((sentence, at) => {
    const { text, isCommit } = cleaned(sentence);
    if (text.length < length.min || text.length > length.max) return [];
    if (!standsAlone(text) || isEntry(text) || tellsFormerState(text)) return [];
    const terms = [...new Set(aboutTerms(text))];
    // The command of a check is no name of what was done.
    const isNamed = isCommit || countNames(withoutChecks(text)) > 0;
    // The last state wins.
    if (!isCommit && tellsFault(text) && isSolved(terms)) return [];
    const often = terms.filter((term) => (counts.get(term) ?? 0) >= few).length;
    const once = terms.filter((term) => (counts.get(term) ?? 0) <= 1).length;
    const parts: [boolean, number][] = [
      [isWork(turn), weights.work],
      [isCommit, weights.commit],
      [tellsChange(text), weights.change],
      [at === 0, weights.led],
      [at === 1 && !isCommit, weights.second],
      [!isNamed, weights.unnamed],
      // "I have the full picture" is about nothing that anybody asked for.
      [!isNamed && !terms.some((term) => asked.has(term)), weights.unasked],
      [terms.filter((term) => request.has(term)).length >= sameSubject, weights.asked],
      [often > terms.length / 2, weights.central],
      [once >= few, weights.aside],
      [text.startsWith("`"), weights.code],
      [tellsUsage(text), weights.usage],
      [!isNamed && tellsResult(text), weights.checked],
    ];
    const worth = parts.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), fresh);
    return [{ text, terms, worth, turn }];
  });
}

const maxFiles = 3;

/** Work of which nothing was said, as after an interruption. */
function unreportedIn(turn: Turn): Said[] {
  const { request, files, state } = turn;
  if (state.is !== "current" || files.length === 0 || request === "" || request.length > length.max)
    return [];
  const text = `Asked: ${request.replace(/[.!]$/, "")}; ${files.slice(0, maxFiles).join(", ")} changed, without a report.`;
  return [{ text, terms: aboutTerms(text), worth: weights.old, turn }];
}

function withoutChecks(text: string): string {
  return text.replace(/`[^`]*`/g, (name) => (checksIn(name.slice(1, -1)).length > 0 ? "" : name));
}

function writtenIn(turn: Turn, worth: number): Said[] {
  const decided = turn.decisions.map((decision) => `Decided: ${decision}`);
  const text = [turn.outcome, ...decided].filter((part) => part !== "").join(" ");
  return text === "" ? [] : [{ text, terms: aboutTerms(text), worth, turn }];
}

/** As git and as agents write it, without the kind before it and the trailer behind it. */
const SUBJECT =
  /^(?:Commit(?:ted)?(?: and pushed)?|Pushed):? `?[0-9a-f]{7,40}`?[\s:–—-]+"?(?:\w+(?:\([^)]*\))?!?: )?(.+?)(?: [A-Z][\w-]+: \S+)?"?\.?$/;
/** "(`main.go:544-549`)": lines move. */
const PLACES = /\s*\((?:`?[\w@./-]+:\d[\d\s,–-]*`?(?:, )?)+\)|(?<=\.\w{1,4}):\d+(?:[-–]\d+)?(?=[`\s,.)])/g;

/** "`src/a.ts:12` — Added …": the file before what was done to it. */
const FILE = /^`?[\w@./-]+\.\w{1,4}(?::[\d–-]+)?`?\s+[–—-]\s+(?=\S)/;

/** A commit says what it did in its subject. */
function cleaned(sentence: string): { text: string; isCommit: boolean } {
  const subject = SUBJECT.exec(sentence)?.[1];
  const said = sentence.replace(FILE, "").replace(PLACES, "");
  if (subject === undefined) return { text: capital(said), isCommit: false };
  return { text: `${capital(subject)}.`, isCommit: true };
}

/** A name stays as it is written. */
function capital(text: string): string {
  return text.replace(/^\p{Ll}(?=\p{Ll}*[\s,])/u, (letter) => letter.toUpperCase());
}
