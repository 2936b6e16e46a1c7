// reflect: a session that ended or fell silent → its summary and its learnings. By rules always, by a model if one is
// configured. Candidates are compared with what is known; everything is one transaction, and running it again changes
// nothing.

import { countTokens } from "../../context/tokens.ts";
import { type AskModel, isWorthAModel } from "../../memory/ask-model.ts";
import { transcriptLagMs } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { completeTurns } from "../../memory/turns.ts";
import { cleanerOfSessions } from "../../memory/without-secrets.ts";
import { chatHost } from "../../protocol/chat.ts";
import type { Learning } from "../../protocol/knowledge.ts";
import type { Observation } from "../../protocol/observations.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Session, SummaryParts } from "../../protocol/sessions.ts";
import { evidenceOf, listLearnings } from "../../rooms/knowledge/room.ts";
import { countObservations, observationsOf, wholeObservations } from "../../rooms/observations/room.ts";
import { lockProject } from "../../rooms/projects/room.ts";
import { getSession, markSummarized, putSummary, silentSessions, upToOf } from "../../rooms/sessions/room.ts";
import { takenBack, turnsOf } from "../../rooms/turns/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import type { Candidate } from "./extract/candidate.ts";
import { extract, worthVectors } from "./extract/extract.ts";
import { proofOf } from "./extract/hypotheses.ts";
import { judge, type Neighbour } from "./judge.ts";
import { type Learned, type LearningSource, learn, prove, statementKindOf } from "./learn.ts";
import { type Nearness, nearnessOf, statementVectors } from "./nearness.ts";
import { applyStep } from "./plan-consolidation.ts";
import { judgePairs, type Pair, reflectByModel, type Word } from "./reflect-by-model.ts";
import { summarise } from "./summarise-session.ts";
import { describeTurns } from "./turns-by-model.ts";

export interface Reflected {
  status: "made" | "unchanged" | "empty";
  learned: Learned[];
}

interface Thought {
  provider: string;
  note: string | null;
  parts: SummaryParts;
  candidates: Candidate[];
}

const maxObservations = 10_000;
const maxKnown = 2_000;
const maxPairs = 30;

export async function reflect(memory: Memory, sessionId: string, ask?: AskModel): Promise<Reflected> {
  const started = performance.now();
  const { db } = memory;
  const { count, last } = await countObservations(db, { sessionId });
  if (count === 0) return { status: "empty", learned: [] };
  await db.transaction().execute((tx) => completeTurns(tx, sessionId));
  if ((await upToOf(db, sessionId)) >= last) {
    await markSummarized(db, sessionId);
    return { status: "unchanged", learned: [] };
  }
  const session = await getSession(db, sessionId);
  const observations = await observationsOf(db, { sessionId }, { first: maxObservations });
  const model = isWorthAModel(session) ? ask : undefined;
  if (model) await describeTurns(memory, sessionId, model);
  const thought = teaches(await think(memory, session, last, observations, model), session);
  const known = await knownIn(db, session.projectId);
  const nearness = await nearnessOf(memory, [
    ...known,
    ...thought.candidates.map(({ content }) => ({ id: null, content })),
  ]);
  const words = model ? await wordsOn(model, sessionId, last, thought.candidates, known, nearness) : noWords;
  const learned = await db.transaction().execute(async (tx) => {
    await lockProject(tx, session.projectId);
    const at = new Date().toISOString();
    if (!(await putSummary(tx, { sessionId, upTo: last, at, ...thought }))) return null;
    const origin = { projectId: session.projectId, sessionId, review: memory.config["knowledge.review"] };
    const all = await learnAll(tx, origin, thought.candidates, nearness, words);
    if (session.host !== chatHost) all.push(...(await proveAll(tx, origin, observations)));
    await archiveTakenBack(tx, origin, at);
    await markSummarized(tx, sessionId);
    return all;
  });
  if (learned === null) return { status: "unchanged", learned: [] };
  record(memory, sessionId, thought, learned, performance.now() - started);
  return { status: "made", learned };
}

/** A conversation of the chat repeats what is known, and what a model made of it: it is summarised, and teaches nothing. */
function teaches(thought: Thought, { host }: Session): Thought {
  return host === chatHost ? { ...thought, candidates: [], parts: { ...thought.parts, known: [] } } : thought;
}

/** What the session was about: by rules, replaced by the model's text if it answers. */
async function think(
  memory: Memory,
  session: Session,
  upTo: number,
  observations: readonly Observation[],
  ask: AskModel | undefined,
): Promise<Thought> {
  const whole = (await wholeObservations(memory.db, session.id)).slice(0, observations.length);
  const said = whole.map((one) => (one.kind === "prompt" ? { ...one, detail: one.said } : one));
  const candidates = extract(said, await statementVectors(memory, worthVectors(said)));
  const turns = await turnsOf(memory.db, session.id);
  const byRules = { ...summarise(observations, turns), known: candidates.map(({ content }) => content) };
  const clean = await cleanerOfSessions(memory, [session.id]);
  const told = ask ? await reflectByModel(ask, session.id, upTo, observations, clean) : { note: null };
  if (!("parts" in told)) return { provider: "offline", note: told.note, parts: byRules, candidates };
  return {
    provider: told.provider,
    note: null,
    parts: { ...told.parts, files: byRules.files },
    // What the user stated stays, whatever the model says.
    candidates: [...candidates, ...told.candidates],
  };
}

