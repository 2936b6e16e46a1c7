// Transcripts that a test writes line by line as the client does, and recorded ones copied into place.

import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const recorded = join(import.meta.dirname, "../fixtures/claude-code/transcripts");
let clock = Date.parse("2025-01-01T10:00:00.000Z");

/** For a test in which hooks write too, at the real time. */
export function startClock(at: number): void {
  clock = at;
}

/** When the last line was written. */
export const lastTime = (): string => new Date(clock).toISOString();

export interface From {
  session?: string;
  prompt?: string;
  cwd?: string;
}

function common(uuid: string, from: From) {
  clock += 1000;
  return {
    uuid,
    sessionId: from.session ?? "s",
    timestamp: new Date(clock).toISOString(),
    cwd: from.cwd ?? "/nowhere/project",
  };
}

export function said(uuid: string, words: string, from: From = {}): string {
  const message = { role: "user", content: words };
  return JSON.stringify({ ...common(uuid, from), type: "user", promptId: from.prompt ?? "p", message });
}

export function replied(uuid: string, words: string, from: From = {}): string {
  const message = { role: "assistant", model: "m", content: [{ type: "text", text: words }] };
  return JSON.stringify({ ...common(uuid, from), type: "assistant", message });
}

/** A tool's use and its result: two records. */
export function used(uuid: string, id: string, from: From = {}): string[] {
  const call = { type: "tool_use", id, name: "Bash", input: { command: `echo ${id}` } };
  const result = { type: "tool_result", tool_use_id: id, content: id };
  const assistant = { role: "assistant", model: "m", content: [call] };
  const user = { role: "user", content: [result] };
  const promptId = from.prompt ?? "p";
  return [
    JSON.stringify({ ...common(`${uuid}-call`, from), type: "assistant", message: assistant }),
    JSON.stringify({ ...common(`${uuid}-result`, from), type: "user", promptId, message: user }),
  ];
}

/** A compaction: the mark, and the message with the summary that replaces the removed messages. */
export function compacted(uuid: string, summary: string, from: From = {}): string[] {
  const compactMetadata = { trigger: "manual", preTokens: 1000, postTokens: 100 };
  const mark = {
    ...common(`${uuid}-mark`, from),
    type: "system",
    subtype: "compact_boundary",
    compactMetadata,
  };
  const words = `This session is being continued from another.\nSummary:\n${summary}`;
  const message = { role: "user", content: words };
  const promptId = from.prompt ?? "p";
  return [
    JSON.stringify(mark),
    JSON.stringify({ ...common(uuid, from), type: "user", promptId, isCompactSummary: true, message }),
  ];
}

export function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

export function append(path: string, lines: readonly string[]): void {
  appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

/** A recorded transcript under the name of its session, with those of its sub-agents. */
export function place(folder: string, name: string, session: string): string {
  const path = join(folder, `${session}.jsonl`);
  cpSync(join(recorded, `${name}.jsonl`), path);
  const agents = join(recorded, name);
  if (existsSync(agents)) cpSync(agents, join(folder, session), { recursive: true });
  return path;
}
