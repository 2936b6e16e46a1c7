// Rollout files of Codex on disk, for the import: found, and read from a position.

import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { revealedPath } from "../../platform/covered-paths.ts";
import { fingerprint, readLines } from "../claude-code/transcript-file.ts";
import type { TranscriptFormat } from "../transcript-events.ts";
import { collectRollout, metaOf, type RolloutMeta } from "./rollout.ts";

export interface RolloutFile {
  path: string;
  size: number;
  modifiedAt: Date;
}

/** sessions/YYYY/MM/DD, and archived_sessions beside it. */
const maxDepth = 5;

/** Links below the folder are not followed: they may form a cycle, or lead out of the host's folder. */
export async function listRollouts(folder: string): Promise<RolloutFile[]> {
  const found: RolloutFile[] = [];
  async function walk(inside: string, depth: number): Promise<void> {
    for (const entry of await readdir(inside, { withFileTypes: true })) {
      const path = join(inside, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await walk(path, depth + 1);
      if (!entry.isFile() || !/^rollout-.*\.jsonl$/.test(basename(path))) continue;
      const { size, mtime } = await lstat(path);
      found.push({ path, size, modifiedAt: mtime });
    }
  }
  await walk(await realpath(revealedPath(folder)), 0);
  return found;
}

/** Its first line holds the instructions too, which may be long. */
const headBytes = 256 * 1024;

export async function rolloutMeta(path: string): Promise<RolloutMeta | null> {
  const read = await readLines(path, 0, { budget: headBytes });
  for (const line of read.status === "read" ? read.lines.slice(0, 5) : []) {
    const meta = metaOf(line.text);
    if (meta) return meta;
  }
  return null;
}

export const readRollout: TranscriptFormat = async ({ file, from, promptId, projectDir, ...asked }, take) => {
  const read = await readLines(file, from, asked);
  if (read.status !== "read") return read;
  const meta = await rolloutMeta(file);
  const head = await fingerprint(file);
  const nothing = { events: [], promptId, stats: { records: 0, broken: read.lines.length, unknown: {} } };
  const ended = asked.ended && !read.more;
  const { events, ...collected } = meta
    ? collectRollout(read.lines, { from, promptId, projectDir, meta, ended })
    : { ...nothing, resumeAt: read.end };
  events.forEach(take);
  return { status: "read", ...collected, end: read.end, more: read.more, fingerprint: head };
};
