// Keeps V8's compiled code of tellback from one command to the next, in tellback's home.

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathsOf } from "./paths.ts";
import { isPrivateFolder } from "./private-files.ts";

/** Only in an existing home that belongs to the user: whoever can write to the cache decides what runs. */
export function keepCompileCache(version: string): void {
  const { home, compiled } = pathsOf();
  const own = join(compiled, version);
  if (!isPrivateFolder(home)) return;
  try {
    if (!existsSync(own)) {
      // The cache of another version is never read again.
      rmSync(compiled, { recursive: true, force: true });
      mkdirSync(own, { recursive: true, mode: 0o700 });
    }
    enableCompileCache(own);
  } catch {
    // Full or read-only disk: the command still runs.
  }
}
