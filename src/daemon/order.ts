// The order in which inbox files are read: many small files at once, large ones alone, and files that may crash the
// daemon last. Pure.

import type { WaitingFile } from "../platform/inbox.ts";

/** Ordinary events are far smaller. A parsed payload takes many times its size in memory. */
const smallBytes = 512 * 1024;
const filesAtOnce = 200;
const bytesAtOnce = 4 * 1024 * 1024;
export const deathsAllowed = 3;
/** A daemon that is killed again and again for another reason must not count against the file it was reading. */
const calmMs = 5_000;

export interface Plan {
  /** Batches of small files, oldest first. */
  small: WaitingFile[][];
  /** The next file to read alone, when no small one waits. */
  alone: WaitingFile | null;
}

export function planOf(
  files: readonly WaitingFile[],
  deathsOf: (file: WaitingFile) => number,
  aliveMs: number,
): Plan {
  const isSmall = (file: WaitingFile) => file.bytes <= smallBytes && deathsOf(file) === 0;
  const [alone = null] = files
    .filter((file) => !isSmall(file) && (deathsOf(file) + 1 < deathsAllowed || aliveMs > calmMs))
    .toSorted((a, b) => deathsOf(a) - deathsOf(b));
  return { small: batchesOf(files.filter(isSmall)), alone };
}

function batchesOf(files: readonly WaitingFile[]): WaitingFile[][] {
  const batches: WaitingFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const last = batches.at(-1);
    bytes += file.bytes;
    if (last && last.length < filesAtOnce && bytes <= bytesAtOnce) {
      last.push(file);
    } else {
      batches.push([file]);
      bytes = file.bytes;
    }
  }
  return batches;
}
