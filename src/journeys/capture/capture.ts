// capture: what an agent did → an observation. The event is redacted before anything is written, stored once even if it
// arrives several times (hook, transcript, replay after a crash), with its search document, in one transaction.

import { dirname } from "node:path";
import type { Memory } from "../../memory/memory.ts";
import { openSession } from "../../memory/open-session.ts";
import { rebuildTurns } from "../../memory/turns.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { type CompactionEvent, noteCompaction } from "../../rooms/compactions/room.ts";
import { forgottenWords } from "../../rooms/observations/room.ts";
import { endSession, markSeen, noteTranscript, resumeSession } from "../../rooms/sessions/room.ts";
import { dialectOf } from "../../store/dialect.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { bridgeSoon } from "../bridge/bridge.ts";
import { noteLateReply } from "../command/command.ts";
import { keepAnswer, publishAnswers } from "../delegate/delegate.ts";
import { checkAllSoon } from "../graph/anchor.ts";
import { mapChangedSoon } from "../map/touched.ts";
import { followOpenings } from "../recall/openings.ts";
import { type Arrived, arrive, isObserved, type OtherEvent } from "./arrive.ts";
import type { EventHead, Preparing } from "./prepare.ts";
import { logCaptured, storeAll } from "./store.ts";

export interface Captured {
  stored: number;
  duplicates: number;
}

export interface CaptureOptions {
  /** An import completes the turns when it has read a whole session, and logs one event for everything. */
  isImport?: boolean | undefined;
  /** Runs in the same transaction. */
  within?: ((tx: Db) => Promise<void>) | undefined;
}

/** All events or none: after a crash the inbox files and the store are unchanged. */
export async function capture(
  memory: Memory,
  events: readonly HookEvent[],
  options: CaptureOptions = {},
): Promise<Captured> {
  const preparing = preparingFor(memory);
  return captureArrived(
    memory,
    events.map((event) => arrive(event, preparing)),
    options,
  );
}

/** What the daemon itself prepares: it may have to look whether something that was injected is used. */
export function preparingFor(memory: Memory): Preparing {
  return {
    dialect: dialectOf(memory.db),
    hasModel: memory.config["llm.provider"] !== "offline",
    injected: null,
    isImported: false,
  };
}

export async function captureArrived(
  memory: Memory,
  arrived: readonly Arrived[],
  options: CaptureOptions = {},
): Promise<Captured> {
  const captured: Captured = { stored: 0, duplicates: 0 };
  const turns = new Map<string, string>();
  const answered: { taskId: string; folder: string }[] = [];
  await memory.db.transaction().execute(async (tx) => {
    await noteTranscripts(tx, arrived);
    const projects = await openSessions(tx, arrived);
    const projectOf = ({ sessionId }: EventHead) => projects.get(sessionId) ?? "";
    let waiting: Arrived[] = [];
    const storeWaiting = async () => {
      const observed = waiting.flatMap(({ event, prepared }) => (prepared ? [{ event, prepared }] : []));
      waiting = [];
      const placed = observed.map(({ prepared }) => ({ prepared, projectId: projectOf(prepared.head) }));
      const recorded = await storeAll(memory, tx, placed);
      if (!options.isImport) logCaptured(memory, placed, recorded);
      for (const [i, { event }] of observed.entries()) {
        const status = recorded[i]?.status;
        if (status === "stored") captured.stored++;
        if (status === "duplicate") captured.duplicates++;
        if (status === "stored" && event.type !== "tool") noteEarliest(turns, event);
      }
    };
    for (const one of arrived) {
      if (!isObserved(one)) {
        await storeWaiting();
        await follow(tx, one.event, projectOf(one.event));
        await bridgeSoon(memory, tx, one.event);
        if (one.event.type === "turn-end" || one.event.type === "session-end") noteEarliest(turns, one.event);
        const taskId = one.event.type === "agent-end" ? await keepAnswer(tx, one.event) : null;
        if (taskId !== null) answered.push({ taskId, folder: one.event.projectDir });
      }
      if (one.prepared) waiting.push(one);
    }
    await storeWaiting();
    if (!options.isImport) for (const [sessionId, since] of turns) await rebuildTurns(tx, sessionId, since);
    await options.within?.(tx);
  });
  memory.activity.capturedAt = performance.now();
  await followOpenings(memory);
  if (answered.length > 0) await publishAnswers(memory, answered);
  return captured;
}

