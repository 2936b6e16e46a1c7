// catch-up: reads from the transcripts what the hooks missed. Takes the same path as a hook's event, with the same
// keys, so nothing is stored twice. The store keeps how far each file has been read.

import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Collected, collect } from "../../agents/claude-code/transcript.ts";
import { listTranscripts, readLines, type TranscriptFile } from "../../agents/claude-code/transcript-file.ts";
import type { FormatName } from "../../agents/transcript-events.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOf } from "../../memory/without-secrets.ts";
import { projectOf } from "../../rooms/projects/room.ts";
import {
  dropTranscriptMark,
  isSession,
  saveTranscriptMark,
  type TranscriptMark,
  transcriptMark,
  transcriptsOfSession,
  transcriptsReadSince,
  transcriptTwins,
} from "../../rooms/sessions/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { captureArrived, preparingFor } from "./capture.ts";
import { type Entry, type Portion, type PortionRequest, readPortion } from "./portion.ts";

type UuidEvent = Collected["events"][number];

function withCleanUuid({ uuid, event }: UuidEvent): UuidEvent {
  return { uuid: cleanerOf(event).id(uuid), event };
}

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

/** A transcript that is being read. One mark per file, however its path is spelled: under two names it would look like its own fork. */
export interface Reading {
  format: FormatName;
  file: string;
  /** The file's name in the store. */
  path: string;
  /** Records that came from another transcript; null until they are needed. */
  copied: Set<string> | null;
}

async function openTranscript(
  memory: Memory,
  path: string,
  projectDir: string | undefined,
): Promise<Reading> {
  const reading = await openReading(memory, path, projectDir, "claude-code");
  const began = reading.isKnown ? undefined : await folderIn(reading.file);
  return began === undefined ? reading : openReading(memory, path, projectDir, "claude-code", began);
}

/** `folders` may have secrets that are part of the path. */
export async function openReading(
  memory: Memory,
  path: string,
  projectDir: string | undefined,
  format: FormatName,
  ...folders: string[]
): Promise<Reading & { isKnown: boolean }> {
  const revealed = revealedPath(path);
  const file = await realpath(revealed).catch(() => revealed);
  // Catch-up reads the folders of the transcripts that it knows: those of other hosts are none of them.
  const name = (path: string) => (format === "claude-code" ? path : `${format}:${path}`);
  const isKnown = (await transcriptMark(memory.db, name(file))) !== null;
  const named = projectDir === undefined ? folders : [projectDir, ...folders];
  const stored = isKnown ? file : cleanerFor(...named).path(file);
  return { format, file, path: name(stored), copied: null, isKnown };
}

/** Enough to contain the first record that names its folder. */
const firstBytes = 64 * 1024;

/** The folder in which the session of a transcript began. */
async function folderIn(file: string): Promise<string | undefined> {
  const read = await readLines(file, 0, { budget: firstBytes });
  const lines = read.status === "read" ? read.lines : [];
  return collect(lines, { transcriptPath: file, ended: true }).events[0]?.event.projectDir;
}

export type Mark = TranscriptMark & { projectDir: string | null };

export async function markOf({ db }: Memory, { path }: Reading): Promise<Mark> {
  return (await transcriptMark(db, path)) ?? unread;
}

/** What to read next. */
export function requestFor(
  memory: Memory,
  { file, format }: Reading,
  mark: Pick<Mark, "readTo" | "fingerprint" | "promptId" | "projectDir">,
  options: Pick<CatchUpOptions, "ended" | "projectDir">,
): PortionRequest {
  return {
    ...{ format, file, from: mark.readTo, fingerprint: mark.fingerprint },
    promptId: mark.promptId ?? undefined,
    projectDir: mark.projectDir ?? options.projectDir,
    ended: options.ended ?? false,
    preparing: preparingFor(memory),
  };
}

async function readOn(
  memory: Memory,
  reading: Reading,
  options: CatchUpOptions,
): Promise<CaughtUp & { done: boolean }> {
  const mark = await markOf(memory, reading);
  const portion = await readPortion(requestFor(memory, reading, mark, options));
  return takePortion(memory, reading, mark, portion, options);
}

