// The memories about a prompt: found by search, passed by the gate, the best first.

import {
  asksUs,
  asksWorld,
  changesSetting,
  clearlyAsksMemory,
  type Intent,
  languageOf,
  sentencesOf,
} from "../../../libs/language/index.ts";
import type { SearchHit } from "../../indexes/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Turn } from "../../protocol/turns.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { takenBack } from "../../rooms/turns/room.ts";
import { statesValueOf } from "./asked-value.ts";
import {
  type Asked,
  answersQuestion,
  isAbout,
  isCovered,
  type MemoryEvidence,
  type Rarity,
  type Text,
  textOf,
  touchesRule,
  weigh,
} from "./evidence.ts";
import type { Reader } from "./plan.ts";
import { type Subject, subjectOf } from "./subject.ts";

export type Found = MemoryEvidence<SearchHit>;

export interface PromptQuestion {
  text: string;
  /** Files and branch of the current conversation. */
  files: readonly string[];
  branch: string | null;
  /** Start of what the conversation itself still contains, which need not be injected. */
  windowSince: string;
}

/** What a newer turn gains over an old one, for a question and for a task; and what knowledge gains over turns. */
const freshBonus = { asked: 0.3, others: 1 };
const fadesAfter = 15;
const knowledgeBonus = 0.3;
/** Of the best one's score. */
const minShare = 0.3;

interface Read {
  memory: SearchHit;
  text: Text;
}

export function readOf(found: readonly SearchHit[]): Read[] {
  return found.map((memory) => ({ memory, text: textOf(searchedText(memory)) }));
}

/** Between equals, newer work comes first; `recent` are the newest turns. */
export function aboutIn(
  found: readonly Read[],
  subject: Subject,
  rarity: Rarity,
  recent: readonly Turn[],
  intent: Intent | null,
  minRelevance: number,
): Found[] {
  const weighed = weigh(subject, found, rarity);
  const setting = changesSetting(subject.typed) ? subjectOf(subject.text, { isAsked: true }) : null;
  const isAsked = asksMemory(intent);
  const whom = askedIn(subject.typed);
  const freshness = freshnessIn(recent, isAsked);
  const passed = weighed.filter(
    (one) =>
      (isKnowledge(one.memory) && touchesRule(one) && (whom !== "memory" || isCovered(one, subject, whom))) ||
      (setting !== null && isTurn(one.memory) && statesValueOf(one.memory.document.summary, setting)) ||
      isNear(one, subject, minRelevance) ||
      ((isAbout(one) || (isAsked && answersQuestion(one))) && isCovered(one, subject, whom)),
  );
  const about = [...passed, ...newestLike(passed, weighed)]
    .map((one) => ({ ...one, score: one.score * freshness(one.memory) }))
    .sort((a, b) => b.score - a.score);
  const least = minShare * (about[0]?.score ?? 0);
  return about.filter(({ score }) => score >= least);
}

function freshnessIn(recent: readonly Turn[], isAsked: boolean): (memory: SearchHit) => number {
  const ages = new Map(recent.map(({ id }, age) => [id, age]));
  return (memory) => {
    if (!isTurn(memory)) return 1 + knowledgeBonus;
    const age = ages.get(memory.document.owner_id) ?? recent.length;
    return 1 + freshBonus[isAsked ? "asked" : "others"] * Math.exp(-age / fadesAfter);
  };
}

function askedIn(text: string): Asked {
  // Words of another language than the work's say nothing against it.
  if (languageOf(text) !== "en") return "us";
  if (clearlyAsksMemory(text)) return "memory";
  return asksUs(text) ? "us" : "world";
}

const turnsCompared = 12;
/** Of the question, what one line must have: where a memory as a whole is about it, and where none is. */
const enoughOfLine = { about: { coverage: 0.6, shared: 2 }, alone: { coverage: 0.7, shared: 3 } };

/**
 * For a question: which turns may hold the answer. One line must have its words, most of them or two that stand beside each
 * other: a long report contains any words somewhere.
 */
