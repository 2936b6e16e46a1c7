// The doctor for callers of the daemon: the same command that a person runs, in a process of its own, because it also
// checks this daemon from outside.

import { execFile } from "node:child_process";
import type { OutputOf } from "../areas/contracts.ts";
import { entryPath } from "../client/entry.ts";
import { environmentForDaemon } from "../config/environment.ts";
import type { Paths } from "../config/paths.ts";
import { TellbackError } from "../protocol/errors.ts";

const withinMs = 60_000;

export function askDoctor(paths: Paths): Promise<OutputOf<"doctor">> {
  return new Promise((resolve, reject) => {
    const env = { ...environmentForDaemon(), TELLBACK_HOME: paths.home };
    const options = { cwd: paths.home, env, timeout: withinMs, maxBuffer: 4 * 1024 * 1024 };
    execFile(process.execPath, [entryPath, "doctor", "--json"], options, (failure, stdout) => {
      // Its exit code is 1 if a check failed: what it prints is the answer.
      try {
        resolve(JSON.parse(stdout) as OutputOf<"doctor">);
      } catch {
        const hint = "Run `tellback doctor` in a terminal.";
        reject(new TellbackError("unavailable", "the doctor did not answer", { hint, cause: failure }));
      }
    });
  });
}
