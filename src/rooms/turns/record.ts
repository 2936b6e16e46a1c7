// What came of sessions, by rules: the sentences of their outcomes that make sense alone, with what each is worth to
// somebody who goes on with the work. What an agent or a model wrote as an outcome is one such sentence, whole. Pure.

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
  tellsResult,
  tellsUsage,
  withoutLabel,
} from "../../../libs/language/index.ts";
import { decisionText } from "../../protocol/decision-text.ts";
import { offline } from "../../protocol/observations.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import type { Turn } from "../../protocol/turns.ts";
import { checksIn } from "./checks.ts";
import { countNames } from "./statements.ts";

interface Said {
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

/** The newest session first; the turns likewise. `written`: what a model wrote about sessions. */
export function recordsOf(
  turns: readonly Turn[],
  written: ReadonlyMap<string, Written> = new Map(),
): SessionRecord[] {
  const about = new Map(turns.map((turn) => [turn, new Set(aboutTerms(`${turn.request} ${turn.outcome}`))]));
  const counts = new Map<string, number>();
  for (const terms of about.values()) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const sessions = Map.groupBy(turns, ({ sessionId }) => sessionId);
  return [...sessions].flatMap(([sessionId, own], age) => {
    const [last] = own;
    const asked = new Set(own.flatMap(({ request }) => aboutTerms(request)));
    const worked = own.some(isWork);
    const fresh = weights.fresh[age] ?? weights.old;
    const record = written.get(sessionId);
    const own0 = own.filter(
      ({ state, endedAt }) => state.is === "current" && !(record && endedAt <= record.to),
    );
    const pieces = piecesOf(own0);
    const said = pieces.flatMap((piece, at) => {
      const isSolved = (terms: readonly string[]) =>
        turns
          .slice(0, turns.indexOf(piece[0] as Turn))
          .filter(isWork)
          .some((other) => terms.filter((term) => about.get(other)?.has(term)).length >= sameSubject);
      const around = {
        fresh: fresh + (at === 0 ? weights.late : 0),
        counts,
        asked,
        isSolved,
        size: piece.length,
        sentences: sentencesTold[age] ?? 1,
      };
      for (const turn of piece) {
        const found = saidIn(turn, { ...around, isTalk: worked && !isWork(turn) });
        if (found.length > 0) return found;
      }
      return [];
    });
    const described = record ? describedIn(record, own, fresh + weights.written) : [];
    const told =
      said.length + described.length > 0 ? [...said, ...described] : own.flatMap(unreportedIn).slice(0, 1);
    return last && told.length > 0 ? [{ ...recordAt(last), said: told }] : [];
  });
}

/** What a model wrote about a session, up to the end of a turn. */
export interface Written {
  to: string;
  parts: Pick<SummaryParts, "now" | "decided" | "known">;
}

function describedIn({ to, parts }: Written, own: readonly Turn[], worth: number): Said[] {
  const turn = own.find(({ endedAt }) => endedAt <= to);
  if (!turn) return [];
  const decided = parts.decided.map((one) => `Decided: ${decisionText(one)}`);
  return [parts.now, ...decided]
    .filter((text) => text !== "")
    .map((text, at) => ({ text, terms: aboutTerms(text), worth: worth - (at === 0 ? 0 : 1), turn }));
}

function recordAt({ sessionId, branch, endedAt }: Turn): Omit<SessionRecord, "said"> {
  return { sessionId, branch, endedAt };
}

function isWork({ files, commit }: Turn): boolean {
  return files.length > 0 || commit !== null;
}

/** Turns of a session about the same, the newest first: later attempts say the state. */
function piecesOf(own: readonly Turn[]): Turn[][] {
  const pieces: Turn[][] = [];
  for (const turn of own) {
    const [main] = turn.files;
    const piece = pieces.find((others) =>
      main === undefined ? false : others.some(({ files }) => files.includes(main)),
    );
    if (piece && turn.commit === null) piece.push(turn);
    else pieces.push([turn]);
  }
  return pieces;
}

/**
 * Log odds that a colleague would say a sentence, estimated on three public histories (safecast, specstory, entire-soph):
 * how recent it is says most, then what the work was called by the commit and by the user. The last five were set by
 * reading briefs of four others (league-analyzer, municipality, session-bridge, cyspbot).
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
  addressed: -0.9,
  advice: -0.6,
  detail: -0.6,
  again: 0.4,
  labelled: -0.5,
  talk: -0.5,
};
const sameSubject = 2;
const few = 3;
/** Of a turn, by the age of its session. */
const sentencesTold = [3, 2, 2];
const length = { min: 24, max: 280 };

interface Around {
  fresh: number;
  /** In how many turns a term occurs. */
  counts: ReadonlyMap<string, number>;
  /** What the session was asked for. */
  asked: ReadonlySet<string>;
  /** In how many turns the session came back to it. */
  size: number;
  /** How many of its sentences may be told. */
  sentences: number;
  /** Nothing was changed, in a session that changed something. */
  isTalk: boolean;
  isSolved(terms: readonly string[]): boolean;
}

interface Sentence {
  text: string;
  isCommit: boolean;
  terms: readonly string[];
  isCause: boolean;
}

function saidIn(turn: Turn, around: Around): Said[] {
  if (turn.provider !== offline) return writtenIn(turn, around.fresh + weights.written);
  const sentences = sentencesOf(turn.outcome).flatMap((sentence) => tellableIn(sentence, around));
  return withCauses(sentences)
    .filter((one, at) => at === 0 || one.isCause || one.isCommit || at < around.sentences)
    .map((one, at) => ({ ...one, turn, worth: worthOf(one, at, turn, around) }));
}

/** What makes sense to somebody who was not there. */
function tellableIn(sentence: string, { isSolved }: Around): Sentence[] {
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
  // To the reader of the reply, or with him: neither says what is.
  if (!isCommit && (tellsUsage(text) || requests(text) || (text.endsWith("!") && countNames(text) === 0)))
    return [];
  const terms = [...new Set(aboutTerms(text))];
  // The last state wins.
  if (!isCommit && tellsFault(text) && isSolved(terms)) return [];
  return [{ text, isCommit, terms, isCause: tellsCause(text) }];
}

/** It says what was done, and not what was wrong. */
function isReport({ text, isCommit, isCause }: Sentence): boolean {
  return isCommit || (tellsChange(text) && !isCause && !tellsFault(text) && !isLabelled(text));
}

/** "Padding — Wrapped the content": an entry of a list with a head of its own. */
const HEAD = /^(?:[\p{L}\p{N}&/'-]+ ){0,3}[\p{L}\p{N}&/'-]+(?::| [–—-]) /u;
const isLabelled = (text: string) => HEAD.test(text) && !tellsCause(text);

/** What was changed leads; the cause follows the result that it explains. */
function withCauses(sentences: readonly Sentence[]): Sentence[] {
  const lead = sentences.find(isReport) ?? sentences[0];
  if (!lead) return [];
  const rest = sentences.filter((one) => one !== lead);
  const cause = rest.find((one) => one.isCause && one.terms.some((term) => lead.terms.includes(term)));
  if (lead.isCause || !cause || lead.text.length + cause.text.length > length.max) return [lead, ...rest];
  const terms = [...new Set([...lead.terms, ...cause.terms])];
  const both = { ...lead, text: `${ended(lead.text)} ${cause.text}`, terms, isCause: true };
  return [both, ...rest.filter((one) => one !== cause)];
}

function worthOf({ text, isCommit, terms }: Sentence, at: number, turn: Turn, around: Around): number {
  const { fresh, counts, asked, size, isTalk } = around;
  const request = new Set(aboutTerms(turn.request));
  // The command of a check is no name of what was done.
  const isNamed = isCommit || countNames(withoutChecks(text)) > 0;
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
    [addressesReader(text), weights.addressed],
    [advises(text) && !tellsChange(text), weights.advice],
    [at > 0 && !isCommit, weights.detail],
    [isLabelled(text), weights.labelled],
    [size > 1, weights.again],
    [isTalk, weights.talk],
  ];
  return parts.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), fresh);
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
