// The portable form of every hook: payload on stdin. It leaves the inbox file, gives the host its answer where one
// is due, and fails open: whatever is broken, the exit code is 0 and nothing is shown.

import { readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Adapter } from "../../agents/adapter.ts";
import { adapterOf } from "../../agents/hosts.ts";
import { connect, isListening, spawnDaemon } from "../../client/connect.ts";
import { post } from "../../client/socket.ts";
import { hookEnvironment } from "../../config/environment.ts";
import { isNews } from "../../config/notes.ts";
import { type Paths, pathsOf } from "../../config/paths.ts";
import { finish, leave } from "../../inbox.ts";
import { EngramError } from "../../protocol/errors.ts";

interface Options {
  inbox?: string;
}

/** Starting the daemon included; the host waits for a session to start, so this may take longer than a prompt. */
const deadlinesMs: Record<string, number> = {
  SessionStart: 3_000,
  UserPromptSubmit: 1_000,
  BeforeAgent: 1_000,
  PreToolUse: 500,
  SubagentStart: 1_000,
  PreCompact: 2_000,
};
const largestAnswered = 1024 * 1024;

export async function runHook(host: string, options: Options): Promise<void> {
  try {
    const paths = pathsOf();
    const file = options.inbox ?? (await leave(paths, host, hookEnvironment(host).projectDir, process.stdin));
    const adapter = adapterOf(host);
    const deadlineMs = adapter ? deadlineOf(adapter, file) : null;
    const answered =
      !adapter || deadlineMs === null ? "" : await answerWithin(deadlineMs, adapter, paths, file);
    await finish(file);
    if (answered !== "") await say(answered);
    if (deadlineMs === null) await wakeDaemon(paths);
  } catch {
    // The agent's work is worth more than a memory of it.
  }
  process.exit(0);
}

/** How long the host may wait for an answer to this event; null when none is due. */
function deadlineOf({ answers }: Adapter, file: string): number | null {
  if (statSync(file).size > largestAnswered) return null;
  const event = /"hook_event_name"\s*:\s*"(\w+)"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  return answers.has(event) ? (deadlinesMs[event] ?? null) : null;
}

/** Nothing once the deadline has passed: the payload waits in the inbox either way. */
function answerWithin(deadlineMs: number, adapter: Adapter, paths: Paths, file: string): Promise<string> {
  const asked = ask(adapter, paths, file, deadlineMs).catch((thrown: unknown) =>
    noticeOf(adapter, paths, thrown),
  );
  return Promise.race([asked, pause(deadlineMs, "")]);
}

/** A memory that cannot start is told to the user, in one line and once a day; the model never hears of it. */
function noticeOf({ toHost }: Adapter, paths: Paths, thrown: unknown): string {
  const text = `engram: ${EngramError.from(thrown).message}. \`engram doctor\` tells what to do.`;
  return isNews(paths, text) ? toHost("SessionStart", { context: "", notice: text }) : "";
}

async function ask({ host }: Adapter, paths: Paths, file: string, deadlineMs: number): Promise<string> {
  const envelope = readFileSync(file);
  const { daemon } = await connect(paths);
  const reply = await post(
    daemon,
    `/hook/${host}`,
    "application/octet-stream",
    envelope,
    AbortSignal.timeout(deadlineMs),
  );
  return reply.status === 200 ? reply.body : "";
}

function say(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/** Somebody has to take in what lies in the inbox; nobody waits for it here. */
async function wakeDaemon(paths: Paths): Promise<void> {
  if (!(await isListening(paths))) spawnDaemon(paths);
}
