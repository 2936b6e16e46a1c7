// What released versions have left on users' machines: test/fixtures/releases, written by scripts/keep-release.ts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export const releasesFolder = join(import.meta.dirname, "../fixtures/releases");

/** Words of a prompt in each kept store. */
export const keptWords = "quay lights";

export const keptReleases = readdirSync(releasesFolder).toSorted();

export function keptFile(release: string, name: string): Buffer {
  const bytes = readFileSync(join(releasesFolder, release, name));
  return name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}
