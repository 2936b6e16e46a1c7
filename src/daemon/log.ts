// The daemon's log on stderr. Writing may fail (disk full, reader gone): then a line is lost, and the daemon goes on.
// An error that repeats every second is written once a minute, with a count.

import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { plural } from "../protocol/plural.ts";
import { cleanerFor } from "../secrets/cleaner.ts";

export type Log = (thrown: unknown) => void;

const againAfterMs = 60_000;
const troublesKept = 100;
const stderr = 2;

export function createLog(write: (text: string) => void = (text) => writeSync(stderr, text)): Log {
  const seen = new Map<string, { at: number; repeats: number }>();
  return (thrown) => {
    const what = thrown instanceof Error ? thrown.message : String(thrown);
    const now = performance.now();
    const before = seen.get(what);
    if (before && now - before.at < againAfterMs) {
      before.repeats += 1;
      return;
    }
    if (seen.size >= troublesKept) seen.clear();
    seen.set(what, { at: now, repeats: 0 });
    const repeats = before?.repeats
      ? ` (and ${plural(before.repeats, "time")} since it was last written)`
      : "";
    try {
      write(`${new Date().toISOString()} ${cleanerFor().text(inspect(thrown))}${repeats}\n`);
    } catch {
      // There is no other place to write it.
    }
  };
}

/** Node and its libraries write there too; without a listener a failed write would end the process. */
export function surviveBrokenOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners("error");
    stream.on("error", () => {});
  }
}
