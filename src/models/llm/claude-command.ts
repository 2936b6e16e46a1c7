// Runs Claude Code for one answer and nothing else: none of the user's hooks, plugins, servers, skills or
// instructions, no tools, no transcript, but the user's own login. test/program/models/claude-cli.test.ts checks each of these
// with the real client.

import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { TellbackError } from "../../protocol/errors.ts";

export interface ClaudeCall {
  command: string;
  /** An empty folder: files in the current one would be read as instructions. */
  folder: string;
  env: NodeJS.ProcessEnv;
  model: string;
  maxTokens: number;
  budgetUsd?: number | undefined;
  system: string;
  prompt: string;
  timeoutMs: number;
  signal: AbortSignal;
}

export type ClaudeEnd =
  | { kind: "ended"; code: number | null; stdout: string; stderr: string }
  | { kind: "timeout" }
  | { kind: "missing"; cause: unknown };

function claudeArguments({
  model,
  system,
  budgetUsd,
}: Pick<ClaudeCall, "model" | "system" | "budgetUsd">): string[] {
  // The user's settings stay active, because they may contain the login (apiKeyHelper, env); hooks in them do not.
  const settings = { disableAllHooks: true, alwaysThinkingEnabled: false };
  return [
    ...["--print", "--output-format", "json"],
    ...["--model", model],
    ...["--system-prompt", system],
    ...["--tools", ""],
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--no-session-persistence",
    ...["--setting-sources", "user"],
    ...["--settings", JSON.stringify(settings)],
    // If an answer is too long, it asks for the rest, up to three times.
    ...(budgetUsd ? ["--max-budget-usd", budgetUsd.toFixed(6)] : []),
  ];
}

/** As variables rather than flags, because a client that does not know one ignores it. */
function claudeVariables({ maxTokens, timeoutMs }: Pick<ClaudeCall, "maxTokens" | "timeoutMs">) {
  return {
    CLAUDE_CODE_SAFE_MODE: "1",
    // Otherwise @path in a prompt would be replaced by that file's content, and the data could name any file.
    CLAUDE_CODE_DISABLE_ATTACHMENTS: "1",
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: "1",
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_ULTRATHINK: "1",
    CLAUDE_CODE_DISABLE_THINKING: "1",
    // One run is one request: tellback decides whether to ask, and pay, again.
    CLAUDE_CODE_MAX_RETRIES: "0",
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: "1",
    CLAUDE_CODE_DISABLE_REFUSAL_FALLBACK: "1",
    CLAUDE_CODE_DISABLE_REFUSAL_RETRY: "1",
    CLAUDE_CODE_SKIP_PROMPT_HISTORY: "1",
    // Calls share no prefix that is worth the extra price of caching it.
    DISABLE_PROMPT_CACHING: "1",
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
    API_TIMEOUT_MS: String(timeoutMs),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

/** Ends with the client; on a timeout or an abort, the client and everything it started is ended. */
export async function runClaude(call: ClaudeCall): Promise<ClaudeEnd> {
  const isWindows = process.platform === "win32";
  const child = spawn(call.command, claudeArguments(call), {
    cwd: call.folder,
    env: { ...call.env, ...claudeVariables(call) },
    detached: !isWindows,
    windowsHide: true,
  });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      if (isWindows) child.kill("SIGKILL");
      else process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has already exited.
    }
  };
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const over = AbortSignal.any([timeout, call.signal]);
  over.addEventListener("abort", end);
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString("utf8");
  }) as [() => string, () => string];
  child.stdin.on("error", () => {}); // It may end without reading everything.
  child.stdin.end(call.prompt);
  try {
    return await new Promise<ClaudeEnd>((resolve, reject) => {
      child.once("error", (cause) => resolve({ kind: "missing", cause }));
      child.once("close", (code) => {
        if (call.signal.aborted) reject(call.signal.reason);
        else if (timeout.aborted) resolve({ kind: "timeout" });
        else resolve({ kind: "ended", code, stdout: stdout(), stderr: stderr() });
      });
    });
  } finally {
    over.removeEventListener("abort", end);
  }
}

export function findClaude(places: readonly string[]): string {
  const found = places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found) return found;
  throw new TellbackError("unavailable", "Claude Code was not found", {
    hint: "Put `claude` on the PATH, or run `tellback config set llm.provider offline`.",
  });
}
