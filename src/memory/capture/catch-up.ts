// catch-up: reads from the transcripts what the hooks missed. Takes the same path as a hook's event, with the same
// keys, so nothing is stored twice. The store keeps how far each file has been read.

import { basename, dirname } from "node:path";
import { collect } from "../../agents/claude-code/transcript.ts";
import { readLines } from "../../agents/claude-code/transcript-file.ts";
import { missedOf } from "../../agents/transcript-events.ts";
import {
  dropTranscriptMark,
  saveTranscriptMark,
  type TranscriptMark,
  transcriptsOfSession,
  transcriptsReadSince,
  transcriptTwins,
} from "../../rooms/transcripts/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { type CaptureCounts, captureIncoming } from "./capture.ts";
import { type Entry, type Portion, readPortion } from "./portion.ts";
import {
  agentsOf,
  isOfDeletedSession,
  type Mark,
  markOf,
  openReading,
  ownIn,
  type Reading,
  recordsIn,
  requestFor,
  sessionOf,
  twinsAsked,
} from "./transcript.ts";

type TakenPortion = CaptureCounts & { done: boolean };

export interface CatchUpOptions {
  projectDir?: string | undefined;
  /** The transcript is complete: a tool without a result counts as interrupted. */
  ended?: boolean;
  /** Read the records without storing anything. */
  discard?: boolean;
  onBatch?: (() => Promise<void> | void) | undefined;
}

/** Reads one transcript from the saved position to its end. */
export async function catchUp(
  memory: Memory,
  path: string,
  options: CatchUpOptions = {},
): Promise<CaptureCounts> {
  const total: CaptureCounts = { stored: 0, duplicates: 0 };
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
): Promise<CaptureCounts> {
  const total = await catchUp(memory, path, { projectDir, onBatch });
  for (const agent of await agentsOf(path)) {
    await onBatch?.();
    const { stored, duplicates } = await catchUp(memory, agent.path, { projectDir, onBatch });
    total.stored += stored;
    total.duplicates += duplicates;
  }
  return total;
}

/** What the hooks of another host do not bring. */
export async function catchUpMissed(
  memory: Memory,
  host: string,
  path: string,
  projectDir: string | undefined,
): Promise<void> {
  const reading = await openReading(memory, path, projectDir, missedOf(host));
  await readOn(memory, reading, { projectDir });
}

/** Reads on until a time; the position is saved after each batch, so the next reader continues from there. */
export async function catchUpUntil(memory: Memory, path: string, until: number): Promise<void> {
  const late = new Error("no time left");
  const onBatch = () => {
    if (performance.now() > until) throw late;
  };
  await catchUp(memory, path, { onBatch }).catch((error) => {
    if (error !== late) throw error;
  });
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

async function openTranscript(
  memory: Memory,
  path: string,
  projectDir: string | undefined,
): Promise<Reading> {
  const reading = await openReading(memory, path, projectDir, "claude-code");
  const began = reading.isKnown ? undefined : await folderIn(reading.file);
  return began === undefined ? reading : openReading(memory, path, projectDir, "claude-code", began);
}

/** Enough to contain the first record that names its folder. */
const firstBytes = 64 * 1024;

/** The folder in which the session of a transcript began. */
async function folderIn(file: string): Promise<string | undefined> {
  const read = await readLines(file, 0, { budget: firstBytes });
  const lines = read.status === "read" ? read.lines : [];
  return collect(lines, { transcriptPath: file, ended: true }).events[0]?.event.projectDir;
}

async function readOn(memory: Memory, reading: Reading, options: CatchUpOptions): Promise<TakenPortion> {
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
  options: CatchUpOptions & { by?: "catch-up" | "import" } = {},
): Promise<TakenPortion> {
  const { path } = reading;
  if (portion.status === "vanished") return { ...nothing, done: true };
  if (portion.status === "rewritten") return readAgain(memory, path, mark);
  const { own, next } = await ownIn(reading, mark, portion, (firstUuid) =>
    copiedFrom(memory, path, firstUuid, portion.entries),
  );
  const within = (tx: Db) => saveTranscriptMark(tx, path, next);
  const { by = "catch-up" } = options;
  const captured = options.discard ? nothing : await captureIncoming(memory, own, { by, within });
  if (options.discard) await within(memory.db);
  return { ...captured, done: !portion.more || portion.resumeAt === mark.readTo };
}

const nothing: CaptureCounts = { stored: 0, duplicates: 0 };

/** From the beginning; but what a deleted session's file contained is skipped even if the file was rewritten. */
async function readAgain(memory: Memory, path: string, mark: TranscriptMark): Promise<TakenPortion> {
  await dropTranscriptMark(memory.db, path);
  if (await isOfDeletedSession(memory, path, mark)) {
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