/** Opens the sessions of all events; returns the project of each. */
async function openSessions(tx: Db, arrived: readonly Arrived[]): Promise<Map<string, string>> {
  const projects = new Map<string, string>();
  const each = Map.groupBy(
    arrived.map(({ event }) => event),
    ({ sessionId }) => sessionId,
  );
  for (const [sessionId, events] of each) {
    const [first] = events;
    if (!first) continue;
    const opened = await openSession(tx, first);
    const times = events.map(({ at }) => at).sort();
    await markSeen(tx, sessionId, times[0] ?? first.at, times.at(-1) ?? first.at);
    projects.set(sessionId, opened.projectId);
  }
  return projects;
}

/**
 * A turn is made when its last part arrives: a reply, the next prompt, its end. Tool uses alone would rebuild it with
 * every step.
 */
function noteEarliest(turns: Map<string, string>, { sessionId, at }: EventHead): void {
  const known = turns.get(sessionId);
  if (known === undefined || at < known) turns.set(sessionId, at);
}

/** What follows from an event in which nothing is observed. */
async function follow(tx: Db, event: OtherEvent, projectId: string): Promise<void> {
  switch (event.type) {
    case "session-start":
      await resumeSession(tx, event.sessionId);
      await enqueueCatchUp(tx, event);
      await checkAllSoon(tx, projectId, event.projectDir, event.at);
      await mapChangedSoon(tx, { projectId, dir: event.projectDir, isWhole: true });
      if (event.source === "compact") await keepCompaction(tx, event);
      return;
    case "session-end":
      await endSession(tx, event.sessionId, event.at);
      await enqueueCatchUp(tx, event);
      await enqueueReflect(tx, event.sessionId);
      return;
    case "turn-end":
      await enqueueCatchUp(tx, event);
      await noteLateReply(tx, event, event.reply ?? "");
      return;
    case "agent-end":
      await enqueueCatchUp(tx, event);
      await noteLateReply(tx, event, event.reply);
      return;
    case "compact-before":
    case "compact-after":
      await enqueueCatchUp(tx, event);
      await keepCompaction(tx, event);
      return;
    case "tool-start":
    case "agent-start":
      return;
  }
}

/** Records which transcripts exist before any is read, so that deleting a session also covers what they contain. */
async function noteTranscripts(tx: Db, arrived: readonly Arrived[]): Promise<void> {
  const paths = new Set(arrived.flatMap(({ event }) => event.transcriptPath ?? []));
  for (const path of paths) await noteTranscript(tx, path);
}

export interface CatchUpJob {
  path: string;
  projectDir?: string | undefined;
}

/** The client writes its transcript a little after it runs its hooks. */
const flushLagMs = 1_500;

/** Runs after the transcript was read; anything later is found by the check for silent sessions. */
const reflectAfterMs = 2 * flushLagMs;

async function enqueueReflect(tx: Db, sessionId: string): Promise<void> {
  const runAt = new Date(Date.now() + reflectAfterMs);
  await enqueue(tx, { kind: "reflect", key: sessionId, payload: { sessionId }, runAt });
}

/** Noted at once, summarised in a job: without delay before a compaction; after it, once the transcript is written. */
export async function keepCompaction(tx: Db, event: CompactionEvent): Promise<void> {
  if (!(await noteCompaction(tx, await withoutForgotten(tx, event)))) return;
  const { sessionId } = event;
  const runAt = new Date(Date.now() + (event.type === "compact-before" ? 0 : flushLagMs));
  await enqueue(tx, { kind: "compact", key: sessionId, payload: { sessionId }, runAt });
}

/** The host's own summary may repeat what was forgotten. */
async function withoutForgotten(tx: Db, event: CompactionEvent): Promise<CompactionEvent> {
  if (event.type !== "compact-after" || !event.summary) return event;
  const forgotten = await forgottenWords(tx);
  return { ...event, summary: forgotten.without(event.summary, event.at) };
}

async function enqueueCatchUp(tx: Db, event: HookEvent): Promise<void> {
  const path = event.transcriptPath;
  if (!path) return;
  const runAt = new Date(Date.now() + flushLagMs);
  const payload: CatchUpJob = { path, projectDir: event.projectDir };
  if (event.type === "session-start") {
    // Sessions that ran while no hooks were installed left their transcripts in the same folder.
    await enqueue(tx, {
      kind: "catch-up-folder",
      key: dirname(path),
      payload: { path: dirname(path) },
      runAt,
    });
  } else {
    await enqueue(tx, { kind: "catch-up", key: path, payload, runAt });
  }
}
