// What is injected at a prompt: the rules that apply to it, then what answers it: the state of the thread that it names,
// or the few sentences of earlier work that say what it asks. Nothing if no memory is about it.

import {
  clearlyAsksMemory,
  type Intent,
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
import { recentTurns, turnsById } from "../../rooms/turns/room.ts";
import {
  aboutIn,
  asksMemory,
  type Found,
  find,
  isKnowledge,
  ownersOf,
  type PromptQuestion,
} from "./about.ts";
import { answerFrom, type Question, type Source } from "./answer.ts";
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
import { lastWork } from "./gather-last-work.ts";
import { inForce } from "./in-force.ts";
import { knownCommand } from "./known-commands.ts";
import { knownOfTopic } from "./known-topic.ts";
import { maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";
import { predict } from "./predict.ts";
import { rarityOf } from "./project-words.ts";
import { eachOnce } from "./same-content.ts";
import { isSmallTalk, questionsIn, type Subject, subjectOf, topicOf } from "./subject.ts";
import { byName, byTerms, threadOf } from "./threads.ts";

const turnsRead = 120;
const aheadTokens = 80;
const maxRules = 2;
const maxOnBranch = 2;
/** Of the best memory's score. */
const ruleShare = 0.5;
const rulesFirst = 100;
/** Of the tokens: a question has one answer, a task needs a word about several turns. */
const answerShare = { asked: 0.35, task: 0.65 };

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
  const isQuestion = asksMemory(intent) || /[?？]\s*$/u.test(asked.text);
  const room = tokens * answerShare[isQuestion ? "asked" : "task"];
  const work = workAsked(recent, asked.text, intent, here);
  const ofWork = work && lastWork(recent, work.turns, { ...work, text: asked.text, here, tokens: room });
  const onBranch = intent === "branch" ? (ofWork ?? []).slice(0, maxOnBranch) : [];
  if (ofWork && intent !== "branch" && (ofWork.length > 0 || intent === "left" || intent === "changes"))
    return planOf(ofWork, tokens);
  const question = { asked, recent, intent, isQuestion, here, withinMs: options.withinMs, room };
  const answers = [...onBranch, ...(await answersTo(memory, reader, question))];
  if (answers.length > 0) return planOf(eachOnce(answers), tokens);
  const known = await knownOfTopic(memory, reader, asked);
  if (known.length > 0) return planOf(known, tokens);
  return clearlyAsksMemory(asked.text) ? planOf(nothingAbout(topicOf(asked.text)), tokens) : noPlan;
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
): { turns: readonly Turn[]; intent: Intent } | null {
  const branches = new Set(recent.flatMap(({ branch }) => branch ?? []));
  const names = threadsNamedIn(text, branches);
  const isState = intent === "resume" || intent === "left" || intent === "thread";
  const named = names.length === 0 ? [] : threadOf(recent, byName(names));
  if (named.length > 0 && (isState || text.length <= maxThreadPrompt))
    return { turns: named, intent: intent ?? "thread" };
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

interface Asked {
  asked: PromptQuestion;
  recent: readonly Turn[];
  intent: Intent | null;
  isQuestion: boolean;
  here: Checkout;
  withinMs: number | undefined;
  room: number;
}

/** One answer to each question of a prompt, pooled. */
async function answersTo(memory: Memory, reader: Reader, one: Asked): Promise<Candidate[]> {
  const { asked, recent, intent, isQuestion, here, withinMs, room } = one;
  const rarity = rarityOf(memory, recent);
  const command = intent === "how" || intent === null ? knownCommand(recent, asked.text) : null;
  const found: Candidate[] = command
    ? [ofBrief(command, "turn", { section: "found", priority: rulesFirst, why: { reason: "ran here" } })]
    : [];
  for (const text of questionsIn(asked.text)) {
    const named = subjectOf(text);
    const subject = named.terms.size === 0 && asksMemory(intent) ? subjectOf(text, { isAsked: true }) : named;
    if (isSmallTalk(subject)) continue;
    // Search reads the first words of a long prompt, and a pasted log may name what it is about at its end.
    const words = subject.topics.size > 0 ? [...subject.names, subject.text].join(" ") : subject.text;
    const hits = await find(memory, reader, asked, words, { hasTurns: recent.length > 0, withinMs });
    const about = aboutIn(hits, subject, rarity, recent, intent, reader.settings["recall.minRelevance"]);
    if (about.length > 0)
      found.push(...(await answersFrom(memory, { subject, intent, isQuestion, rarity, here }, about, room)));
  }
  return found.length === 0 ? [] : [...found, ...aheadOf(recent, subjectOf(asked.text))];
}

/** Rules first, then what turns say, then functions that can be run. */
async function answersFrom(
  memory: Memory,
  { subject, intent, isQuestion, rarity, here }: Question & { here: Checkout },
  about: readonly Found[],
  room: number,
): Promise<Candidate[]> {
  const best = about[0]?.score ?? 1;
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
  const rules = about
    .filter(({ memory: found, score }) => isKnowledge(found) && score >= ruleShare * best)
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
  const sources = about.flatMap((one): Source[] => {
    const id = one.memory.document.owner_id;
    const holding = inForce(turns.get(id), turns, intent, subject);
    if (!holding || found.has(holding.turn.id)) return [];
    found.set(holding.turn.id, one);
    const doubt = [stale.get(id), holding.caution].filter(Boolean).join("; ");
    return [{ turn: holding.turn, share: one.score / best, caution: doubt || undefined }];
  });
  const left = room - rules.reduce((sum, { title }) => sum + countTokens(title), 0);
  const lines = answerFrom(sources, { subject, intent, isQuestion, rarity }, left);
  const answers = lines.map(({ turn, text, caution }, rank) => {
    const where = [turn.endedAt.slice(0, 10), elsewhere(turn, here)].filter(Boolean).join(" ");
    const said = `${where}: ${text}${caution === undefined ? "" : ` (${caution})`}`;
    const slot = { ...slotOf(found.get(turn.id) as Found), priority: lines.length - rank };
    return ofBrief({ turn, text: said }, "turn", slot);
  });
  const said = answers.map(({ title }) => title).join(" ");
  const files = isQuestion ? [] : filesOf(sources, `${subject.text} ${said}`);
  return [...rules, ...observed, ...answers, ...ofFiles(files), ...offers];
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
