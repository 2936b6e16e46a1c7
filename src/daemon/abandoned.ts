// Detects that a hook was killed before it finished its file. The clocks of the machine and of its file system may
// differ and may be set. So a file's age is measured by the file system's clock, and the time without growth by a
// monotonic clock.

import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "../config/paths.ts";

/** A hook that has not finished its file after this time was killed. */
const abandonedMs = 30_000;
/** An old file is watched for this long: after the machine slept, its hook may continue to write. */
const watchedMs = 5_000;

interface UnfinishedFile {
  path: string;
  bytes: number;
  modifiedMs: number;
}

export interface Watch {
  isAbandoned(file: UnfinishedFile): boolean;
  /** Only existing files are remembered. */
  forgetAllBut(paths: ReadonlySet<string>): void;
}

export function watchUnfinished({ inbox }: Paths, now: () => number = () => performance.now()): Watch {
  const seen = new Map<string, UnfinishedFile & { since: number }>();
  return {
    isAbandoned(file) {
      const before = seen.get(file.path);
      if (before?.bytes !== file.bytes || before.modifiedMs !== file.modifiedMs) {
        seen.set(file.path, { ...file, since: now() });
        return false;
      }
      const unchangedMs = now() - before.since;
      if (unchangedMs < watchedMs) return false;
      return unchangedMs >= abandonedMs || ageOf(inbox, file) >= abandonedMs;
    },
    forgetAllBut(paths) {
      for (const path of seen.keys()) if (!paths.has(path)) seen.delete(path);
    },
  };
}

/** Compared with a file written now: both times come from the same clock. Zero if nothing can be written. */
function ageOf(inbox: string, { modifiedMs }: UnfinishedFile): number {
  const probe = join(inbox, ".now");
  try {
    rmSync(probe, { force: true });
    writeFileSync(probe, "", { mode: 0o600 });
    const { mtimeMs } = statSync(probe);
    rmSync(probe, { force: true });
    return mtimeMs - modifiedMs;
  } catch {
    return 0;
  }
}
