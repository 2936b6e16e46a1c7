// A dry run of an import of transcripts: reads them as the import does, and asks the store what is new. It writes
// nothing: where the import would continue from what it has stored, this continues from what it has counted.

import { dirname, join } from "node:path";
import type { Entry } from "../../memory/capture/portion.ts";
import {
  isOfDeletedSession,
  type Mark,
  markOf,
  ownIn,
  type Reading,
  recordsIn,
  twinsAsked,
  unread,
} from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { transcriptTwins } from "../../rooms/transcripts/room.ts";
import { groupsInOrder } from "./order.ts";
import { type EventCounter, openCounter } from "./preview-counts.ts";
import { countIn, type ImportProgress, type OnProgress, progressOver } from "./progress.ts";
import { openReaders } from "./readers.ts";
import { noteStats, readAhead, type Stream, type Transcript } from "./transcripts.ts";

export async function previewInOrder(
  memory: Memory,
  format: string,
  transcripts: readonly Transcript[],
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const progress = { ...progressOver(transcripts), preview: { bytesKnown: 0, projects: [] } };
  await onProgress(progress);
  const inOrder = groupsInOrder(transcripts).flat() as Transcript[];
  const run: Run = {
    memory,
    progress,
    onProgress,
    counter: openCounter(memory, progress),
    read: new Map(),
  };
  const readers = openReaders();
  try {
    const ahead = await readAhead(memory, readers, format, inOrder);
    for (const transcript of inOrder) await previewOne(run, ahead.next(), transcript);
  } finally {
    await readers.close();
  }
  return progress;
}

interface Run {
  memory: Memory;
  progress: ImportProgress & { preview: { bytesKnown: number } };
  onProgress: OnProgress;
  counter: EventCounter;
  /** How far each transcript would be read now, by its name in the store. */
  read: Map<string, Pick<Mark, "readTo" | "firstUuid">>;
}

async function previewOne(run: Run, stream: Stream, transcript: Transcript): Promise<void> {
  const { progress } = run;
  const before = progress.bytesDone;
  for await (const end of portionsOf(run, stream, transcript)) {
    progress.bytesDone = before + Math.min(end, transcript.size);
    await run.onProgress(progress);
  }
  progress.filesDone++;
  progress.bytesDone = before + transcript.size;
  await run.onProgress(progress);
}

/** Counts portion by portion, and yields up to where each was read. */
async function* portionsOf(run: Run, stream: Stream, { size }: Transcript): AsyncGenerator<number> {
  const { memory, progress } = run;
  let mark: Mark | undefined;
  for (;;) {
    const { reading, asked, portion } = await stream.next();
    if (mark === undefined) {
      mark = await markOf(memory, reading);
      await run.counter.session(mark.sessionId);
      if (mark.readTo !== asked.from) {
        // A hook has read on meanwhile.
        stream.restart(mark);
        continue;
      }
    }
    if (portion.status === "failed") countIn(progress.unknown, "unreadable file");
    if (portion.status === "failed" || portion.status === "vanished") return;
    if (portion.status === "rewritten") {
      if (mark.readTo === 0 || (await isOfDeletedSession(memory, reading.path, mark))) return;
      mark = unread;
      stream.restart(mark);
      continue;
    }
    // A chat of Gemini that has grown is read from its beginning.
    const isReadAgain = reading.format === "gemini" && portion.resumeAt !== asked.from;
    const isFirst = !run.read.has(reading.path);
    if (isFirst && !isReadAgain) progress.preview.bytesKnown += Math.min(asked.from, size);
    const { own, next } = await ownIn(reading, mark, portion, (firstUuid) =>
      copiesIn(run, reading, firstUuid, portion.entries),
    );
    mark = { ...next, projectDir: mark.projectDir };
    run.read.set(reading.path, { readTo: next.readTo, firstUuid: next.firstUuid });
    noteStats(progress, portion);
    await run.counter.add(own);
    yield portion.end;
    if (!portion.more || portion.resumeAt === asked.from) return;
  }
}

/** Records of a fork that its original brings: read by this run, or stored and then read to its end. */
async function copiesIn(
  { memory, read }: Run,
  { path }: Reading,
  firstUuid: string | null,
  entries: readonly Entry[],
): Promise<Set<string> | null> {
  if (firstUuid === null) return null;
  const asked = twinsAsked(path, firstUuid, entries);
  const stored = await transcriptTwins(memory.db, path, asked);
  const twins = new Map(
    stored.map((twin) => [twin.path, twin.sessionId === null ? twin.readTo : Number.POSITIVE_INFINITY]),
  );
  const isBeside = (other: string) => asked.paths.length > 0 && other.startsWith(join(dirname(path), "/"));
  for (const [other, { readTo, firstUuid }] of read)
    if (other !== path && (asked.firstUuids.includes(firstUuid ?? "") || isBeside(other)))
      twins.set(other, readTo);
  return recordsIn([...twins].map(([path, readTo]) => ({ path, readTo })));
}
