// The turn to start the daemon, for hooks: of many that meet none, one starts it and the others go at once. A lock would
// end with the hook; the turn lasts until the daemon answers, or until it is too old. plugin/hooks/hook.sh keeps the same file.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../config/private-files.ts";

const longestTurnSeconds = 15;

/** False while another hook has it. */
export function takeTurn({ home, startTurn }: Paths): boolean {
  ensurePrivateFolder(home);
  const now = Math.floor(Date.now() / 1000);
  try {
    writeFileSync(startTurn, `${now}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    const age = now - takenAt(startTurn);
    if (age >= 0 && age < longestTurnSeconds) return false;
    writePrivateFile(startTurn, `${now}\n`);
    return true;
  }
}

export function endTurn({ startTurn }: Paths): void {
  rmSync(startTurn, { force: true });
}

function takenAt(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0;
  }
}
