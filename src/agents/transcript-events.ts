// Reads the events in a host's transcript from a position on, in one form for all hosts. For catch-up and the import.

import { TellbackError } from "../protocol/errors.ts";
import { collectEach, type RecordedEvent } from "./claude-code/transcript.ts";
import { fingerprint, readLines } from "./claude-code/transcript-file.ts";
import { hostOf } from "./hosts.ts";

export interface ReadFrom {
  /** The file on disk. */
  file: string;
  /** The position that the previous reading returned, and what it knew there. */
  from: number;
  fingerprint: string | null;
  promptId: string | undefined;
  projectDir: string | undefined;
  /** The transcript is complete: a tool without a result counts as interrupted. */
  ended: boolean;
  /** About how many bytes to read. */
  budget?: number | undefined;
}

export interface ReadStats {
  records: number;
  broken: number;
  /** Records of unknown types, by type. */
  unknown: Record<string, number>;
}

type ReadEvents =
  | {
      status: "read";
      /** The position from which to read next time. */
      resumeAt: number;
      /** Up to where it was read. */
      end: number;
      promptId: string | undefined;
      fingerprint: string | null;
      more: boolean;
      stats: ReadStats;
    }
  /** The file is missing, or no longer a regular file. */
  | { status: "vanished" }
  /** Not the file that the position belongs to: read it again from 0. */
  | { status: "rewritten" };

/** `take` gets each event in turn. */
export type TranscriptFormat = (from: ReadFrom, take: (one: RecordedEvent) => void) => Promise<ReadEvents>;

const claudeCode: TranscriptFormat = async (asked, take) => {
  const { file, from, promptId, projectDir, budget } = asked;
  const read = await readLines(file, from, { fingerprint: asked.fingerprint, budget });
  if (read.status !== "read") return read;
  // Before the events are taken: a thread that takes those of the next portion meanwhile would delay this answer.
  const head = await fingerprint(file);
  const ended = asked.ended && !read.more;
  const context = { transcriptPath: file, projectDir, promptId, from, ended };
  const collected = collectEach(read.lines, context, take);
  return { ...collected, status: "read", end: read.end, more: read.more, fingerprint: head };
};

/** The name of the format that has only what the hooks of a host do not bring. */
export function missedOf(host: string): string {
  return `${host}+`;
}

/** The format of a host's transcripts. Another than Claude Code's is loaded with the host's history. */
export async function transcriptFormat(name: string): Promise<TranscriptFormat> {
  if (name === "claude-code") return claudeCode;
  const [host = "", isMissed] = name.split("+", 2);
  const history = await hostOf(host)?.history?.load();
  const format = isMissed === undefined ? history?.format : history?.missed;
  if (!format) throw new TellbackError("invalid_input", `"${host}" has no transcripts that tellback reads`);
  return format;
}
