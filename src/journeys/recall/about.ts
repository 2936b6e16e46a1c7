// The memories about a prompt: what search finds, which of the turns may hold the answer to a question, which are work of
// the same kind, and which rules bind it.

import type { SearchHit } from "../../indexes/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Turn } from "../../protocol/turns.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { takenBack } from "../../rooms/turns/room.ts";
import { type MemoryEvidence, type Rarity, type Text, textOf, weightOf } from "./evidence.ts";
import { type Bag, bagOf, likenessOf } from "./likeness.ts";
import type { Reader } from "./plan.ts";
import { worksOf } from "./project-words.ts";
import type { Subject } from "./subject.ts";

export type Found = MemoryEvidence<SearchHit>;

export interface PromptQuestion {
  text: string;
  /** Files and branch of the current conversation. */
  files: readonly string[];
  branch: string | null;
  /** Start of what the conversation itself still contains, which need not be injected. */
  windowSince: string;
}

export interface Read {
  memory: SearchHit;
  text: Text;
}

const isTurn = ({ document }: SearchHit) => document.owner_kind === "turn";
export const isKnowledge = ({ document }: SearchHit) =>
  document.owner_kind === "learning" || document.owner_kind === "node";

/** What a newer turn gains over an old one. */
const freshBonus = 0.3;
const fadesAfter = 15;
const turnsCompared = 12;

/** The turns that have most of a question; between equals, newer work comes first. `recent` are the newest turns. */
export function mayAnswer(weighed: readonly Found[], recent: readonly Turn[]): Found[] {
  const ages = new Map(recent.map(({ id }, age) => [id, age]));
  const freshness = ({ document }: SearchHit) =>
    1 + freshBonus * Math.exp(-(ages.get(document.owner_id) ?? recent.length) / fadesAfter);
  return weighed
    .filter(({ memory }) => isTurn(memory))
    .map((one) => ({ ...one, score: one.score * freshness(one.memory) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, turnsCompared);
}

/** So alike are two pieces of work on one thing; measured on prompts of four histories, where other work stays below 0.1. */
const minLikeness = 0.12;
/** Of the most alike: the newest of these has the last state. */
const likeShare = 0.6;

/** A name that so few turns have is the name of one thing. */
const ofOneThing = { length: 10, turns: 3 };

/** Earlier work on the same thing, the newest first. */
export function likeWork(memory: Memory, turns: readonly Turn[], { plain, joined, names }: Subject): Turn[] {
  const works = worksOf(memory, turns);
  // "Home page" is "homepage" where the work says so.
  const asOne = [...joined].filter((term) => works.some((work) => work.has(term)));
  const asked = new Map([...bagOf(plain), ...asOne.map((term) => [term, 1] as const)]);
  const likeness = likenessOf(asked, works);
  const least = Math.max(minLikeness, likeShare * Math.max(0, ...likeness));
  const sharesWords = (work: Bag) =>
    [...asked.keys()].filter((one) => !one.includes(" ") && work.has(one)).length > 1;
  const namesIn = names
    .filter(({ length }) => length >= ofOneThing.length)
    .map((name) =>
      turns.filter(({ request, outcome, files }) =>
        [request, outcome, ...files].join("\n").toLowerCase().includes(name),
      ),
    );
  const named = new Set(namesIn.filter(({ length }) => length <= ofOneThing.turns).flat());
  return turns
    .filter((turn, at) => named.has(turn) || ((likeness[at] ?? 0) >= least && sharesWords(works[at] as Bag)))
    .toSorted((a, b) => (a.endedAt < b.endedAt ? 1 : a.endedAt > b.endedAt ? -1 : 0));
}

/** Of a rule's words, by how rare they are: the prompt is about what the rule is about. */
const minOfRule = 0.35;
/** Or one of them is the name of a thing: of the rarity of a word that the project has once. */
const minRarity = 0.75;
const longWord = 4;

/** Whether a prompt does what a rule speaks of. */
export function binds({ memory, shared }: Found, rarity: Rarity): boolean {
  const words = shared.filter((term) => !/^[\d_]+$/.test(term));
  const own = [...textOf(memory.document.summary).terms];
  const share = weightOf(words, rarity) / Math.max(weightOf(own, rarity), 1);
  const isNamed = words.some((term) => term.length >= longWord && rarity(term) >= minRarity * rarity(""));
  return isNamed || (words.length > 1 && share >= minOfRule);
}

/** The vector of one or two words is near to anything that contains them. */
const minTermsForMeaning = 3;

/** By meaning: with a word in common, or so near that it needs none. */
export function isNear(
  { memory: { meaning, relevance }, shared }: Found,
  { terms }: Subject,
  minRelevance: number,
): boolean {
  if (meaning === null || terms.size < minTermsForMeaning) return false;
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
): Promise<Read[]> {
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
  return (await holding(memory, others)).map((one) => ({ memory: one, text: textOf(searchedText(one)) }));
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
