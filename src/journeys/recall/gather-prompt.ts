// What is injected at a prompt: what is asked, what is known about it, what of that holds now, what is said. A question gets
// one answer, work gets the rules that bind it and the last state of the same thing, anything else gets nothing.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import {
  asksUs,
  asksWorld,
  changesSetting,
  clearlyAsksMemory,
  type Intent,
  inEnglish,
  intentOf,
  isWorkWord,
  languageOf,
  requests,
} from "../../../libs/language/index.ts";
import { frame } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { offersOf } from "../../rooms/functions/room.ts";
import { recentTurns } from "../../rooms/turns/room.ts";
import {
  binds,
  type Found,
  find,
  isNear,
  likeWork,
  mayAnswer,
  ownersOf,
  type PromptQuestion,
  type Read,
} from "./about.ts";
import { statesValueOf } from "./asked-value.ts";
import { type Candidate, nothingAbout, ofBrief, ofFunction, ofPrediction, ofRule } from "./candidates.ts";
import { type Checkout, elsewhere, nowhere } from "./checkout.ts";
import { ownTerms, type Rarity, textOf, weigh } from "./evidence.ts";
import { lastWork } from "./gather-last-work.ts";
import { inForce } from "./in-force.ts";
import { knownCommand } from "./known-commands.ts";
import { knownOfTopic } from "./known-topic.ts";
import type { Source, Told } from "./passages.ts";
import { maxCharacters, noPlan, type Plan, type Reader } from "./plan.ts";
import { predict } from "./predict.ts";
import { rarityOf, wordsOf } from "./project-words.ts";
import { eachOnce } from "./same-content.ts";
import { holdingIn, replyRead, rulesAmong, turnsOf, withReplies } from "./sources.ts";
import { spansFor } from "./spans.ts";
import { isQuestion, isSmallTalk, questionsIn, type Subject, subjectOf, topicOf } from "./subject.ts";
import { type AskedWork, workAsked } from "./threads.ts";
import { workLines } from "./work-lines.ts";

const turnsRead = 120;
const aheadTokens = 80;
/** What holds about the topic of a question stands before what was done about it. */
const maxKnownBefore = 2;
/** Of the tokens: a task needs a word, a question an answer. */
const answerShare = { asked: 0.38, task: 0.3 };

/** What is asked, and among which work. */
interface Asked {
  memory: Memory;
  reader: Reader;
  prompt: PromptQuestion;
  intent: Intent | null;
  recent: readonly Turn[];
  rarity: Rarity;
  isKnown: (term: string) => boolean;
  here: Checkout;
  withinMs: number | undefined;
  tokens: number;
}

export async function gatherForPrompt(
  memory: Memory,
  reader: Reader,
  prompt: PromptQuestion,
  options: { tokens: number; withinMs: number | undefined; here?: Checkout },
): Promise<Plan> {
  const { tokens, withinMs, here = { ...nowhere, branch: prompt.branch } } = options;
  const { projectId, sessionId } = reader;
  const recent = await recentTurns(memory.db, { projectId, exceptSession: sessionId, limit: turnsRead });
  const rarity = rarityOf(memory, recent);
  const words = { rarity, isKnown: wordsOf(memory, recent) };
  const intent = intentOf(prompt.text);
  const asked: Asked = { memory, reader, prompt, intent, recent, ...words, here, withinMs, tokens };

  const like = (subject: Subject) => likeWork(memory, recent, subject);
  const work = workAsked(recent, prompt.text, { intent, here, rarity, like });
  const state = await stateOf(asked, work);
  if (state !== null) return planOf(state, tokens);
  const { found, isUnknown } = await knownAbout(asked);
  const known = await knownOfTopic(memory, reader, prompt);
  const answers = found.length > 0 ? [...inFront(known.slice(0, maxKnownBefore), found), ...found] : known;
  if (answers.length > 0) return planOf(eachOnce(answers), tokens);
  return isUnknown ? planOf(nothingAbout(topicOf(prompt.text)), tokens) : noPlan;
}

