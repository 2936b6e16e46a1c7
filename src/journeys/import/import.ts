// import: existing transcripts → the same capture path. Resumable at any point, since catch-up saves its position.

import { listTranscripts } from "../../agents/claude-code/transcript-file.ts";
import type { Memory } from "../../memory.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { catchUp, closeIfSilent } from "../capture/catch-up.ts";

export interface ImportProgress {
  files: number;
  filesDone: number;
  bytes: number;
  bytesDone: number;
  stored: number;
  duplicates: number;
}

/** A transcript that has not changed for this long is complete. */
const stillMs = 60 * 60_000;

export async function importTranscripts(
  memory: Memory,
  folder: string,
  onProgress: (progress: ImportProgress) => Promise<void> | void = () => {},
): Promise<ImportProgress> {
  const started = performance.now();
  const transcripts = await listTranscripts(revealedPath(folder));
  const bytes = transcripts.reduce((sum, transcript) => sum + transcript.size, 0);
  const progress = { files: transcripts.length, filesDone: 0, bytes, bytesDone: 0, stored: 0, duplicates: 0 };
  await onProgress(progress);
  for (const transcript of transcripts) {
    const stillSince = new Date(Date.now() - stillMs);
    const ended = transcript.modifiedAt < stillSince;
    const onBatch = () => onProgress(progress);
    const { stored, duplicates } = await catchUp(memory, transcript.path, { ended, onBatch });
    await closeIfSilent(memory, transcript.path, stillSince);
    progress.filesDone++;
    progress.bytesDone += transcript.size;
    progress.stored += stored;
    progress.duplicates += duplicates;
    await onProgress(progress);
  }
  memory.events.record({
    type: "import.done",
    data: { folder: cleanerFor(folder).path(folder), ...progress },
    durationMs: performance.now() - started,
  });
  return progress;
}
