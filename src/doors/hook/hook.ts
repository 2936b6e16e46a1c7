// The portable form of every hook: payload on stdin. It leaves the inbox file, gives the host its answer where one
// is due, and fails open: whatever is broken, the exit code is 0 and nothing is shown.

import { readFileSync } from "node:fs";
import { answers, host as claudeCode } from "../../agents/claude-code.ts";
import { connect, findDaemon, spawnDaemon } from "../../client/connect.ts";
import { post } from "../../client/socket.ts";
import { hookEnvironment } from "../../config/environment.ts";
import { type Paths, pathsOf } from "../../config/paths.ts";
import { finish, leave } from "../../inbox.ts";

interface Options {
  inbox?: string;
}

/** Starting the daemon included; the host waits for a session to start, so this may take longer than a prompt. */
const deadlinesMs: Record<string, number> = { SessionStart: 3_000, UserPromptSubmit: 1_000 };
const largestAnswered = 1024 * 1024;

export async function runHook(host: string, options: Options): Promise<void> {
  try {
    const paths = pathsOf();
    const file = options.inbox ?? (await leave(paths, host, hookEnvironment().projectDir, process.stdin));
    try {
      await answer(paths, file);
    } finally {
      await finish(file);
    }
  } catch {
    // The agent's work is worth more than a memory of it.
  }
  process.exit(0);
}

async function answer(paths: Paths, file: string): Promise<void> {
  const envelope = readFileSync(file);
  const event = eventNameIn(envelope);
  const deadlineMs = deadlinesMs[event];
  if (deadlineMs === undefined || !answers.has(event)) return wakeDaemon(paths);
  const timer = setTimeout(() => process.exit(0), deadlineMs);
  const { daemon } = await connect(paths);
  const reply = await post(daemon, `/hook/${claudeCode}`, "application/octet-stream", envelope, deadlineMs);
  clearTimeout(timer);
  if (reply.status === 200) process.stdout.write(reply.body);
}

/** Somebody has to take in what lies in the inbox; nobody waits for it here. */
async function wakeDaemon(paths: Paths): Promise<void> {
  if (!(await findDaemon(paths))) spawnDaemon(paths);
}

function eventNameIn(envelope: Buffer): string {
  if (envelope.length > largestAnswered) return "";
  return /"hook_event_name"\s*:\s*"(\w+)"/.exec(envelope.toString("utf8"))?.[1] ?? "";
}
