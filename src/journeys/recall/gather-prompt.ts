// What is injected at a prompt: the turns and the knowledge that answer it, and the files that such work touched. Nothing
// if no memory is about the subject of the prompt.

import {
  changesSetting,
  type Intent,
  intentOf,
  termsOf,
  wholeIntents,
} from "../../../libs/language/index.ts";
import { frame } from "../../context/quote.ts";
import type { SearchHit } from "../../indexes/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Turn } from "../../protocol/turns.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { offersOf } from "../../rooms/functions/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { recentTurns, takenBack, turnsById } from "../../rooms/turns/room.ts";
import { answerOf } from "./answer.ts";
import { statesValueOf } from "./asked-value.ts";
import { type Candidate, ofFiles, ofFound, ofFunction, ofPrediction, ofTurn } from "./candidates.ts";
import { type Checkout, elsewhere, nowhere } from "./checkout.ts";
import {
  answersQuestion,
  isAbout,
  type MemoryEvidence,
  type Rarity,
  textOf,
  touchesRule,
  weigh,
} from "./evidence.ts";
import { likelyFiles } from "./foresight.ts";
import { gatherLastWork, lastWork } from "./gather-last-work.ts";
import { inForce } from "./in-force.ts";
import { askForMore, maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";
import { predict } from "./predict.ts";
import { rarityOf } from "./project-words.ts";
import { eachOnce } from "./same-content.ts";
import { isSmallTalk, type Subject, subjectOf } from "./subject.ts";

const foundRead = 24;
const foundShown = 5;
const branchShown = 2;
const branchFirst = 1_000;
/** What a newer turn gains over an old one, and what knowledge gains over turns. */
const freshBonus = 0.3;
const fadesAfter = 15;
const knowledgeBonus = 0.3;
/** Of the best one's evidence. */
const minShare = 0.35;
const turnsRead = 120;
const filesShown = 12;
const filesTokens = 120;
const aheadTokens = 80;

export interface PromptQuestion {
  text: string;
  /** Files and branch of the current conversation. */
  files: readonly string[];
  branch: string | null;
  /** Start of what the conversation itself still contains, which need not be injected. */
  windowSince: string;
}

export async function gatherForPrompt(
  memory: Memory,
  reader: Reader,
  asked: PromptQuestion,
  options: { tokens: number; withinMs: number | undefined; here?: Checkout },
): Promise<Plan> {
  const { tokens, here = { ...nowhere, branch: asked.branch } } = options;
  const intent = intentOf(asked.text);
  if (intent !== null && wholeIntents.has(intent))
    return gatherLastWork(memory, reader, intent, { text: asked.text, here, tokens });
  const named = subjectOf(asked.text);
  const subject =
    named.terms.size === 0 && asksMemory(intent) ? subjectOf(asked.text, { isAsked: true }) : named;
  if (isSmallTalk(subject)) return noPlan;
  const recent = await recentTurns(memory.db, {
    projectId: reader.projectId,
    exceptSession: reader.sessionId,
    limit: turnsRead,
  });
  const found = await holding(
    memory,
    await find(memory, reader, asked, subject, recent.length > 0, options.withinMs),
  );
  const rarity = rarityOf(memory, recent);
  const about = aboutIn(found, subject, rarity, recent, intent, reader.settings["recall.minRelevance"]);
  const onBranch = intent === "branch" ? lastWork(recent, "branch", "", here).slice(0, branchShown) : [];
  if (about.length === 0 && onBranch.length === 0) return noPlan;
  const turns = await turnsOf(memory, about);
  const answers = await answersFrom(memory, { subject, intent, rarity, here }, about, turns);
  const shown = eachOnce([
    ...onBranch.map((one) => ({ ...one, priority: branchFirst + one.priority })),
    ...answers,
  ]);
  if (shown.length === 0) return noPlan;
  return {
    heading: frame`From memory, about this prompt. ${askForMore}`,
    sections: [
      { name: "found", heading: frame`Found:`, tokens: tokens - filesTokens },
      { name: "files", heading: frame`Files of such work:`, tokens: filesTokens },
      { name: "ahead", heading: frame`Likely needed too:`, tokens: aheadTokens },
    ],
    candidates: [
      ...shown.slice(0, foundShown),
      ...filesFor(asked, recent, about, turns, subject, rarity),
      ...aheadOf(recent, about, turns, subject),
    ],
    budget: { tokens, characters: maxCharacters },
  };
}

/** Memories about the subject, the best first. Between equals, newer work comes first. */
function aboutIn(
  found: readonly SearchHit[],
  subject: Subject,
  rarity: Rarity,
  recent: readonly Turn[],
  intent: Intent | null,
  minRelevance: number,
): MemoryEvidence<SearchHit>[] {
  const ages = new Map(recent.map(({ id }, age) => [id, age]));
  const texts = found.map((memory) => ({ memory, text: textOf(searchedText(memory)) }));
  const weighed = weigh(subject, texts, rarity);
  const setting = changesSetting(subject.text) ? subjectOf(subject.text, { isAsked: true }) : null;
  const passed = weighed.filter(
    (one) =>
      isAbout(one) ||
      (isKnowledge(one.memory) && touchesRule(one)) ||
      (setting !== null && isTurn(one.memory) && statesValueOf(one.memory.document.summary, setting)) ||
      (asksMemory(intent) && answersQuestion(one)) ||
      isNear(one, subject, minRelevance),
  );
  const about = [...passed, ...newestLike(passed, weighed)]
    .map((one) => {
      const age = ages.get(one.memory.document.owner_id) ?? turnsRead;
      const fresh = !isTurn(one.memory) ? knowledgeBonus : freshBonus * Math.exp(-age / fadesAfter);
      return { ...one, score: one.score * (1 + fresh) };
    })
    .sort((a, b) => b.score - a.score);
  const least = minShare * (about[0]?.score ?? 0);
  return about.filter(({ score }) => score >= least);
}

const asksMemory = (intent: Intent | null) => intent === "how" || intent === "tried" || intent === "why";

/**
 * The last turn that shares as much with the prompt as an earlier one that is near by its meaning: it may have changed
 * what that one says.
 */
function newestLike(
  passed: readonly MemoryEvidence<SearchHit>[],
  weighed: readonly MemoryEvidence<SearchHit>[],
): readonly MemoryEvidence<SearchHit>[] {
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
const isKnowledge = ({ document }: SearchHit) =>
  document.owner_kind === "learning" || document.owner_kind === "node";

/** The vector of one or two words is near to anything that contains them. */
const minTermsForMeaning = 3;

/** By meaning: with a word in common, or so near that it needs none. */
function isNear(
  { memory: { meaning, relevance }, shared, onTopic }: MemoryEvidence<SearchHit>,
  { terms }: Subject,
  minRelevance: number,
): boolean {
  if (meaning === null || terms.size < minTermsForMeaning || onTopic === 0) return false;
  return relevance >= (shared.length > 0 ? minRelevance : 2 * minRelevance);
}

function ownersOf(about: readonly MemoryEvidence<SearchHit>[], kind: OwnerKind): string[] {
  return about.flatMap(({ memory: { document } }) =>
    document.owner_kind === kind ? [document.owner_id] : [],
  );
}

/** With the turns that have replaced them. */
async function turnsOf(
  { db }: Memory,
  about: readonly MemoryEvidence<SearchHit>[],
): Promise<ReadonlyMap<string, Turn>> {
  const turns = await turnsById(db, ownersOf(about, "turn"));
  const newer = [...turns.values()].flatMap(({ state }) =>
    state.is === "superseded" && !turns.has(state.by) ? [state.by] : [],
  );
  return newer.length === 0 ? turns : new Map([...turns, ...(await turnsById(db, newer))]);
}

/** Turns say what came of the observations below them; before a project has turns, observations have to do. */
const kinds = ["turn", "node", "learning", "function"];

async function find(
  memory: Memory,
  reader: Reader,
  asked: PromptQuestion,
  subject: Subject,
  hasTurns: boolean,
  withinMs: number | undefined,
): Promise<SearchHit[]> {
  // Search reads the first words of a long prompt, and a pasted log may name what it is about at its end.
  const words = subject.topics.size > 0 ? [...subject.names, subject.text].join(" ") : subject.text;
  const found = await memory.search.find(words, {
    scope: { projects: inProject(reader.projectId), kinds: hasTurns ? kinds : undefined },
    limit: foundRead,
    moment: { now: new Date(), branch: asked.branch ?? undefined, files: asked.files },
    embeddingWithinMs: withinMs,
    isHurried: true,
    isPlain: true,
  });
  return found.filter(
    ({ document }) =>
      (document.session_id !== reader.sessionId || document.happened_at < asked.windowSince) &&
      // An earlier question is not an answer.
      !(document.author === "user" && document.is_question === 1),
  );
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

interface Question {
  subject: Subject;
  intent: Intent | null;
  rarity: Rarity;
  here: Checkout;
}

async function answersFrom(
  memory: Memory,
  { subject, intent, rarity, here }: Question,
  about: readonly MemoryEvidence<SearchHit>[],
  turns: ReadonlyMap<string, Turn>,
): Promise<Candidate[]> {
  const stale = await staleReasons(
    memory.db,
    about.map((one) => one.memory.document.owner_id),
  );
  const functions = await offersOf(memory.db, ownersOf(about, "function"));
  return about.flatMap((one) => {
    const { document, relevance, text, meaning } = one.memory;
    const reason = `shares ${[...one.names, ...one.shared].slice(0, 5).join(", ")} with the prompt`;
    const caution = stale.get(document.owner_id);
    if (document.owner_kind === "function") {
      const offer = functions.get(document.owner_id);
      return offer
        ? [{ ...ofFunction(one.memory, offer, { section: "found", reason }), priority: one.score }]
        : [];
    }
    if (document.owner_kind !== "turn") {
      return [{ ...ofFound(one.memory, { section: "found", reason, caution }), priority: one.score }];
    }
    const holding = inForce(turns.get(document.owner_id), turns, intent, subject);
    if (!holding) return [];
    const why = { reason, relevance, text, meaning };
    const slot = { section: "found", priority: one.score, why, source: elsewhere(holding.turn, here) };
    const doubt = [caution, holding.caution].filter(Boolean).join("; ");
    const said = answerOf(holding.turn, subject, rarity, asksMemory(intent));
    return [ofTurn(holding.turn, said, { ...slot, ...(doubt === "" ? {} : { caution: doubt }) })];
  });
}

function filesFor(
  { branch }: PromptQuestion,
  recent: readonly Turn[],
  about: readonly MemoryEvidence<SearchHit>[],
  turns: ReadonlyMap<string, Turn>,
  subject: Subject,
  rarity: Rarity,
): Candidate[] {
  const best = about[0]?.score ?? 1;
  const works = about.flatMap(({ memory, score }) => {
    const work = turns.get(memory.document.owner_id);
    return work ? [{ work, weight: score / best }] : [];
  });
  const fits = (path: string) => {
    const terms = new Set(termsOf(path.split("/").slice(-2).join(" ")));
    const shared = [...subject.terms.keys()].filter((term) => terms.has(term));
    return Math.min(1, shared.reduce((sum, term) => sum + rarity(term), 0) / best);
  };
  const named = (path: string) => subject.names.some((name) => path.toLowerCase().endsWith(name));
  const paths = likelyFiles({ recent, branch, about: works, fits }).filter((path) => !named(path));
  const why = { reason: "changed or read by such work" };
  return ofFiles(paths.slice(0, filesShown), paths, { section: "files", priority: 0, why });
}

/** Of the files that the prompt names, else of those that the best turn about it changed. */
function aheadOf(
  recent: readonly Turn[],
  about: readonly MemoryEvidence<SearchHit>[],
  turns: ReadonlyMap<string, Turn>,
  { names }: Subject,
): Candidate[] {
  const known = new Set(recent.flatMap(({ files }) => files));
  const named = [...known].filter((path) => names.some((name) => isPathOf(name, path.toLowerCase())));
  const best = about
    .map(({ memory }) => turns.get(memory.document.owner_id))
    .find((turn) => turn !== undefined);
  const areNamed = named.length > 0;
  const found = predict(recent, areNamed ? named : (best?.files ?? []), { areNamed });
  return found ? [ofPrediction(found, { section: "ahead", priority: 0 })] : [];
}

function isPathOf(name: string, path: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}
