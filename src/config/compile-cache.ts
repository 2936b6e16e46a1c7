// Keeps what V8 has compiled of engram from one command to the next, in engram's home.

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { pathsOf } from "./paths.ts";
import { isPrivateFolder } from "./private-files.ts";

/** Only in a home that is there and is the user's own: whoever can write into the cache decides what runs. */
export function keepCompiled(version: string): void {
  const { home, compiled } = pathsOf();
  const own = join(compiled, version);
  if (!isPrivateFolder(home)) return;
  try {
    if (!existsSync(own)) {
      // What another version has left is never read again.
      rmSync(compiled, { recursive: true, force: true });
      mkdirSync(own, { recursive: true, mode: 0o700 });
    }
    enableCompileCache(own);
  } catch {
    // A full or read-only disk: the command runs all the same.
  }
}