export function answering(
  found: readonly Read[],
  about: readonly Found[],
  { named, whole: subject }: { named: Subject; whole: Subject },
  { rarity, recent, intent }: { rarity: Rarity; recent: readonly Turn[]; intent: Intent | null },
): Found[] {
  const freshness = freshnessIn(recent, true);
  const turns = weigh(subject, found, rarity)
    .filter(({ memory }) => isTurn(memory))
    .map((one) => ({ ...one, score: one.score * freshness(one.memory) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, turnsCompared);
  const isOurs = askedIn(subject.typed) !== "world" || subject.names.length > 0 || intent === "why";
  if (asksWorld(subject.typed) && [...subject.terms.keys()].some((term) => rarity(term) > rarityOfOurs))
    return [];
  if (turns.length > 0 && (about.length === 0 || !isOurs)) {
    const asked = about.length > 0 ? named : subject;
    const lines = turns.map(({ memory }) => bestLineIn(memory, asked, rarity));
    const enough = enoughOfLine[about.length > 0 ? "about" : "alone"];
    const ownTerms = [...asked.terms.keys()].filter((term) => !asked.joined.has(term));
    const own = ownTerms.length;
    // "Where are the exchange rates kept?": a verb of asking that no work has says nothing against it.
    const known = ownTerms.filter((term) => found.some(({ text }) => text.terms.has(term))).length;
    const hasAllKnown = lines.some(({ shared, pairs }) => pairs > 0 && shared === known && own - known <= 1);
    const hasMost = lines.some(
      ({ coverage, shared }) =>
        coverage >= enough.coverage && (shared >= enough.shared || (about.length > 0 && shared === own)),
    );
    const hasPair = about.length > 0 && lines.some(({ pairs }) => pairs > 0);
    if (!hasMost && !hasPair && !hasAllKnown)
      return about.filter(({ memory }) => isOurs && isKnowledge(memory));
  }
  return [...about.filter(({ memory }) => !isTurn(memory)), ...turns];
}

/** A word that every fifth turn has is what the work is about. */
const rarityOfOurs = Math.log(5);

function bestLineIn(
  { document }: SearchHit,
  subject: Subject,
  rarity: Rarity,
): { coverage: number; shared: number; pairs: number } {
  const own = [...subject.terms.keys()].filter((term) => !subject.joined.has(term));
  const weigh = (some: readonly string[]) => some.reduce((sum, term) => sum + rarity(term), 0);
  const all = weigh(own);
  const best = { coverage: 0, shared: 0, pairs: 0 };
  for (const line of [...sentencesOf(document.summary), ...document.detail.split("\n")]) {
    const { terms, sequence } = textOf(line);
    const shared = own.filter((term) => terms.has(term));
    const coverage = all === 0 ? 0 : weigh(shared) / all;
    best.pairs = Math.max(
      best.pairs,
      subject.pairs.filter(([a, b]) => sequence.includes(` ${a} ${b} `)).length,
    );
    if (coverage > best.coverage) Object.assign(best, { coverage, shared: shared.length });
  }
  return best;
}

export const asksMemory = (intent: Intent | null) =>
  intent === "how" || intent === "tried" || intent === "why" || intent === "decided";

/**
 * The last turn that shares as much with the prompt as an earlier one that is near by its meaning: it may have changed
 * what that one says.
 */
function newestLike(passed: readonly Found[], weighed: readonly Found[]): readonly Found[] {
  const near = passed.filter((one) => isTurn(one.memory) && one.shared.length > 0 && !isAbout(one));
  const later = weighed.filter(
    (one) =>
      isTurn(one.memory) &&
      !passed.includes(one) &&
      near.some(
        ({ memory, shared }) =>
          memory.document.happened_at < one.memory.document.happened_at &&
          shared.every((term) => one.shared.includes(term)),
      ),
  );
  return later
    .toSorted((a, b) => (a.memory.document.happened_at < b.memory.document.happened_at ? 1 : -1))
    .slice(0, 1);
}

const isTurn = ({ document }: SearchHit) => document.owner_kind === "turn";
export const isKnowledge = ({ document }: SearchHit) =>
  document.owner_kind === "learning" || document.owner_kind === "node";

/** The vector of one or two words is near to anything that contains them. */
const minTermsForMeaning = 3;

/** By meaning: with a word in common, or so near that it needs none. */
function isNear(
  { memory: { meaning, relevance }, shared, onTopic }: Found,
  { terms }: Subject,
  minRelevance: number,
): boolean {
  if (meaning === null || terms.size < minTermsForMeaning || onTopic === 0) return false;
  return relevance >= (shared.length > 0 ? minRelevance : 2 * minRelevance);
}

export function ownersOf(about: readonly Found[], kind: OwnerKind): string[] {
  return about.flatMap(({ memory: { document } }) =>
    document.owner_kind === kind ? [document.owner_id] : [],
  );
}

/** Turns say what came of the observations below them; before a project has turns, observations have to do. */
const kinds = ["turn", "node", "learning", "function"];
const foundRead = 24;

export async function find(
  memory: Memory,
  reader: Reader,
  asked: PromptQuestion,
  words: string,
  { hasTurns, withinMs }: { hasTurns: boolean; withinMs: number | undefined },
): Promise<SearchHit[]> {
  const found = await memory.search.find(words, {
    scope: { projects: inProject(reader.projectId), kinds: hasTurns ? kinds : undefined },
    limit: foundRead,
    moment: { now: new Date(), branch: asked.branch ?? undefined, files: asked.files },
    embeddingWithinMs: withinMs,
    isHurried: true,
    isPlain: true,
  });
  const others = found.filter(
    ({ document }) =>
      (document.session_id !== reader.sessionId || document.happened_at < asked.windowSince) &&
      // An earlier question is not an answer.
      !(document.author === "user" && document.is_question === 1),
  );
  return holding(memory, others);
}

/** Without what was only said in a turn that was rejected or superseded later. */
async function holding({ db }: Memory, found: readonly SearchHit[]): Promise<SearchHit[]> {
  const learnings = await nodesOf(
    db,
    found.flatMap(({ document }) => (document.owner_kind === "learning" ? [document.owner_id] : [])),
  );
  const ofOneSource = learnings.filter(({ isManual, timesSeen }) => !isManual && timesSeen <= 1);
  const sources = new Map(ofOneSource.map(({ id, observationId }) => [id, observationId ?? undefined]));
  const saidIn = ({ document }: SearchHit) => ({
    observationId: sources.get(document.owner_id),
    content: document.summary,
  });
  const isTakenBack = await takenBack(db, found.map(saidIn));
  return found.filter((one) => !isTakenBack(saidIn(one)));
}

function searchedText({ document }: SearchHit): string {
  const { title, summary, detail, files, symbols } = document;
  return [title, summary, detail, files, symbols].join("\n");
}
