// The turn to start the daemon, for hooks: of many that find none, one starts it and the others return at once. A lock
// would end with the hook; the turn lasts until the daemon answers or the turn expires. plugin/hooks/hook.sh uses the
// same file.

import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../config/private-files.ts";

const maxTurnSecondsLength = 15;

/** False while another hook has the turn. */
export function takeTurn({ home, startTurn }: Paths): boolean {
  ensurePrivateFolder(home);
  const now = Math.floor(Date.now() / 1000);
  try {
    writeFileSync(startTurn, `${now}\n`, { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    const age = now - takenAt(startTurn);
    if (age >= 0 && age < maxTurnSecondsLength) return false;
    writePrivateFile(startTurn, `${now}\n`);
    return true;
  }
}

export function endTurn({ startTurn }: Paths): void {
  rmSync(startTurn, { force: true });
}

/** An empty file was created a moment ago by a hook that has not written its time yet, or was killed before it did. */
function takenAt(path: string): number {
  try {
    const written = readFileSync(path, "utf8");
    return written === "" ? Math.floor(statSync(path).mtimeMs / 1000) : Number(written);
  } catch {
    return 0;
  }
}
