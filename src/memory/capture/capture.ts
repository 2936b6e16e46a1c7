// capture: what an agent did → an observation. The event is redacted before anything is written, stored once even if it
// arrives several times (hook, transcript, replay after a crash), with its search document, in one transaction. What
// else follows from it is in the table of followers (`journeys/followers.ts`).

import { dirname } from "node:path";
import type { HookEvent } from "../../protocol/hook.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { endSession, markSeen, resumeSession } from "../../rooms/sessions/room.ts";
import { noteTranscript } from "../../rooms/transcripts/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { openSession } from "../open-session.ts";
import { rebuildTurns } from "../turns.ts";
import { type IncomingEvent, isObserved, redactAndPrepare, type SignalEvent } from "./incoming.ts";
import type { EventHead, PreparedEvent } from "./prepare.ts";
import { logCaptured, type StoredEvent, storeAll } from "./store.ts";
import { preparingFor, transcriptLagMs } from "./transcript.ts";

interface SignalContext {
  memory: Memory;
  tx: Db;
  projectId: string;
}

/** Runs in the transaction of the capture; what it returns runs after it. */
type SignalFollower<Type extends SignalEvent["type"]> = (
  context: SignalContext,
  event: Extract<SignalEvent, { type: Type }>,
) => Promise<(() => Promise<void>) | undefined | void>;

/** What other journeys do when capture stores something. */
export interface Followers {
  /** At an event in which nothing is observed, in the order of arrival. */
  signals: { readonly [Type in SignalEvent["type"]]: readonly SignalFollower<Type>[] };
  /** For observations that were not known before, in the transaction. */
  stored: readonly ((tx: Db, stored: readonly StoredEvent[]) => Promise<void>)[];
  /** For each reply with commands, known or not, in the transaction. */
  replies: readonly ((tx: Db, prepared: PreparedEvent) => Promise<void>)[];
  /** After the transaction. */
  afterwards: readonly ((memory: Memory) => Promise<void>)[];
}

/** For a memory that only searches. */
export const noFollowers: Followers = {
  signals: {
    "session-start": [],
    "session-end": [],
    "turn-end": [],
    "tool-start": [],
    "agent-start": [],
    "agent-end": [],
    "compact-before": [],
    "compact-after": [],
  },
  stored: [],
  replies: [],
  afterwards: [],
};

export interface CaptureCounts {
  stored: number;
  duplicates: number;
}

export interface CaptureOptions {
  /**
   * Who brings the events; a hook if nothing is said. What a transcript says is no reason to read it again. An import
   * completes the turns when it has read a whole session, and logs one event for everything.
   */
  by?: "hook" | "catch-up" | "import" | undefined;
  /** Runs in the same transaction. */
  within?: ((tx: Db) => Promise<void>) | undefined;
}

/** All events or none: after a crash the inbox files and the store are unchanged. */
export async function capture(
  memory: Memory,
  events: readonly HookEvent[],
  options: CaptureOptions = {},
): Promise<CaptureCounts> {
  const preparing = preparingFor(memory);
  const incoming = events.map((event) => redactAndPrepare(event, preparing));
  return captureIncoming(memory, incoming, options);
}

export async function captureIncoming(
  memory: Memory,
  incoming: readonly IncomingEvent[],
  options: CaptureOptions = {},
): Promise<CaptureCounts> {
  const { by = "hook", within } = options;
  const isImport = by === "import";
  const captured: CaptureCounts = { stored: 0, duplicates: 0 };
  const turns = new Map<string, string>();
  const afterwards: (() => Promise<void>)[] = [];
  await memory.db.transaction().execute(async (tx) => {
    await noteTranscripts(tx, incoming);
    const projects = await openSessions(tx, incoming);
    const projectOf = ({ sessionId }: EventHead) => projects.get(sessionId) ?? "";
    let waiting: IncomingEvent[] = [];
    const storeWaiting = async () => {
      const observed = waiting.flatMap(({ event, prepared }) => (prepared ? [{ event, prepared }] : []));
      waiting = [];
      const inProjects = observed.map(({ prepared }) => ({ prepared, projectId: projectOf(prepared.head) }));
      const recorded = await storeAll(memory, tx, inProjects);
      if (!isImport) logCaptured(memory, inProjects, recorded);
      for (const [i, { event }] of observed.entries()) {
        const status = recorded[i]?.status;
        if (status === "stored") captured.stored++;
        if (status === "duplicate") captured.duplicates++;
        if (status === "stored" && event.type !== "tool") noteEarliest(turns, event);
      }
    };
    for (const one of incoming) {
      if (!isObserved(one)) {
        await storeWaiting();
        const context = { memory, tx, projectId: projectOf(one.event) };
        await noteSignal(tx, one.event);
        if (by === "hook") await enqueueCatchUp(tx, one.event);
        afterwards.push(...(await follow(context, one.event)));
        if (one.event.type === "turn-end" || one.event.type === "session-end") noteEarliest(turns, one.event);
      }
      if (one.prepared) waiting.push(one);
    }
    await storeWaiting();
    if (!isImport) for (const [sessionId, since] of turns) await rebuildTurns(tx, sessionId, since);
    await within?.(tx);
  });
  memory.activity.capturedAt = performance.now();
  for (const work of memory.followers.afterwards) await work(memory);
  for (const work of afterwards) await work();
  return captured;
}

/** Opens the sessions of all events; returns the project of each. */
async function openSessions(tx: Db, incoming: readonly IncomingEvent[]): Promise<Map<string, string>> {
  const projects = new Map<string, string>();
  const each = Map.groupBy(
    incoming.map(({ event }) => event),
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

/** What the event says about its session. */
async function noteSignal(tx: Db, event: SignalEvent): Promise<void> {
  if (event.type === "session-start") await resumeSession(tx, event.sessionId);
  if (event.type === "session-end") await endSession(tx, event.sessionId, event.at);
}

async function follow<Event extends SignalEvent>(
  context: SignalContext,
  event: Event,
): Promise<(() => Promise<void>)[]> {
  const afterwards: (() => Promise<void>)[] = [];
  for (const follower of context.memory.followers.signals[event.type] as readonly SignalFollower<
    SignalEvent["type"]
  >[]) {
    const work = await follower(context, event);
    if (work) afterwards.push(work);
  }
  return afterwards;
}

/** Records which transcripts exist before any is read, so that deleting a session also covers what they contain. */
async function noteTranscripts(tx: Db, incoming: readonly IncomingEvent[]): Promise<void> {
  const ofClaude = incoming.filter(({ event }) => event.host === "claude-code");
  const paths = new Set(ofClaude.flatMap(({ event }) => event.transcriptPath ?? []));
  for (const path of paths) await noteTranscript(tx, path);
}

/** The transcript is read on after a hook's signal. */
async function enqueueCatchUp(tx: Db, event: SignalEvent): Promise<void> {
  if (event.type === "tool-start" || event.type === "agent-start") return;
  const path = event.transcriptPath;
  if (!path) return;
  const runAt = new Date(Date.now() + transcriptLagMs);
  const payload: JobPayload<"catch-up"> = { path, projectDir: event.projectDir };
  if (event.host !== "claude-code") {
    const { host } = event;
    await enqueue(tx, { kind: "catch-up", key: path, payload: { ...payload, host }, runAt });
  } else if (event.type === "session-start") {
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
