// Rollout files of Codex on disk, for the import: found, and read from a position.

import { fingerprint, readLines } from "../claude-code/transcript-file.ts";
import { filesBelow, type History, type HistoryFile } from "../history.ts";
import type { TranscriptFormat } from "../transcript-events.ts";
import { collectRollout, metaOf, type RolloutMeta } from "./rollout.ts";

/** sessions/YYYY/MM/DD, and archived_sessions beside it. */
const maxDepth = 5;

/** Its first line holds the instructions too, which may be long. */
const headBytes = 256 * 1024;

async function rolloutMeta(path: string): Promise<RolloutMeta | null> {
  const read = await readLines(path, 0, { budget: headBytes });
  for (const line of read.status === "read" ? read.lines.slice(0, 5) : []) {
    const meta = metaOf(line.text);
    if (meta) return meta;
  }
  return null;
}

const readRollout: TranscriptFormat = async ({ file, from, promptId, projectDir, ...asked }, take) => {
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

/** Rollouts have the ids that hooks have: what both bring is stored once. */
export const history: History = {
  format: readRollout,
  async list(folder) {
    const files: HistoryFile[] = [];
    for (const file of await filesBelow(folder, /[\\/]rollout-[^\\/]*\.jsonl$/, maxDepth)) {
      const meta = await rolloutMeta(file.path);
      files.push({ ...file, session: file.path, folder: meta?.cwd });
    }
    return { files, unreadable: 0 };
  },
};
