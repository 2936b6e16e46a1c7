// The memories about a prompt: found by search, passed by the gate, the best first.

import {
  asksUs,
  changesSetting,
  clearlyAsksMemory,
  type Intent,
  languageOf,
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

/** Between equals, newer work comes first; `recent` are the newest turns. */
export function aboutIn(
  found: readonly SearchHit[],
  subject: Subject,
  rarity: Rarity,
  recent: readonly Turn[],
  intent: Intent | null,
  minRelevance: number,
): Found[] {
  const ages = new Map(recent.map(({ id }, age) => [id, age]));
  const texts = found.map((memory) => ({ memory, text: textOf(searchedText(memory)) }));
  const weighed = weigh(subject, texts, rarity);
  const setting = changesSetting(subject.text) ? subjectOf(subject.text, { isAsked: true }) : null;
  const isAsked = asksMemory(intent);
  const whom = askedIn(subject.text);
  const passed = weighed.filter(
    (one) =>
      (isKnowledge(one.memory) && touchesRule(one) && (whom !== "memory" || isCovered(one, subject, whom))) ||
      (setting !== null && isTurn(one.memory) && statesValueOf(one.memory.document.summary, setting)) ||
      isNear(one, subject, minRelevance) ||
      ((isAbout(one) || (isAsked && answersQuestion(one))) && isCovered(one, subject, whom)),
  );
  const about = [...passed, ...newestLike(passed, weighed)]
    .map((one) => {
      const age = ages.get(one.memory.document.owner_id) ?? recent.length;
      const fresh = !isTurn(one.memory)
        ? knowledgeBonus
        : freshBonus[isAsked ? "asked" : "others"] * Math.exp(-age / fadesAfter);
      return { ...one, score: one.score * (1 + fresh) };
    })
    .sort((a, b) => b.score - a.score);
  const least = minShare * (about[0]?.score ?? 0);
  return about.filter(({ score }) => score >= least);
}

function askedIn(text: string): Asked {
  // Words of another language than the work's say nothing against it.
  if (languageOf(text) !== "en") return "us";
  if (clearlyAsksMemory(text)) return "memory";
  return asksUs(text) ? "us" : "world";
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