function inFront(first: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  const top = Math.max(...others.map(({ priority }) => priority));
  return first.map((one, rank) => ({ ...one, priority: top + first.length - rank }));
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

const maxOnBranch = 2;

/** The last state of the work that a prompt names, or what was said in it; null if it is about something else. */
async function stateOf(asked: Asked, work: AskedWork | null): Promise<Candidate[] | null> {
  if (work === null) return null;
  const { memory, prompt, recent, rarity, here, tokens } = asked;
  const room = tokens * answerShare.task * 2;
  if (work.isAsked) {
    const subject = subjectIn(prompt.text, asked, { isAsked: true });
    const texts = work.turns
      .filter(({ state }) => state.is === "current")
      .map((turn) => ({
        memory: turn,
        text: textOf([turn.request, turn.outcome, turn.detail].join("\n")),
      }));
    const ranked = weigh(subject, texts, rarity).slice(0, replyRead.turns);
    const sources = ranked.map(({ memory: turn }, rank) => ({ turn, rank }));
    const question = { subject, intent: asked.intent, rarity };
    const lines = spansFor(await withReplies(memory, recent, sources), question, room);
    if (lines.length > 0) return said(lines, here, "said in the work that the prompt names");
  }
  const state = lastWork(recent, work.turns, { ...work, text: prompt.text, here, tokens: room });
  if (work.intent === "branch") {
    const { found } = await knownAbout(asked);
    return eachOnce([...state.slice(0, maxOnBranch), ...found]);
  }
  return state.length > 0 || work.intent === "left" || work.intent === "changes" ? state : null;
}

function said(
  lines: readonly Told[],
  here: Checkout,
  reason: string,
  found: readonly Found[] = [],
): Candidate[] {
  const hits = new Map(found.map(({ memory }) => [memory.document.owner_id, memory]));
  return lines.map(({ source: { rule, caution }, turn, text }, rank) => {
    const hit = hits.get(turn.id);
    const why = { reason, relevance: hit?.relevance, text: hit?.text, meaning: hit?.meaning };
    const slot = { section: "found", priority: rulesFirst - rank, why };
    if (rule) return ofRule(rule.memory, { ...slot, caution });
    const where = [turn.endedAt.slice(0, 10), elsewhere(turn, here)].filter(Boolean).join(" ");
    return ofBrief({ turn, text: `${where}: ${text}${caution ? ` (${caution})` : ""}` }, "turn", slot);
  });
}

const rulesFirst = 100;

/** What is known about each question of a prompt; and whether a clear question is about something unknown. */
async function knownAbout(asked: Asked): Promise<{ found: Candidate[]; isUnknown: boolean }> {
  const { prompt, intent, recent } = asked;
  const mayRun = intent === "how" || (intent === null && isQuestionIn(prompt.text));
  const command = mayRun ? knownCommand(recent, prompt.text) : null;
  const found: Candidate[] = command
    ? [ofBrief(command, "turn", { section: "found", priority: rulesFirst, why: { reason: "ran here" } })]
    : [];
  let isUnknown = false;
  const [whole = "", ...parts] = questionsIn(prompt.text);
  for (const typed of [...parts, whole]) {
    // Of a prompt with several questions, each has its answer.
    if (typed === whole && parts.length > 0 && found.length > 0) continue;
    const isAsked = isQuestionIn(typed);
    const subject = subjectIn(typed, asked, { isAsked });
    if (isSmallTalk(subject) || (asksWorld(typed) && subject.names.length === 0)) continue;
    const hits = await hitsFor(subject, asked);
    isUnknown ||= clearlyAsksMemory(typed) && isNowhere(subject, hits, asked);
    const answer = isAsked ? answerTo : boundWork;
    found.push(...(await answer(subject, hits, asked)));
  }
  const ahead = found.length === 0 ? [] : aheadOf(recent, subjectOf(prompt.text));
  return { found: [...found, ...ahead], isUnknown };
}

/** A longer prompt that ends with a question mark is a task. */
const maxQuestion = 300;

/** "Can you add a retry?" asks for work. */
function isQuestionIn(text: string): boolean {
  if (asksMemory(intentOf(text))) return true;
  return isQuestion(text) && text.length <= maxQuestion && !requests(text);
}

const asksMemory = (intent: Intent | null) =>
  intent === "how" || intent === "tried" || intent === "why" || intent === "decided";

/** In the words of the work. */
function subjectIn(typed: string, { isKnown }: Asked, { isAsked }: { isAsked: boolean }): Subject {
  return subjectOf(inEnglish(typed, isKnown), { isAsked, typed });
}

/** Search reads the first words of a long prompt, and a pasted log may name what it is about at its end. */
function hitsFor(subject: Subject, { memory, reader, prompt, recent, withinMs }: Asked): Promise<Read[]> {
  const words = subject.isLong ? [...subject.names, subject.text].join(" ") : subject.text;
  return find(memory, reader, prompt, words, { hasTurns: recent.length > 0, withinMs });
}

/** "Nothing is recorded" is true only where most of what is asked about occurs nowhere. */
function isNowhere(subject: Subject, hits: readonly Read[], { isKnown, recent }: Asked): boolean {
  const named = ownTerms(subjectOf(subject.text, { typed: subject.typed }));
  const older = hits.filter(({ memory: hit }) => !recent.some(({ id }) => id === hit.document.owner_id));
  const known = named.filter((term) => isKnown(term) || older.some(({ text }) => text.terms.has(term)));
  return known.length < named.length / 2;
}

/**
 * Of a question, what an answer must have: where it is about us, where it may be about the world, and where each of its words
 * may have been translated into several.
 */
const enough = { us: 0.34, world: 0.45, foreign: 0.22 };
const strange = 0.4;
const mostly = 0.6;
const maxRules = 2;

/** The spans of earlier work that have the question, as they hold now, and a rule that says it. */
async function answerTo(subject: Subject, hits: readonly Read[], asked: Asked): Promise<Candidate[]> {
  const { memory, reader, intent, recent, isKnown, here, tokens } = asked;
  const isForeign = languageOf(subject.typed) !== "en";
  const isOurs = asksUs(subject.typed) || clearlyAsksMemory(subject.typed);
  const named = ownTerms(subject).filter((term) => !isWorkWord(term));
  const isMostlyKnown = named.filter(isKnown).length >= Math.max(2, mostly * named.length);
  // Who asks about us, or about what is known here, may use words of his own, or mistype one.
  const weightOfStrange = isOurs || isMostlyKnown ? strange : 1;
  const rarity: Rarity = (term) => (isKnown(term) ? 1 : weightOfStrange) * asked.rarity(term);
  const weighed = weigh(subject, hits, rarity);
  const isEnough = (coverage: number, names: readonly string[] = []) =>
    coverage >= enough[isForeign ? "foreign" : isOurs || names.length > 0 ? "us" : "world"];
  const about = mayAnswer(weighed, recent);
  const rules = await rulesAmong(
    memory,
    weighed.filter(({ coverage, names }) => isEnough(coverage, names)),
  );
  const turns = await withReplies(memory, recent, await holdingIn(memory, about, { subject, intent }));
  const near = ownersOf(
    about.filter((one) => isNear(one, subject, reader.settings["recall.minRelevance"])),
    "turn",
  );
  const question = { subject, intent, rarity };
  const lines = spansFor([...rules, ...turns], question, tokens * answerShare.asked).filter(
    ({ coverage, names, terms, turn }) =>
      (isEnough(coverage, names) && isNamedBy(terms, subject, intent)) || near.includes(turn.id),
  );
  return [...said(lines, here, reasonOf(subject), weighed), ...(await offered(weighed, asked))];
}

/** What shares only everyday words with a question does not answer it, but for "how do we deploy". */
function isNamedBy(terms: ReadonlySet<string>, subject: Subject, intent: Intent | null): boolean {
  const isOfWork = intent === "how" && ownTerms(subject).every(isWorkWord);
  return isOfWork || [...terms].some((term) => !isWorkWord(term));
}

function reasonOf({ names, terms }: Subject): string {
  return `shares ${[...names, ...terms.keys()].slice(0, 5).join(", ")} with the prompt`;
}

/** For work: the rules that bind it, then what came last of work on the same thing. */
async function boundWork(subject: Subject, hits: readonly Read[], asked: Asked): Promise<Candidate[]> {
  const { memory, reader, intent, recent, rarity, here, tokens } = asked;
  const weighed = weigh(subject, hits, rarity);
  const rules = await rulesAmong(
    memory,
    weighed.filter((one) => binds(one, rarity) && one.score >= ruleShare * (weighed[0]?.score ?? 0)),
  );
  const turns = await turnsOf(memory, weighed);
  const others = [...turns.values()].filter(({ id }) => !recent.some((turn) => turn.id === id));
  const like = likeWork(memory, [...recent, ...others], subject);
  const setting = changesSetting(subject.typed) ? subjectOf(subject.text, { isAsked: true }) : null;
  const isAlso = (one: Found) =>
    isNear(one, subject, reader.settings["recall.minRelevance"]) ||
    (setting !== null && statesValueOf(one.memory.document.summary, setting));
  const also = ownersOf(weighed.filter(isAlso), "turn").flatMap((id) => turns.get(id) ?? []);
  const own = [...new Set([...like, ...also])].slice(0, maxLike);
  const sources = own.flatMap((turn, rank): Source[] => {
    const held = inForce(turn, turns, intent, subject);
    return held ? [{ ...held, rank }] : [];
  });
  const lines = workLines(sources, { subject, intent, rarity }, tokens * answerShare.task);
  return [
    ...said(rules.slice(0, maxRules).map(wholeRule), here, reasonOf(subject), weighed),
    ...said(lines.map(withFiles), here, "work on the same thing", weighed),
    ...(await offered(weighed, asked)),
  ];
}

const maxLike = 3;
const maxFiles = 2;

/** With the files that this work changed, unless it names them: that is where to go on. */
function withFiles(line: Told): Told {
  const { turn, text } = line;
  const own = turn.files.filter((path) => !isTestPath(path)).slice(0, maxFiles);
  const left = own.filter((path) => !text.includes(path.slice(path.lastIndexOf("/") + 1)));
  return left.length < own.length || left.length === 0
    ? line
    : { ...line, text: `${text} (${left.join(", ")})` };
}

/** Of the best memory's score. */
const ruleShare = 0.5;

function wholeRule(source: Source): Told {
  return { source, turn: source.turn, text: source.turn.outcome };
}

/** Functions that can be run. */
async function offered(weighed: readonly Found[], { memory }: Asked): Promise<Candidate[]> {
  const functions = await offersOf(memory.db, ownersOf(weighed, "function"));
  return weighed.flatMap(({ memory: hit, coverage }) => {
    const offer = functions.get(hit.document.owner_id);
    const why = { reason: "a function that can be run" };
    return offer && coverage >= enough.us
      ? [ofFunction(hit, offer, { section: "found", priority: 0, why })]
      : [];
  });
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
