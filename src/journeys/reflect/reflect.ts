// reflect: a session that ended or fell silent → its summary and its learnings, by rules, at once. Candidates are compared
// with what is known; everything is one transaction, and running it again changes nothing. Where a model is set, a job
// follows that describes the session in the model's words.

import { countTokens } from "../../context/tokens.ts";
import { isWorthAModel } from "../../memory/ask-model.ts";
import { transcriptLagMs } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { completeTurns } from "../../memory/turns.ts";
import { chatHost } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type Observation, offline } from "../../protocol/observations.ts";
import type { Session, SummaryParts } from "../../protocol/sessions.ts";
import { countObservations, observationsOf, wholeObservations } from "../../rooms/observations/room.ts";
import { lockProject } from "../../rooms/projects/room.ts";
import {
  getSession,
  markSummarized,
  putSummary,
  silentSessions,
  summaryOf,
  upToOf,
  writtenOf,
} from "../../rooms/sessions/room.ts";
import { takenBack, turnsOf } from "../../rooms/turns/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import type { Candidate } from "./extract/candidate.ts";
import { extract } from "./extract/extract.ts";
import { proofOf } from "./extract/hypotheses.ts";
import { type Learned, type LearningSource, prove } from "./learn.ts";
import { knownIn, learnAll, recordLearned } from "./learn-all.ts";
import { nearnessOf } from "./nearness.ts";
import { applyStep } from "./plan-consolidation.ts";
import { summarise, withWritten } from "./summarise-session.ts";

export interface Reflected {
  status: "made" | "unchanged" | "empty";
  learned: Learned[];
}

interface Thought {
  provider: string;
  parts: SummaryParts;
  candidates: Candidate[];
}

const maxObservations = 10_000;

export async function reflect(memory: Memory, sessionId: string): Promise<Reflected> {
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
  const thought = teaches(await think(memory, session, observations), session);
  const known = await knownIn(db, session.projectId);
  const nearness = await nearnessOf(memory, [
    ...known,
    ...thought.candidates.map(({ content }) => ({ id: null, content })),
  ]);
  const learned = await db.transaction().execute(async (tx) => {
    await lockProject(tx, session.projectId);
    const at = new Date().toISOString();
    if (!(await putSummary(tx, { sessionId, upTo: last, at, note: null, ...thought }))) return null;
    const origin = { projectId: session.projectId, sessionId, review: memory.config["knowledge.review"] };
    const all = await learnAll(tx, origin, thought.candidates, nearness);
    if (session.host !== chatHost) all.push(...(await proveAll(tx, origin, observations)));
    await archiveTakenBack(tx, origin, at);
    await markSummarized(tx, sessionId);
    if (memory.config["llm.provider"] !== offline && isWorthAModel(session))
      await describeSoon(tx, sessionId);
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

/** What the session was about, by rules; what a model wrote about its earlier turns stays. */
async function think(
  { db }: Memory,
  session: Session,
  observations: readonly Observation[],
): Promise<Thought> {
  const whole = (await wholeObservations(db, session.id)).slice(0, observations.length);
  const said = whole.map((one) => (one.kind === "prompt" ? { ...one, detail: one.said } : one));
  const candidates = extract(said);
  const turns = await turnsOf(db, session.id);
  const known = candidates.map(({ content }) => content);
  const written = await writtenOf(db, session.id);
  if (written === null)
    return { provider: offline, parts: { ...summarise(observations, turns), known }, candidates };
  const later = turns.filter(({ endedAt }) => endedAt > written.to);
  const before = await summaryOf(db, session.id);
  return {
    provider: later.length === 0 ? (before?.provider ?? offline) : offline,
    parts: withWritten(written.parts, summarise(observations, later)),
    candidates,
  };
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

function record(
  memory: Memory,
  sessionId: string,
  { provider, parts }: Thought,
  learned: readonly Learned[],
  durationMs: number,
): void {
  memory.events.record({
    type: "hook.summary",
    sessionId,
    data: { provider, learnings: learned.length },
    durationMs,
    tokensOut: countTokens(JSON.stringify(parts)),
  });
  recordLearned(memory, sessionId, learned);
}

/** Runs after the transcript was read; anything later is found by the check for silent sessions. */
const reflectAfterMs = 2 * transcriptLagMs;

export async function reflectSoon(tx: Db, sessionId: string): Promise<void> {
  const runAt = new Date(Date.now() + reflectAfterMs);
  await enqueue(tx, { kind: "reflect", key: sessionId, payload: { sessionId }, runAt });
}

/** A model writes what rules have summarised, after the jobs that are due now. */
async function describeSoon(tx: Db, sessionId: string, again = false): Promise<void> {
  await enqueue(tx, { kind: "describe", key: sessionId, payload: { sessionId, again, tries: 0 } });
}

/** Adds a job for each of these sessions: to summarise it, or to let the model describe it. Returns how many. */
export async function reflectAgain(
  { db, config }: Memory,
  sessionIds: readonly string[],
  isByModel: boolean,
): Promise<number> {
  if (isByModel && config["llm.provider"] === offline)
    throw new TellbackError("invalid_input", "no model is set", {
      hint: "`tellback config set llm.provider claude-cli` lets your own Claude Code describe sessions.",
    });
  for (const id of sessionIds) {
    if (isByModel) await describeSoon(db, id, true);
    else await enqueue(db, { kind: "reflect", key: id, payload: { sessionId: id } });
  }
  return sessionIds.length;
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
