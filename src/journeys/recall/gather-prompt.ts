// What is injected at a prompt: the rules that apply to it, then what answers it: the state of the thread that it names,
// or the few sentences of earlier work that say what it asks. Nothing if no memory is about it.

import {
  clearlyAsksMemory,
  type Intent,
  inEnglish,
  intentOf,
  namesKindOnly,
  namesThread,
  threadsNamedIn,
} from "../../../libs/language/index.ts";
import { frame } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { offersOf } from "../../rooms/functions/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { repliesBetween } from "../../rooms/observations/room.ts";
import { recentTurns, turnsById } from "../../rooms/turns/room.ts";
import {
  aboutIn,
  answering,
  asksMemory,
  type Found,
  find,
  isKnowledge,
  ownersOf,
  type PromptQuestion,
  readOf,
} from "./about.ts";
import { answerFrom } from "./answer.ts";
import {
  type Candidate,
  nothingAbout,
  ofBrief,
  ofFiles,
  ofFunction,
  ofPrediction,
  ofRule,
} from "./candidates.ts";
import { type Checkout, elsewhere, nowhere } from "./checkout.ts";
import { textOf, weigh } from "./evidence.ts";
import { lastWork } from "./gather-last-work.ts";
import { inForce } from "./in-force.ts";
import { knownCommand } from "./known-commands.ts";
import { knownOfTopic } from "./known-topic.ts";
import type { Question, Source } from "./passages.ts";
import { maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";
import { predict } from "./predict.ts";
import { rarityOf, wordsOf } from "./project-words.ts";
import { eachOnce } from "./same-content.ts";
import { isSmallTalk, questionsIn, type Subject, subjectOf, topicOf } from "./subject.ts";
import { byName, byTerms, threadOf } from "./threads.ts";

const turnsRead = 120;
const aheadTokens = 80;
const maxRules = 2;
const maxOnBranch = 2;
/** Of the best memory's score. */
const ruleShare = 0.5;
/** Of a question: a rule that has only one of its words answers another one. */
const ruleCoverage = 0.3;
const rulesFirst = 100;
/** Of the tokens: a question has one answer, a task needs a word about several turns. */
const answerShare = { asked: 0.38, task: 0.65 };

export async function gatherForPrompt(
  memory: Memory,
  reader: Reader,
  asked: PromptQuestion,
  options: { tokens: number; withinMs: number | undefined; here?: Checkout },
): Promise<Plan> {
  const { tokens, here = { ...nowhere, branch: asked.branch } } = options;
  const intent = intentOf(asked.text);
  const recent = await recentTurns(memory.db, {
    projectId: reader.projectId,
    exceptSession: reader.sessionId,
    limit: turnsRead,
  });
  const isQuestion = isQuestionIn(asked.text, intent);
  const room = tokens * answerShare[isQuestion ? "asked" : "task"];
  const work = workAsked(recent, asked.text, intent, here);
  const ofThread = work?.isAsked
    ? await saidInThread(memory, work.turns, { asked, recent, intent, here, room })
    : [];
  if (ofThread.length > 0) return planOf(ofThread, tokens);
  const ofWork = work && lastWork(recent, work.turns, { ...work, text: asked.text, here, tokens: room });
  const onBranch = intent === "branch" ? (ofWork ?? []).slice(0, maxOnBranch) : [];
  if (ofWork && intent !== "branch" && (ofWork.length > 0 || intent === "left" || intent === "changes"))
    return planOf(ofWork, tokens);
  const question = { asked, recent, intent, isQuestion, here, withinMs: options.withinMs, room };
  const { found, nearest } = await answersTo(memory, reader, question);
  const answers = [...onBranch, ...found];
  if (answers.length > 0) return planOf(eachOnce(answers), tokens);
  const known = await knownOfTopic(memory, reader, asked);
  if (known.length > 0) return planOf(known, tokens);
  const isUnknown = clearlyAsksMemory(asked.text) && nearest < mayBeKnown;
  return isUnknown ? planOf(nothingAbout(topicOf(asked.text)), tokens) : noPlan;
}

/** Of the words of a question: where one memory has so many of them, "nothing is recorded" may be false. */
const mayBeKnown = 0.6;

function isQuestionIn(text: string, intent: Intent | null): boolean {
  return asksMemory(intent) || /[?？]\s*$/u.test(text);
}

function planOf(candidates: Candidate[], tokens: number): Plan {
  if (candidates.length === 0) return noPlan;
  return {
    heading: frame`From memory.`,
    sections: [
      { name: "found", heading: frame`Found:`, tokens },
      { name: "ahead", heading: frame`Likely needed too:`, tokens: aheadTokens },
    ],
    candidates,
    budget: { tokens, characters: maxCharacters },
  };
}

/** The turns of the work that a prompt asks about, or null if it asks about something else. */
function workAsked(
  recent: readonly Turn[],
  text: string,
  intent: Intent | null,
  here: Checkout,
): { turns: readonly Turn[]; intent: Intent; isAsked?: boolean } | null {
  const branches = new Set(recent.flatMap(({ branch }) => branch ?? []));
  const names = threadsNamedIn(text, branches);
  const isState = intent === "resume" || intent === "left" || intent === "thread";
  const named = names.length === 0 ? [] : threadOf(recent, byName(names));
  if (named.length > 0 && (isState || text.length <= maxThreadPrompt))
    return { turns: named, intent: intent ?? "thread", isAsked: !isState && isQuestionIn(text, intent) };
  if (intent === "branch")
    return { turns: recent.filter(({ branch }) => branch === here.branch && branch !== null), intent };
  if (intent === "changes") return { turns: recent, intent };
  if (!isState) return null;
  if (names.length > 0) return null;
  const { terms, joined } = subjectOf(text);
  const about = threadOf(recent, byTerms([...terms.keys()].filter((term) => !joined.has(term))));
  if (about.length > 0) return { turns: about, intent };
  if (namesKindOnly(text)) return { turns: numbered(recent), intent };
  const isAll = intent !== "thread" && (terms.size === 0 || intent === "left");
  return isAll ? { turns: recent, intent } : null;
}

/** A longer prompt that names an issue says what to do about it. */
const maxThreadPrompt = 120;

/** The thread with a number that was worked on last: "that PR". */
function numbered(turns: readonly Turn[]): Turn[] {
  const last = turns.find(({ request, outcome }) => namesThread(`${request} ${outcome}`));
  if (!last) return [];
  const [name] = threadsNamedIn(`${last.request} ${last.outcome}`);
  return name ? threadOf(turns, byName([name])) : [];
}

/** A question about a thread is answered by what was said in it, rather than by its last state. */
async function saidInThread(
  memory: Memory,
  turns: readonly Turn[],
  { asked, recent, intent, here, room }: Pick<Asked, "asked" | "recent" | "intent" | "here" | "room">,
): Promise<Candidate[]> {
  const rarity = rarityOf(memory, recent);
  const typed = asked.text;
  const subject = subjectOf(inEnglish(typed, wordsOf(memory, recent)), { isAsked: true, typed });
  const texts = turns
    .filter(({ state }) => state.is === "current")
    .map((turn) => ({ memory: turn, text: textOf([turn.request, turn.outcome, turn.detail].join("\n")) }));
  const ranked = weigh(subject, texts, rarity).slice(0, replyRead.turns);
  const sources = ranked.map(({ memory: turn }, rank) => ({ turn, rank, share: 1 }));
  const question = { subject, intent, isQuestion: true, rarity };
  const lines = answerFrom(await withReplies(memory, recent, sources), question, room);
  const why = { reason: "said in the work that the prompt names" };
  return lines.map(({ turn, text }, rank) =>
    ofBrief({ turn, text: `${whereOf(turn, here)}: ${text}` }, "turn", {
      section: "found",
      priority: -rank,
      why,
    }),
  );
}

function whereOf(turn: Turn, here: Checkout): string {
  return [turn.endedAt.slice(0, 10), elsewhere(turn, here)].filter(Boolean).join(" ");
}

interface Asked {
  asked: PromptQuestion;
  recent: readonly Turn[];
  intent: Intent | null;
  isQuestion: boolean;
  here: Checkout;
  withinMs: number | undefined;
  room: number;
}

/** One answer to each question of a prompt, pooled; and how much of a question the nearest memory has, from 0 to 1. */
async function answersTo(
  memory: Memory,
  reader: Reader,
  one: Asked,
): Promise<{ found: Candidate[]; nearest: number }> {
  const { asked, recent, intent, isQuestion, here, withinMs, room } = one;
  const rarity = rarityOf(memory, recent);
  const command = intent === "how" || intent === null ? knownCommand(recent, asked.text) : null;
  const found: Candidate[] = command
    ? [ofBrief(command, "turn", { section: "found", priority: rulesFirst, why: { reason: "ran here" } })]
    : [];
  let nearest = 0;
  const isKnown = wordsOf(memory, recent);
  const minRelevance = reader.settings["recall.minRelevance"];
  for (const typed of questionsIn(asked.text)) {
    const text = inEnglish(typed, isKnown);
    const named = subjectOf(text, { typed });
    const whole = subjectOf(text, { isAsked: true, typed });
    if (isSmallTalk(isQuestion ? whole : named)) continue;
    // Search reads the first words of a long prompt, and a pasted log may name what it is about at its end.
    const words = named.topics.size > 0 ? [...named.names, named.text].join(" ") : named.text;
    const hits = readOf(await find(memory, reader, asked, words, { hasTurns: recent.length > 0, withinMs }));
    nearest = Math.max(nearest, ...weigh(whole, hits, rarity).map(({ coverage }) => coverage));
    const narrow = aboutIn(hits, named, rarity, recent, intent, minRelevance);
    const about = isQuestion ? answering(hits, narrow, { named, whole }, { rarity, recent, intent }) : narrow;
    const subject = isQuestion ? whole : named;
    if (about.length > 0)
      found.push(
        ...(await answersFrom(memory, { subject, intent, isQuestion, rarity, here, recent }, about, room)),
      );
  }
  const ahead = found.length === 0 ? [] : aheadOf(recent, subjectOf(asked.text));
  return { found: [...found, ...ahead], nearest };
}

/** Rules first, then what turns say, then functions that can be run. */
async function answersFrom(
  memory: Memory,
  { subject, intent, isQuestion, rarity, here, recent }: Question & Pick<Asked, "here" | "recent">,
  about: readonly Found[],
  room: number,
): Promise<Candidate[]> {
  const best = Math.max(...about.map(({ score }) => score));
  const turns = await turnsOf(memory, about);
  const ids = about.map((one) => one.memory.document.owner_id);
  const stale = await staleReasons(memory.db, ids);
  const functions = await offersOf(memory.db, ownersOf(about, "function"));
  const slotOf = ({ names, shared, memory: { document, relevance, text, meaning } }: Found) => ({
    section: "found",
    why: {
      reason: `shares ${[...names, ...shared].slice(0, 5).join(", ")} with the prompt`,
      ...{ relevance, text, meaning },
    },
    caution: stale.get(document.owner_id),
  });
  // What a statement says of the code may have changed since: a newer turn that has as much of the question is told instead.
  const isOutrun = ({ coverage, memory: { document } }: Found) =>
    about.some((one) => {
      const { owner_kind, happened_at } = one.memory.document;
      return owner_kind === "turn" && happened_at > document.happened_at && one.coverage >= coverage;
    });
  const nodes = new Map((await nodesOf(memory.db, ids)).map((node) => [node.id, node]));
  const isRuling = (one: Found) => {
    const node = nodes.get(one.memory.document.owner_id);
    // What an agent found on the way stands in its turn, with what came of it.
    const isFirm = !node || node.isManual || node.saidBy !== "agent" || node.timesSeen > 1;
    if (!isFirm || !isQuestion) return isFirm;
    return one.coverage >= ruleCoverage && (node?.category === "convention" || !isOutrun(one));
  };
  const rules = about
    .filter((one) => isKnowledge(one.memory) && one.score >= ruleShare * best && isRuling(one))
    .slice(0, maxRules)
    .map((one) => ofRule(one.memory, { ...slotOf(one), priority: rulesFirst + one.score }));
  // Before a project has turns, observations have to do.
  const observed = about
    .filter(({ memory: { document } }) => document.owner_kind === "observation")
    .slice(0, maxRules)
    .map((one) => ofRule(one.memory, { ...slotOf(one), priority: one.score }));
  const offers = about.flatMap((one) => {
    const offer = functions.get(one.memory.document.owner_id);
    return offer ? [ofFunction(one.memory, offer, { ...slotOf(one), priority: 0 })] : [];
  });
  const found = new Map<string, Found>();
  const held = about.flatMap((one): Source[] => {
    const id = one.memory.document.owner_id;
    const holding = inForce(turns.get(id), turns, intent, subject);
    if (!holding || found.has(holding.turn.id)) return [];
    found.set(holding.turn.id, one);
    const doubt = [stale.get(id), holding.caution].filter(Boolean).join("; ");
    return [
      { turn: holding.turn, rank: found.size - 1, share: one.score / best, caution: doubt || undefined },
    ];
  });
  const sources = isQuestion ? await withReplies(memory, recent, held) : held;
  const left = room - rules.reduce((sum, { title }) => sum + countTokens(title), 0);
  const lines = answerFrom(sources, { subject, intent, isQuestion, rarity }, left);
  const answers = lines.map(({ turn, text, caution }, rank) => {
    const said = `${whereOf(turn, here)}: ${text}${caution === undefined ? "" : ` (${caution})`}`;
    const slot = { ...slotOf(found.get(turn.id) as Found), priority: lines.length - rank };
    return ofBrief({ turn, text: said }, "turn", slot);
  });
  const said = answers.map(({ title }) => title).join(" ");
  const files = isQuestion ? [] : filesOf(sources, `${subject.text} ${said}`);
  return [...rules, ...observed, ...answers, ...ofFiles(files), ...offers];
}

/** Turns of which the whole replies are read, and how many of each. */
const replyRead = { turns: 8, of: 12 };

/** The answer may stand in a reply on the way to the last one; and what the user said later may have refused it. */
function withReplies({ db }: Memory, recent: readonly Turn[], sources: readonly Source[]): Promise<Source[]> {
  return Promise.all(
    sources.map(async (source): Promise<Source> => {
      const { sessionId, startedAt: from, endedAt: upTo } = source.turn;
      const later = recent.flatMap((turn) =>
        turn.sessionId === sessionId && turn.startedAt > from ? [turn.request] : [],
      );
      // A reply does not know which of its values was replaced since.
      if (source.rank >= replyRead.turns || source.turn.state.is !== "current") return { ...source, later };
      return { ...source, later, replies: await repliesBetween(db, { sessionId, from, upTo }, replyRead.of) };
    }),
  );
}

const maxFiles = 4;
/** One file of the best turn, or several turns that changed the same. */
const minFileScore = 0.5;

/** What a task will touch: the files that the turns about it changed, the most worked on first. */
function filesOf(sources: readonly Source[], known: string): string[] {
  const scores = new Map<string, number>();
  for (const { turn, share } of sources)
    for (const [rank, path] of turn.files.entries())
      scores.set(path, (scores.get(path) ?? 0) + share / (1 + rank / 2));
  return [...scores]
    .filter(
      ([path, score]) => score >= minFileScore && !known.includes(path.slice(path.lastIndexOf("/") + 1)),
    )
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, maxFiles)
    .map(([path]) => path);
}

/** With the turns that have replaced them. */
async function turnsOf({ db }: Memory, about: readonly Found[]): Promise<ReadonlyMap<string, Turn>> {
  const turns = await turnsById(db, ownersOf(about, "turn"));
  const newer = [...turns.values()].flatMap(({ state }) =>
    state.is === "superseded" && !turns.has(state.by) ? [state.by] : [],
  );
  return newer.length === 0 ? turns : new Map([...turns, ...(await turnsById(db, newer))]);
}

/** What goes with the files that the prompt names. */
function aheadOf(recent: readonly Turn[], { names }: Subject): Candidate[] {
  const known = new Set(recent.flatMap(({ files }) => files));
  const isNamed = (path: string) => names.some((name) => path === name || path.endsWith(`/${name}`));
  const found = predict(
    recent,
    [...known].filter((path) => isNamed(path.toLowerCase())),
  );
  return found ? [ofPrediction(found, { section: "ahead", priority: 0 })] : [];
}
