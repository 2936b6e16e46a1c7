// capture: what an agent did → an observation. Redacted before anything is written, recorded once however often
// it arrives (hook, transcript, replay after a crash), together with its search document, in one transaction.

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory.ts";
import type { HookEvent, HookEventOf } from "../../protocol/hook.ts";
import {
  type CompactionEvent,
  endSession,
  excerptOf,
  keepRaw,
  noteCompaction,
  noteTranscript,
  offline,
  openSession,
  type Recorded,
  record,
  resumeSession,
  shorten,
} from "../../rooms/episodic/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { noteCommands, noteLateReply } from "../command/command.ts";
import { enqueueCompression } from "../compress/compress.ts";
import { checkAllSoon, checkSoon } from "../graph/anchor.ts";
import { followOpenings } from "../recall/openings.ts";
import { noteUse } from "../recall/usage.ts";
import { withoutSecrets } from "./without-secrets.ts";

type Happening = HookEventOf<"tool"> | HookEventOf<"prompt"> | HookEventOf<"reply">;

export interface Captured {
  stored: number;
  duplicates: number;
}

/** All of them or none: a crash in between leaves the inbox files and the store as they were. */
export async function capture(memory: Memory, events: readonly HookEvent[]): Promise<Captured> {
  const captured: Captured = { stored: 0, duplicates: 0 };
  const redacted = events.map(withoutSecrets);
  await memory.db.transaction().execute(async (tx) => {
    await noteTranscripts(tx, redacted);
    for (const event of redacted) {
      const recorded = await captureOne(memory, tx, event);
      if (recorded?.status === "stored") captured.stored++;
      if (recorded?.status === "duplicate") captured.duplicates++;
    }
  });
  await followOpenings(memory);
  return captured;
}

async function captureOne(memory: Memory, tx: Db, event: HookEvent): Promise<Recorded | null> {
  const place = await openSession(tx, event);
  switch (event.type) {
    case "tool":
    case "prompt":
      return recordHappening(memory, tx, event, place.projectId);
    case "reply": {
      const recorded = await recordHappening(memory, tx, event, place.projectId);
      const message = { id: event.messageId, hostKey: hostKeyOf(event) };
      await noteCommands(tx, event, message, event.text);
      return recorded;
    }
    case "session-start":
      await resumeSession(tx, event.sessionId);
      await enqueueCatchUp(tx, event);
      await checkAllSoon(tx, place.projectId, event.projectDir, event.at);
      if (event.source === "compact") await keepCompaction(tx, event);
      return null;
    case "session-end":
      await endSession(tx, event.sessionId, event.at);
      await enqueueCatchUp(tx, event);
      await enqueueReflect(tx, event.sessionId);
      return null;
    case "turn-end":
      await enqueueCatchUp(tx, event);
      await noteLateReply(tx, event, event.reply ?? "");
      return null;
    case "agent-end":
      await enqueueCatchUp(tx, event);
      await noteLateReply(tx, event, event.reply);
      return recordFindings(memory, tx, event, place.projectId);
    case "compact-before":
    case "compact-after":
      await enqueueCatchUp(tx, event);
      await keepCompaction(tx, event);
      return null;
    case "tool-start":
    case "agent-start":
      return null;
  }
}

async function recordHappening(
  memory: Memory,
  tx: Db,
  event: Happening,
  projectId: string,
): Promise<Recorded | null> {
  if (event.type === "tool" && isIgnored(memory, event)) return null;
  const { files, symbols, ...lengths } = shorten(event, event.projectDir);
  const rawBytes = Buffer.byteLength(JSON.stringify(event));
  const tokens = countTokens(lengths.title + lengths.summary + lengths.detail);
  const recorded = await record(tx, {
    ...lengths,
    files,
    symbols,
    sessionId: event.sessionId,
    projectId,
    hostKey: hostKeyOf(event),
    kind: event.type,
    tool: event.type === "tool" ? event.tool : null,
    status: event.type === "tool" ? event.status : "ok",
    agent: event.agent ?? null,
    promptId: event.promptId ?? null,
    branch: event.branch ?? null,
    happenedAt: event.at,
    rawBytes,
    tokens,
    durationMs: event.type === "tool" && event.durationMs !== undefined ? Math.round(event.durationMs) : null,
    provider: offline,
  });
  if (recorded.status === "stored") {
    if (event.type !== "prompt") await noteUse(tx, event, files);
    await keepForModel(memory, tx, recorded.id, event);
    if (event.type === "tool") {
      const { tool, projectDir: dir, at } = event;
      await checkSoon(tx, { tool, files, projectId, dir, observationId: recorded.id, at });
    }
    memory.events.record({
      type: "hook.capture",
      sessionId: event.sessionId,
      data: {
        id: recorded.id,
        kind: event.type,
        tool: event.type === "tool" ? event.tool : null,
        files,
        rawBytes,
      },
      tokensOut: tokens,
    });
  }
  return recorded;
}

