// Lists the files below a folder of tellback. Links are not followed.

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface Below {
  /** Names of folders that are left out. */
  except?: ReadonlySet<string>;
  maxDepth?: number;
}

export function filesBelow(
  folder: string,
  { except = new Set(), maxDepth = Number.POSITIVE_INFINITY }: Below = {},
): string[] {
  if (maxDepth === 0 || !lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return except.has(entry.name) ? [] : filesBelow(path, { maxDepth: maxDepth - 1 });
    return entry.isFile() ? [path] : [];
  });
}
