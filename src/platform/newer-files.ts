// How many files of a program have changed since a time. For noticing that the program works while tellback hears nothing.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { revealedPath } from "./covered-paths.ts";

/** `form` is compared with the path below the folder. */
export function countNewer(folder: string, form: RegExp, sinceMs: number): number {
  const root = revealedPath(folder);
  const names = namesIn(root).filter((name) => form.test(`/${name}`));
  return names.filter((name) => {
    const entry = statSync(join(root, name), { throwIfNoEntry: false });
    return entry?.isFile() === true && entry.mtimeMs > sinceMs;
  }).length;
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: "utf8" });
  } catch {
    return []; // The program has written nothing yet.
  }
}