/** Stores a portion and how far it goes, in one transaction. */
export async function takePortion(
  memory: Memory,
  reading: Reading,
  mark: Mark,
  portion: Portion,
  options: CatchUpOptions & { isImport?: boolean } = {},
): Promise<CaughtUp & { done: boolean }> {
  const { path } = reading;
  if (portion.status === "vanished") return { ...nothing, done: true };
  if (portion.status === "rewritten") return readAgain(memory, path, mark);
  const { own, next } = await ownIn(reading, mark, portion, (firstUuid) =>
    copiedFrom(memory, path, firstUuid, portion.entries),
  );
  const within = (tx: Db) => saveTranscriptMark(tx, path, next);
  const { isImport } = options;
  const captured = options.discard ? nothing : await captureArrived(memory, own, { isImport, within });
  if (options.discard) await within(memory.db);
  return { ...captured, done: !portion.more || portion.resumeAt === mark.readTo };
}

/** The events of a portion that no other transcript brought before, and how far it goes. */
export async function ownIn(
  reading: Reading,
  mark: TranscriptMark,
  portion: Extract<Portion, { status: "read" }>,
  copies: (firstUuid: string | null) => Promise<Set<string> | null>,
): Promise<{ own: Entry["arrived"][]; next: TranscriptMark }> {
  const { entries, resumeAt, fingerprint, promptId } = portion;
  const firstUuid = mark.firstUuid ?? entries[0]?.uuid ?? null;
  // A fork begins with copied records: after its first own record there are no more copies.
  if (mark.sessionId === null && reading.format === "claude-code") reading.copied ??= await copies(firstUuid);
  const own = entries.filter(({ uuid }) => !reading.copied?.has(uuid)).map(({ arrived }) => arrived);
  const sessionId = own[0]?.event.sessionId ?? mark.sessionId;
  return { own, next: { sessionId, readTo: resumeAt, fingerprint, firstUuid, promptId } };
}

const nothing: CaughtUp = { stored: 0, duplicates: 0 };

/** From the beginning; but what a deleted session's file contained is skipped even if the file was rewritten. */
async function readAgain(
  memory: Memory,
  path: string,
  mark: TranscriptMark,
): Promise<CaughtUp & { done: boolean }> {
  await dropTranscriptMark(memory.db, path);
  if (await isOfDeletedSession(memory, path, mark)) {
    return { ...(await catchUp(memory, path, { discard: true, ended: true })), done: true };
  }
  return { ...nothing, done: mark.readTo === 0 };
}

export async function isOfDeletedSession(
  { db }: Memory,
  path: string,
  mark: TranscriptMark,
): Promise<boolean> {
  return mark.firstUuid !== null && !(await isSession(db, mark.sessionId ?? sessionOf(path)));
}

/**
 * A fork begins as a copy of its original session: a record belongs to the transcript that brought it first. The
 * other transcripts are read to their ends first, so that no record is left out of both.
 */
async function copiedFrom(
  memory: Memory,
  path: string,
  firstUuid: string | null,
  entries: readonly Entry[],
): Promise<Set<string> | null> {
  if (firstUuid === null) return null;
  const asked = twinsAsked(path, firstUuid, entries);
  const twins = () => transcriptTwins(memory.db, path, asked);
  for (const twin of await twins()) {
    if (twin.sessionId !== null) await catchUp(memory, twin.path);
  }
  return recordsIn(await twins());
}

/** How the other transcripts with the same records are found. */
export function twinsAsked(
  path: string,
  firstUuid: string,
  entries: readonly Entry[],
): { firstUuids: string[]; paths: string[] } {
  // A fork of a compacted session begins at the compaction, which is somewhere inside the other transcript.
  const compacted = entries
    .filter(({ arrived }) => arrived.event.type === "compact-after")
    .map(({ uuid }) => uuid);
  const beside = compacted[0] === firstUuid ? [join(dirname(path), "%.jsonl")] : [];
  return { firstUuids: [firstUuid, ...compacted], paths: beside };
}

/** The ids of the records of these transcripts. */
export async function recordsIn(twins: readonly { path: string; readTo: number }[]): Promise<Set<string>> {
  const uuids = new Set<string>();
  for (const { path, readTo } of twins) {
    for await (const { uuid } of eventsOf(revealedPath(path), readTo)) uuids.add(uuid);
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

export const unread: Mark = {
  sessionId: null,
  readTo: 0,
  fingerprint: null,
  firstUuid: null,
  promptId: null,
  projectDir: null,
};
