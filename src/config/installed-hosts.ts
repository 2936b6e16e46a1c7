// Which hosts `tellback install` has written to: a host whose hooks run without it has tellback as a plugin.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "./paths.ts";

export function installedFile({ home }: Pick<Paths, "home">): string {
  return join(home, "installed.json");
}

/** For everybody or for this folder. What cannot be read counts as installed: nothing is said twice. */
export function isInstalledIn(paths: Pick<Paths, "home">, host: string, folder: string): boolean {
  try {
    const { installed } = JSON.parse(readFileSync(installedFile(paths), "utf8")) as {
      installed: { host: string; scope: string; folder: string | null }[];
    };
    return installed.some((one) => one.host === host && (one.scope === "user" || one.folder === folder));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
