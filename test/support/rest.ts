// Whether a daemon rests: for a while it writes nothing, has no job, and hardly uses the processor.

import { readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Home, registeredPid, rows } from "./tellback.ts";

/** Longer than two rounds of whatever a daemon repeats: a transcript is read again 1.5 s after a hook. */
const windowMs = 4_000;
/** One that reads a transcript again and again uses seven times as much. */
const maxShare = 0.01;
const ticksPerSecond = 100;

/** Waits until it has rested for a while; returns what it did in the last one if it never does. */
export async function unrest(home: Home, withinMs = 60_000): Promise<string | null> {
  const end = Date.now() + withinMs;
  for (;;) {
    const before = stateOf(home);
    await pause(windowMs);
    const after = stateOf(home);
    const share = (after.ticks - before.ticks) / ticksPerSecond / (windowMs / 1000);
    const doings = [
      after.jobs === "" ? "" : `jobs: ${after.jobs}`,
      after.written === before.written ? "" : `wrote to the store: ${before.written} → ${after.written}`,
      share <= maxShare ? "" : `${(share * 100).toFixed(1)} % of a core`,
    ].filter((doing) => doing !== "");
    if (doings.length === 0) return null;
    if (Date.now() > end) return doings.join("; ");
  }
}

function stateOf(home: Home) {
  const files = [home.paths.database, `${home.paths.database}-wal`];
  const now = new Date().toISOString();
  const due = rows<{ kind: string; key: string; run_at: string }>(home, "select kind, key, run_at from jobs");
  return {
    written: files.map((path) => `${statSync(path).size} ${statSync(path).mtimeMs}`).join(", "),
    jobs: due
      .filter(({ run_at }) => run_at <= now)
      .map(({ kind, key }) => `${kind} ${key}`)
      .join(", "),
    ticks: ticksOf(registeredPid(home) ?? 0),
  };
}

/** User and system time of a process and its threads. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
