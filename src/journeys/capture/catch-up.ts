// catch-up: reads from the transcripts what the hooks missed. Takes the same path as a hook's event, with the same
// keys, so nothing is stored twice. The store keeps how far each file has been read.

import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Collected, collect } from "../../agents/claude-code/transcript.ts";
import {
  fingerprint,
  listTranscripts,
  readLines,
  type TranscriptFile,
} from "../../agents/claude-code/transcript-file.ts";
import type { Memory } from "../../memory.ts";
import {
  closeSilentSession,
  dropTranscriptMark,
  isSession,
  projectOf,
  saveTranscriptMark,
  type TranscriptMark,
  transcriptMark,
  transcriptsOfSession,
  transcriptsReadSince,
  transcriptTwins,
} from "../../rooms/episodic/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { revealedPath, storedPath } from "../../secrets/covered.ts";
import { enqueue } from "../../store/jobs.ts";
import { capture } from "./capture.ts";
import { cleanerOf } from "./without-secrets.ts";

type UuidEvent = Collected["events"][number];

export interface CaughtUp {
  stored: number;
  duplicates: number;
}

export interface CatchUpOptions {
  projectDir?: string | undefined;
  /** The transcript is complete: a tool without a result counts as interrupted. */
  ended?: boolean;
  /** Read the records without storing anything. */
  discard?: boolean;
  onBatch?: (() => Promise<void> | void) | undefined;
}

/** Reads one transcript from the saved position to its end. */
export async function catchUp(memory: Memory, path: string, options: CatchUpOptions = {}): Promise<CaughtUp> {
  const total: CaughtUp = { stored: 0, duplicates: 0 };
  const file = await openTranscript(memory, path, options.projectDir);
  for (;;) {
    const step = await readOn(memory, file, options);
    total.stored += step.stored;
    total.duplicates += step.duplicates;
    if (step.done) return total;
    await options.onBatch?.();
  }
}

/** For a session whose end no hook reported: if its last activity is long ago, that time becomes its end. */
export async function closeIfSilent(memory: Memory, path: string, since: Date): Promise<void> {
  await closeSilentSession(memory.db, storedPath(path), since.toISOString());
}

/** A session's own transcript and those of its sub-agents. */
export async function catchUpSession(
  memory: Memory,
  path: string,
  projectDir?: string,
  onBatch?: CatchUpOptions["onBatch"],
): Promise<CaughtUp> {
  const total = await catchUp(memory, path, { projectDir, onBatch });
  for (const agent of await agentsOf(path)) {
    await onBatch?.();
    const { stored, duplicates } = await catchUp(memory, agent.path, { projectDir, onBatch });
    total.stored += stored;
    total.duplicates += duplicates;
  }
  return total;
}

const recentMs = 2 * 86_400_000;

/** For when hooks could not write: reads on in every folder whose sessions were read recently. */
export async function catchUpSoon({ db }: Memory, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - recentMs).toISOString();
  const paths = await transcriptsReadSince(db, since);
  const folders = new Set(
    paths.map((path) => dirname(path)).filter((path) => basename(path) !== "subagents"),
  );
  for (const path of folders) await enqueue(db, { kind: "catch-up-folder", key: path, payload: { path } });
}

/** For a deleted session: what its transcripts contain so far is skipped; what is added later counts as new. */
export async function skipTranscripts(memory: Memory, sessionId: string): Promise<void> {
  const known = await transcriptsOfSession(memory.db, sessionId);
  const own = known.filter((one) => one.sessionId === sessionId || sessionOf(one.path) === sessionId);
  for (const { path } of own) {
    const agents = await agentsOf(path);
    for (const each of [path, ...agents.map((agent) => agent.path)]) {
      await catchUp(memory, each, { discard: true, ended: true });
    }
  }
}

/** The path of a session's own transcript, if known, and the folder of its project. */
export async function transcriptOf(
  memory: Memory,
  sessionId: string,
): Promise<{ path: string; projectDir: string } | null> {
  const known = await transcriptsOfSession(memory.db, sessionId);
  const own = known.find(({ path }) => basename(path) === `${sessionId}.jsonl`);
  if (!own || !(await isSession(memory.db, sessionId))) return null;
  const { root } = await projectOf(memory.db, sessionId);
  return { path: own.path, projectDir: root };
}

/** A session's transcript is named by its id; those of its sub-agents are in a folder with that name. */
function sessionOf(path: string): string {
  return basename(path.replace(/[\\/]subagents[\\/][^\\/]*$/, ""), ".jsonl");
}

function agentsOf(transcript: string): Promise<TranscriptFile[]> {
  const path = revealedPath(transcript);
  return listTranscripts(join(dirname(path), sessionOf(path), "subagents"));
}

/** One mark per file, however its path is spelled: read under two names, it would look like its own fork. */
async function openTranscript(
  memory: Memory,
  path: string,
  projectDir: string | undefined,
): Promise<Reading> {
  const revealed = revealedPath(path);
  const file = await realpath(revealed).catch(() => revealed);
  const isKnown = (await transcriptMark(memory.db, file)) !== null;
  const folders = isKnown ? [] : [projectDir, await folderIn(file)];
  const named = folders.filter((folder) => folder !== undefined);
  return { file, path: isKnown ? file : cleanerFor(...named).path(file), copied: null };
}