/** A sub-agent's last words are what it was sent for. Its transcript tells them too, by the same key. */
async function recordFindings(
  memory: Memory,
  tx: Db,
  { reply, ...event }: HookEventOf<"agent-end">,
  projectId: string,
): Promise<Recorded | null> {
  if (reply.trim() === "" || !event.agent) return null;
  const said = { ...event, type: "reply", messageId: event.agent.id, text: reply.trim() } as const;
  return recordHappening(memory, tx, said, projectId);
}

/** What is shorter is told by rules as well as by a model. */
const worthAModel = 400;

/** Without a model nothing more than the observation is kept. */
async function keepForModel(memory: Memory, tx: Db, id: string, event: Happening): Promise<void> {
  if (memory.config["llm.provider"] === "offline") return;
  const excerpt = excerptOf(event);
  if (excerpt.length < worthAModel) return;
  await keepRaw(tx, id, excerpt);
  await enqueueCompression(tx);
}

function isIgnored(memory: Memory, use: HookEventOf<"tool">): boolean {
  return memory.settingsFor(use.projectDir)["capture.ignoreTools"].includes(use.tool);
}

/**
 * Equal for the hook's and the transcript's telling of the same thing. The tool's id alone would do for the real
 * host, but ids of a scripted model may start over within a session: the prompt or the sub-agent tells them apart.
 */
export function hostKeyOf(event: Happening): string {
  const within = event.agent?.id ?? event.promptId ?? "";
  switch (event.type) {
    case "tool":
      return `tool:${event.toolUseId}@${within}`;
    case "prompt":
      return `prompt:${within}:${hashOf(event.text)}`;
    case "reply":
      // The hook that ends a sub-agent has its words, but no id of them.
      return event.agent ? `reply:${event.agent.id}:${hashOf(event.text)}` : `reply:${event.messageId}`;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text.trim()).digest("hex").slice(0, 12);
}

/** Which transcripts there are, known before any is read: a session can then be forgotten with what they hold. */
async function noteTranscripts(tx: Db, events: readonly HookEvent[]): Promise<void> {
  const paths = new Set(events.flatMap(({ transcriptPath }) => transcriptPath ?? []));
  for (const path of paths) await noteTranscript(tx, path);
}

export interface CatchUpJob {
  path: string;
  projectDir?: string | undefined;
}

/** The client writes its transcript a little after it runs its hooks. */
const flushLagMs = 1_500;

/** After the transcript was caught up with; what comes later still is found by the look for silent sessions. */
const reflectAfterMs = 2 * flushLagMs;

async function enqueueReflect(tx: Db, sessionId: string): Promise<void> {
  const runAt = new Date(Date.now() + reflectAfterMs);
  await enqueue(tx, { kind: "reflect", key: sessionId, payload: { sessionId }, runAt });
}

/** Noted at once, summarised in a job: before it without delay, after it when the transcript has been written. */
export async function keepCompaction(tx: Db, event: CompactionEvent): Promise<void> {
  if (!(await noteCompaction(tx, event))) return;
  const { sessionId } = event;
  const runAt = new Date(Date.now() + (event.type === "compact-before" ? 0 : flushLagMs));
  await enqueue(tx, { kind: "compact", key: sessionId, payload: { sessionId }, runAt });
}

async function enqueueCatchUp(tx: Db, event: HookEvent): Promise<void> {
  const path = event.transcriptPath;
  if (!path) return;
  const runAt = new Date(Date.now() + flushLagMs);
  const payload: CatchUpJob = { path, projectDir: event.projectDir };
  if (event.type === "session-start") {
    // Sessions that ran while no hooks were installed left their transcripts beside this one.
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
