// transcripts: the transcripts of a host → the memory, the newest sessions first. Threads read and prepare ahead while
// this one stores; the position in each file is stored with what was read from it, so a killed import continues there.

import { takePortion } from "../../memory/capture/catch-up.ts";
import type { PortionRequest } from "../../memory/capture/portion.ts";
import { markOf, openReading, type Reading, requestFor } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { completeTurns } from "../../memory/turns.ts";
import { sessionsWithInjections } from "../../rooms/ledger/room.ts";
import { closeSilentSession } from "../../rooms/sessions/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue } from "../../store/jobs.ts";
import { type Candidate, groupsInOrder } from "./order.ts";
import { countIn, type ImportProgress, type OnProgress, progressOver } from "./progress.ts";
import { openReaders, type Readers, type ReadPortion } from "./readers.ts";

/** A transcript to import, with the folder in which its session began. */
export interface Transcript extends Candidate {
  folder: string | undefined;
}

/** A transcript that has not changed for this long is complete. */
const stillMs = 60 * 60_000;
/** Small enough for the memory of several portions, and more than a tool may wait for its result. */
const portionBytes = 1.25 * 1024 * 1024;
/** Enough for the readers to go on while this thread waits for the disk. */
const maxAhead = 10;

export async function importInOrder(
  memory: Memory,
  format: string,
  transcripts: readonly Transcript[],
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const progress = progressOver(transcripts);
  await onProgress(progress);
  const groups = groupsInOrder(transcripts) as Transcript[][];
  const readers = openReaders();
  try {
    const ahead = await readAhead(memory, readers, format, groups.flat());
    for (const group of groups) {
      const sessions = new Set<string>();
      for (const transcript of group) {
        await importOne(memory, ahead.next(), { transcript, progress, sessions, onProgress });
      }
      await finish(memory, sessions);
    }
  } finally {
    await readers.close();
  }
  return progress;
}

interface TranscriptImport {
  transcript: Transcript;
  progress: ImportProgress;
  sessions: Set<string>;
  onProgress: OnProgress;
}

async function importOne(
  memory: Memory,
  stream: Stream,
  { transcript, progress, sessions, onProgress }: TranscriptImport,
): Promise<void> {
  const before = progress.bytesDone;
  for (;;) {
    const { reading, asked, portion } = await stream.next();
    const mark = await markOf(memory, reading);
    if (mark.readTo !== asked.from) {
      // Somebody else has read on meanwhile: a hook, or the original of a fork.
      stream.restart(mark);
      continue;
    }
    if (portion.status === "failed") {
      countIn(progress.unknown, "unreadable file");
      break;
    }
    const taken = await takePortion(memory, reading, mark, portion, { by: "import" });
    progress.stored += taken.stored;
    progress.duplicates += taken.duplicates;
    if (portion.status === "read") {
      noteStats(progress, portion);
      for (const { incoming } of portion.entries) sessions.add(incoming.event.sessionId);
      if (mark.sessionId !== null) sessions.add(mark.sessionId);
      progress.bytesDone = before + Math.min(portion.end, transcript.size);
    }
    if (taken.done) break;
    if (portion.status !== "read") stream.restart(await markOf(memory, reading));
    await onProgress(progress);
  }
  progress.filesDone++;
  progress.bytesDone = before + transcript.size;
  await onProgress(progress);
}

export function noteStats(
  progress: ImportProgress,
  { stats }: Extract<ReadPortion, { status: "read" }>,
): void {
  countIn(progress.counts, "record", stats.records);
  if (stats.broken > 0) countIn(progress.unknown, "unreadable record", stats.broken);
  // Types come from the file: a strange one must not show a secret.
  for (const [type, n] of Object.entries(stats.unknown)) {
    const named = /^[\w.:-]{1,40}$/.test(type) ? cleanerFor().text(type) : "other";
    countIn(progress.unknown, named, n);
  }
}

/** Turns are made once, from the whole session; what a session that is over can teach is learned after the import. */
async function finish(memory: Memory, sessions: ReadonlySet<string>): Promise<void> {
  const since = new Date(Date.now() - stillMs).toISOString();
  for (const sessionId of sessions)
    await memory.db.transaction().execute(async (tx) => {
      await completeTurns(tx, sessionId);
      if (await closeSilentSession(tx, sessionId, since))
        await enqueue(tx, { kind: "reflect", key: sessionId, payload: { sessionId } });
    });
}

interface PortionRead {
  reading: Reading;
  asked: PortionRequest;
  portion: ReadPortion;
}

/** The portions of one transcript, one after another. */
export interface Stream {
  next(): Promise<PortionRead>;
  /** Reads again from a position. */
  restart(mark: Awaited<ReturnType<typeof markOf>>): void;
}

/** Reads the beginnings of the next transcripts, and the next portion of each that has begun. */
export async function readAhead(
  memory: Memory,
  readers: Readers,
  format: string,
  transcripts: readonly Transcript[],
): Promise<{ next(): Stream }> {
  const injected = new Set(await sessionsWithInjections(memory.db));
  const begun: Stream[] = [];
  let count = 0;

  function begin(transcript: Transcript): Stream {
    const { folder } = transcript;
    const ended = transcript.modifiedAt.getTime() < Date.now() - stillMs;
    const request = (reading: Reading, mark: Parameters<Stream["restart"]>[0]): PortionRequest => {
      const asked = requestFor(memory, reading, mark, { ended, projectDir: folder });
      // One folder for the whole session, wherever the import was interrupted.
      const projectDir = folder ?? asked.projectDir;
      return {
        ...asked,
        projectDir,
        budget: portionBytes,
        preparing: { ...asked.preparing, injected, isImported: true },
      };
    };
    const read = async (reading: Reading, asked: PortionRequest): Promise<PortionRead> => ({
      ...{ reading, asked, portion: await readers.read(asked) },
    });
    const first = async (): Promise<PortionRead> => {
      const reading = await openReading(memory, transcript.path, folder, format);
      return read(reading, request(reading, await markOf(memory, reading)));
    };
    let coming = first();
    let current: Reading | undefined;
    coming.catch(() => {});
    return {
      async next() {
        const now = await coming;
        const { reading, asked, portion } = now;
        current = reading;
        if (portion.status === "read" && portion.more && portion.resumeAt !== asked.from) {
          const { resumeAt, promptId, fingerprint } = portion;
          coming = read(reading, { ...asked, from: resumeAt, promptId: promptId ?? undefined, fingerprint });
        }
        return now;
      },
      restart(mark) {
        if (current) coming = read(current, request(current, mark));
      },
    };
  }

  return {
    next() {
      while (begun.length <= maxAhead && count < transcripts.length)
        begun.push(begin(transcripts[count++] as Transcript));
      return begun.shift() as Stream;
    },
  };
}