/** Enough to contain the first record that names its folder. */
const firstBytes = 64 * 1024;

async function folderIn(file: string): Promise<string | undefined> {
  const read = await readLines(file, 0, { budget: firstBytes });
  const lines = read.status === "read" ? read.lines : [];
  return collect(lines, { transcriptPath: file, ended: true }).events[0]?.event.projectDir;
}

interface Reading {
  file: string;
  /** The file's name in the store. */
  path: string;
  /** Records that came from another transcript; null until they are needed. */
  copied: Set<string> | null;
}

async function readOn(
  memory: Memory,
  file: Reading,
  options: CatchUpOptions,
): Promise<CaughtUp & { done: boolean }> {
  const { path } = file;
  const mark = (await transcriptMark(memory.db, path)) ?? unread;
  const read = await readLines(file.file, mark.readTo, { fingerprint: mark.fingerprint });
  if (read.status === "vanished") return { ...nothing, done: true };
  if (read.status === "rewritten") return readAgain(memory, path, mark);
  const collected = collect(read.lines, {
    transcriptPath: file.file,
    projectDir: mark.projectDir ?? options.projectDir,
    promptId: mark.promptId ?? undefined,
    from: mark.readTo,
    ended: options.ended && !read.more,
  });
  const events = collected.events.map(withCleanUuid);
  const firstUuid = mark.firstUuid ?? events[0]?.uuid ?? null;
  // A fork begins with copied records: after its first own record there are no more copies.
  if (mark.sessionId === null) file.copied ??= await copiedFrom(memory, path, firstUuid, events);
  const own = events
    .filter(({ uuid, event }) => event.sessionId !== "" && !file.copied?.has(uuid))
    .map(({ event }) => event);
  const captured = options.discard ? nothing : await capture(memory, own);
  const [first] = own;
  const clean = first ? cleanerOf(first) : cleanerFor(mark.projectDir ?? "");
  await saveTranscriptMark(memory.db, path, {
    sessionId: first ? clean.id(first.sessionId) : mark.sessionId,
    readTo: collected.resumeAt,
    fingerprint: await fingerprint(file.file),
    firstUuid,
    promptId: collected.promptId === undefined ? null : clean.id(collected.promptId),
  });
  return { ...captured, done: !read.more || collected.resumeAt === mark.readTo };
}

const nothing: CaughtUp = { stored: 0, duplicates: 0 };

function withCleanUuid({ uuid, event }: UuidEvent): UuidEvent {
  return { uuid: cleanerOf(event).id(uuid), event };
}

/** From the beginning; but what a deleted session's file contained is skipped even if the file was rewritten. */
async function readAgain(
  memory: Memory,
  path: string,
  mark: TranscriptMark,
): Promise<CaughtUp & { done: boolean }> {
  await dropTranscriptMark(memory.db, path);
  if (mark.firstUuid !== null && !(await isSession(memory.db, mark.sessionId ?? sessionOf(path)))) {
    return { ...(await catchUp(memory, path, { discard: true, ended: true })), done: true };
  }
  return { ...nothing, done: mark.readTo === 0 };
}

/**
 * A fork begins as a copy of its original session: a record belongs to the transcript that brought it first. The
 * other transcripts are read to their ends first, so that no record is left out of both.
 */
async function copiedFrom(
  memory: Memory,
  path: string,
  firstUuid: string | null,
  events: readonly UuidEvent[],
): Promise<Set<string> | null> {
  if (firstUuid === null) return null;
  const uuids = new Set<string>();
  // A fork of a compacted session begins at the compaction, which is somewhere inside the other transcript.
  const compacted = events.filter(({ event }) => event.type === "compact-after").map(({ uuid }) => uuid);
  const beside = compacted[0] === firstUuid ? [join(dirname(path), "%.jsonl")] : [];
  const firstUuids = [firstUuid, ...compacted];
  const twins = () => transcriptTwins(memory.db, path, { firstUuids, paths: beside });
  for (const twin of await twins()) {
    if (twin.sessionId !== null) await catchUp(memory, twin.path);
  }
  for (const twin of await twins()) {
    for await (const { uuid } of eventsOf(revealedPath(twin.path), twin.readTo)) uuids.add(uuid);
  }
  return uuids;
}

/** The events of a transcript up to a byte offset. */
async function* eventsOf(path: string, to: number): AsyncGenerator<UuidEvent> {
  let from = 0;
  for (;;) {
    const read = await readLines(path, from);
    if (read.status !== "read") return;
    const lines = read.lines.filter((line) => line.end <= to);
    yield* collect(lines, { transcriptPath: path, from, ended: true }).events.map(withCleanUuid);
    if (!read.more || read.end >= to) return;
    from = read.end;
  }
}

const unread: TranscriptMark & { projectDir: null } = {
  sessionId: null,
  readTo: 0,
  fingerprint: null,
  firstUuid: null,
  promptId: null,
  projectDir: null,
};
