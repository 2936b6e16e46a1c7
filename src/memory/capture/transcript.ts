// A transcript of a host that is being read: which file, how far it has been read, and which of its records no other
// transcript brought before. Catch-up and import read transcripts through it.

import { basename, dirname, join } from "node:path";
import { collect, type TranscriptEvents } from "../../agents/claude-code/transcript.ts";
import { listTranscripts, readLines, type TranscriptFile } from "../../agents/claude-code/transcript-file.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { realForeign } from "../../platform/foreign-file.ts";
import { projectOf } from "../../rooms/projects/room.ts";
import { isSession } from "../../rooms/sessions/room.ts";
import { type TranscriptMark, transcriptMark, transcriptsOfSession } from "../../rooms/transcripts/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { dialectOf } from "../../store/dialect.ts";
import { improvesObservations } from "../ask-model.ts";
import type { Memory } from "../memory.ts";
import { cleanerOf } from "../without-secrets.ts";
import type { Entry, Portion, PortionRequest } from "./portion.ts";
import type { Preparing } from "./prepare.ts";

/** The client writes its transcript a little after it runs its hooks. */
export const transcriptLagMs = 1_500;

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
export function sessionOf(path: string): string {
  return basename(path.replace(/[\\/]subagents[\\/][^\\/]*$/, ""), ".jsonl");
}

export function agentsOf(transcript: string): Promise<TranscriptFile[]> {
  const path = revealedPath(transcript);
  return listTranscripts(join(dirname(path), sessionOf(path), "subagents"));
}

/** A transcript that is being read. One mark per file, however its path is spelled: under two names it would look like its own fork. */
export interface Reading {
  format: string;
  file: string;
  /** The file's name in the store. */
  path: string;
  /** Records that came from another transcript; null until they are needed. */
  copied: Set<string> | null;
}

/** `folders` may have secrets that are part of the path. */
export async function openReading(
  memory: Memory,
  path: string,
  projectDir: string | undefined,
  format: string,
  ...folders: string[]
): Promise<Reading & { isKnown: boolean }> {
  const file = await realForeign(path);
  // Catch-up reads the folders of the transcripts that it knows: those of other hosts are none of them.
  const name = (path: string) => (format === "claude-code" ? path : `${format}:${path}`);
  const isKnown = (await transcriptMark(memory.db, name(file))) !== null;
  const named = projectDir === undefined ? folders : [projectDir, ...folders];
  const stored = isKnown ? file : cleanerFor(...named).path(file);
  return { format, file, path: name(stored), copied: null, isKnown };
}

/** What the daemon itself prepares: it may have to look whether something that was injected is used. */
export function preparingFor(memory: Memory): Preparing {
  return {
    dialect: dialectOf(memory.db),
    hasModel: improvesObservations(memory.config),
    injected: null,
    isImported: false,
  };
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
  options: { ended?: boolean; projectDir?: string | undefined },
): PortionRequest {
  return {
    ...{ format, file, from: mark.readTo, fingerprint: mark.fingerprint },
    promptId: mark.promptId ?? undefined,
    projectDir: mark.projectDir ?? options.projectDir,
    ended: options.ended ?? false,
    preparing: preparingFor(memory),
  };
}

/** The events of a portion that no other transcript brought before, and how far it goes. */
export async function ownIn(
  reading: Reading,
  mark: TranscriptMark,
  portion: Extract<Portion, { status: "read" }>,
  copies: (firstUuid: string | null) => Promise<Set<string> | null>,
): Promise<{ own: Entry["incoming"][]; next: TranscriptMark }> {
  const { entries, resumeAt, fingerprint, promptId } = portion;
  const firstUuid = mark.firstUuid ?? entries[0]?.uuid ?? null;
  // A fork begins with copied records: after its first own record there are no more copies.
  if (mark.sessionId === null && reading.format === "claude-code") reading.copied ??= await copies(firstUuid);
  const own = entries.filter(({ uuid }) => !reading.copied?.has(uuid)).map(({ incoming }) => incoming);
  const sessionId = own[0]?.event.sessionId ?? mark.sessionId;
  return { own, next: { sessionId, readTo: resumeAt, fingerprint, firstUuid, promptId } };
}

export async function isOfDeletedSession(
  { db }: Memory,
  path: string,
  mark: TranscriptMark,
): Promise<boolean> {
  return mark.firstUuid !== null && !(await isSession(db, mark.sessionId ?? sessionOf(path)));
}

/** How the other transcripts with the same records are found. */
export function twinsAsked(
  path: string,
  firstUuid: string,
  entries: readonly Entry[],
): { firstUuids: string[]; paths: string[] } {
  // A fork of a compacted session begins at the compaction, which is somewhere inside the other transcript.
  const compacted = entries
    .filter(({ incoming }) => incoming.event.type === "compact-after")
    .map(({ uuid }) => uuid);
  const beside = compacted[0] === firstUuid ? [join(dirname(path), "%.jsonl")] : [];
  return { firstUuids: [firstUuid, ...compacted], paths: beside };
}

/** The ids of the records of these transcripts. */
export async function recordsIn(twins: readonly { path: string; readTo: number }[]): Promise<Set<string>> {
  const uuids = new Set<string>();
  for (const { path, readTo } of twins) {
    for await (const { uuid } of eventsOf(path, readTo)) uuids.add(uuid);
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

type UuidEvent = TranscriptEvents["events"][number];

function withCleanUuid({ uuid, event }: UuidEvent): UuidEvent {
  return { uuid: cleanerOf(event).id(uuid), event };
}
