// The beginning of a transcript, without reading the rest: which record it begins with, and in which folder. For the
// import, which must know a fork from its original before it reads either.

import { readLines } from "./transcript-file.ts";
import { readRecord } from "./transcript-record.ts";

export interface TranscriptHead {
  /** The id of its first message; null if it has none near its beginning. */
  uuid: string | null;
  /** It begins with a compaction, so that what came before is in another transcript. */
  isCompacted: boolean;
  /** The folder in which the session began. */
  folder: string | undefined;
}

const headBytes = 64 * 1024;

export async function transcriptHead(path: string): Promise<TranscriptHead> {
  const read = await readLines(path, 0, { budget: headBytes });
  let isCompacted = false;
  let folder: string | undefined;
  for (const line of read.status === "read" ? read.lines : []) {
    const reading = readRecord(line.text);
    if (reading.kind !== "record") continue;
    const { record } = reading;
    folder ??= record.cwd;
    if (record.type === "system") isCompacted = true;
    else
      return {
        uuid: record.uuid,
        isCompacted: isCompacted || (record.type === "user" && record.isCompactSummary),
        folder,
      };
  }
  return { uuid: null, isCompacted, folder };
}
