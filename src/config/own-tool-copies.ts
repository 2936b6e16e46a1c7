// The user's tools are copies in tellback's home: exactly the files that the user has seen.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { statForeignSync } from "../platform/foreign-file.ts";
import { userToolFolder } from "./own-tool-folders.ts";
import type { OwnTool } from "./own-tools.ts";
import type { Paths } from "./paths.ts";
import { ensurePrivateFolder } from "./private-files.ts";

export function copyTool(paths: Paths, { files, folder: from }: OwnTool, to: string): void {
  ensurePrivateFolder(userToolFolder(paths));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(to, name)), { recursive: true, mode: 0o700 });
    // A program of the folder stays one.
    const isProgram = ((statForeignSync(join(from, name))?.mode ?? 0) & 0o100) !== 0;
    writeFileSync(join(to, name), bytes, { mode: isProgram ? 0o700 : 0o600 });
  }
}

export function deleteTool({ folder }: OwnTool): void {
  rmSync(folder, { recursive: true, force: true });
}
