// Which program starts the daemon: this tellback, run by this Node, built or from source.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../config/private-files.ts";

const fromSource = import.meta.url.endsWith(".ts");

export const entryPath = fileURLToPath(
  fromSource ? new URL("../doors/cli/main.ts", import.meta.url) : new URL("./tellback.mjs", import.meta.url),
);

/** The package's own folder, with plugin/ and samples/. */
export const packageRoot = fileURLToPath(new URL(fromSource ? "../../" : "../", import.meta.url));

/** Hooks run with any Node that the project has; the launcher file names the one that runs tellback. */
export function writeLauncher(paths: Paths): void {
  const text = `${process.execPath}\n${entryPath}\n`;
  try {
    if (readFileSync(paths.launcher, "utf8") === text) return;
  } catch {
    ensurePrivateFolder(paths.home);
  }
  writePrivateFile(paths.launcher, text);
}