export async function learnAll(
  tx: Db,
  origin: LearningSource,
  candidates: readonly Candidate[],
  nearness: Nearness,
  words: WordOn = noWords,
): Promise<Learned[]> {
  const before = await evidenceOf(tx, { sessionId: origin.sessionId });
  const said = new Set(before.filter(({ kind }) => kind === "supports").map(({ claim }) => claim));
  const learned: Learned[] = [];
  for (const candidate of candidates) {
    if (said.has(candidate.claim)) continue;
    const known = await knownIn(tx, origin.projectId);
    const neighbours = known.map((one): Neighbour => {
      const similarity = nearness.between(candidate.content, one.content);
      return {
        ...one,
        statementKind: statementKindOf(one),
        similarity,
        word: words(candidate.content, one.content),
      };
    });
    const verdict = judge(candidate, neighbours, nearness.likeness);
    const done = await learn(tx, candidate, verdict, origin);
    if (done) learned.push(done);
  }
  return learned;
}

/** What was said only in a turn that the user then rejected is no knowledge; saying it again brings it back. */
async function archiveTakenBack(
  tx: Db,
  { projectId, sessionId }: { projectId: string; sessionId: string },
  at: string,
): Promise<void> {
  const own = (await knownIn(tx, projectId)).filter(
    ({ state, ...one }) =>
      one.sessionId === sessionId &&
      (state === "active" || state === "waiting") &&
      !one.isManual &&
      one.timesSeen <= 1,
  );
  const isTakenBack = await takenBack(tx, own);
  for (const one of own.filter(isTakenBack))
    await applyStep(tx, { step: "archive", id: one.id, reason: "taken back in the same session" }, at);
}

/** Hypotheses of earlier sessions that this one has proven. */
async function proveAll(
  tx: Db,
  origin: LearningSource,
  observations: readonly Observation[],
): Promise<Learned[]> {
  const open = (await knownIn(tx, origin.projectId)).filter(
    (one) => one.type === "hypothesis" && one.state === "active" && one.sessionId !== origin.sessionId,
  );
  const learned: Learned[] = [];
  for (const guess of open) {
    const shown = proofOf(guess.content, -1, observations);
    if (!shown) continue;
    const proof = { observationId: shown.id, claim: shown.title, at: shown.happenedAt };
    const done = await prove(tx, guess, proof, origin);
    if (done) learned.push(done);
  }
  return learned;
}

/**
 * What a candidate can duplicate or contradict. A merged learning is represented by the one that replaced it; one that
 * a later statement superseded may be stated again.
 */
export async function knownIn(db: Db, projectId: string): Promise<Learning[]> {
  const all = await listLearnings(db, {
    projects: inProject(projectId),
    states: ["active", "waiting", "archived", "rejected"],
    limit: maxKnown,
  });
  return all.filter((one) => one.supersededBy === null || one.state !== "archived");
}

type WordOn = (candidate: string, known: string) => Word | undefined;
const noWords: WordOn = () => undefined;

async function wordsOn(
  ask: AskModel,
  sessionId: string,
  upTo: number,
  candidates: readonly Candidate[],
  known: readonly Learning[],
  nearness: Nearness,
): Promise<WordOn> {
  const pairs = candidates
    .flatMap((candidate) =>
      known
        .filter(
          (one) => statementKindOf(one) === candidate.statementKind && one.content !== candidate.content,
        )
        .map((one) => ({
          candidate: candidate.content,
          known: one.content,
          near: nearness.between(candidate.content, one.content),
        })),
    )
    .filter(({ near }) => near >= nearness.likeness.about)
    .sort((a, b) => b.near - a.near)
    .slice(0, maxPairs);
  const said = await judgePairs(ask, sessionId, upTo, pairs);
  const find = (candidate: string, other: string): Pair | undefined =>
    pairs.find((pair) => pair.candidate === candidate && pair.known === other);
  return (candidate, other) => {
    const pair = find(candidate, other);
    return pair && said.get(pair);
  };
}

const eventOf = {
  new: "learning.extracted",
  contradicts: "learning.extracted",
  reinforces: "learning.reinforced",
  proven: "learning.reinforced",
} as const;

function record(
  memory: Memory,
  sessionId: string,
  { provider, note, parts }: Thought,
  learned: readonly Learned[],
  durationMs: number,
): void {
  memory.events.record({
    type: "hook.summary",
    sessionId,
    data: { provider, ...(note === null ? {} : { note }), learnings: learned.length },
    durationMs,
    tokensOut: countTokens(JSON.stringify(parts)),
  });
  recordLearned(memory, sessionId, learned);
}

export function recordLearned(memory: Memory, sessionId: string, learned: readonly Learned[]): void {
  for (const { verdict, learning, against } of learned) {
    const { id, category, confidence } = learning;
    memory.events.record({ type: eventOf[verdict], sessionId, data: { id, category, confidence, verdict } });
    for (const one of against) {
      const data = { id: one.id, category: one.category, confidence: one.confidence, by: id };
      memory.events.record({ type: "learning.invalidated", sessionId, data });
    }
  }
}

/** Runs after the transcript was read; anything later is found by the check for silent sessions. */
const reflectAfterMs = 2 * transcriptLagMs;

export async function reflectSoon(tx: Db, sessionId: string): Promise<void> {
  const runAt = new Date(Date.now() + reflectAfterMs);
  await enqueue(tx, { kind: "reflect", key: sessionId, payload: { sessionId }, runAt });
}

const sessionsAtOnce = 50;

/** Adds a job for each session that fell silent, whose end no hook reported, or that was imported. */
export async function reflectOnSilent(memory: Memory, now = new Date()): Promise<number> {
  const minutes = memory.config["reflect.idleMinutes"];
  if (minutes === 0) return 0;
  const since = new Date(now.getTime() - minutes * 60_000);
  const ids = await silentSessions(memory.db, since, sessionsAtOnce);
  for (const sessionId of ids)
    await enqueue(memory.db, { kind: "reflect", key: sessionId, payload: { sessionId } });
  return ids.length;
}
