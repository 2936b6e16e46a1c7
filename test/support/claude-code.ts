// The real Claude Code client, pinned, run against a scripted model. For tests that must see what the
// client really does: which hooks fire, what it sends to the model, what it writes to its transcript.
// Nothing of the caller's environment reaches it except PATH, so no real key, home or setting can.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Available, unavailable } from "./available.ts";

export const claudeVersion = "2.1.325";

const execute = promisify(execFile);
const CACHE = join(import.meta.dirname, "../../.cache/claude-code");
const FAKE_KEY = "sk-ant-made-up-key-for-loopback-tests";

export type ClaudeRun = {
  model: { url: string };
  /** The project folder. */
  cwd: string;
  /** A folder of the test: becomes HOME, and contains CLAUDE_CONFIG_DIR and TMPDIR unless overridden. */
  home: string;
  /** CLAUDE_CONFIG_DIR; `<home>/.claude` unless given. Contains settings, transcripts and plugins. */
  config?: string;
  args: string[];
  env?: Record<string, string>;
  stdin?: string;
  /** Said one after the other in one session, each when the answer to the one before has ended. */
  prompts?: readonly string[];
  timeoutMs?: number;
  /** Written to `<config>/settings.json` before the run. */
  settings?: object;
};

export type ClaudeResult = { code: number | NodeJS.Signals; stdout: string; stderr: string; ms: number };

let found: Promise<Available<{ binary: string }>> | undefined;

/** Finds the pinned client, installing it into the project's cache the first time. */
export function claudeAvailable(): Promise<Available<{ binary: string }>> {
  found ??= findBinary().then(
    (binary) => ({ ok: true, binary }),
    (error: unknown) => unavailable(`Claude Code ${claudeVersion}`, firstLine(error)),
  );
  return found;
}

export async function runClaude(run: ClaudeRun): Promise<ClaudeResult> {
  const client = await claudeAvailable();
  if (!client.ok) throw new Error(client.reason);
  const config = run.config ?? join(run.home, ".claude");
  await prepare(run, config);
  const started = performance.now();
  // Its own process group, so that the timeout also reaches the tools and servers it started.
  const args = run.prompts ? [...run.args, ...streaming] : run.args;
  const child = spawn(client.binary, args, { cwd: run.cwd, env: claudeEnv(run), detached: true });
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
  };
  const timer = setTimeout(end, run.timeoutMs ?? 90_000);
  process.once("exit", end);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {}); // It may exit without reading its input.
  if (run.prompts) sayInTurn(child, run.prompts);
  else child.stdin.end(run.stdin ?? "");
  try {
    const code = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exit, signal) => resolve(exit ?? signal ?? "SIGKILL"));
    });
    return { code, stdout, stderr, ms: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
  }
}

const streaming = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

/** The client takes prompts that wait together for one: the next is sent after the result of the one before. */
function sayInTurn({ stdin, stdout }: ChildProcessWithoutNullStreams, prompts: readonly string[]): void {
  const left = [...prompts];
  const next = (): void => {
    const content = left.shift();
    if (content === undefined) stdin.end();
    else stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`);
  };
  createInterface({ input: stdout }).on("line", (line) => {
    if ((JSON.parse(line) as { type?: string }).type === "result") next();
  });
  next();
}

/** The whole environment of a run; also for a test that starts the client itself, for example in a terminal. */
export function claudeEnv(run: Pick<ClaudeRun, "model" | "home" | "config" | "env">): Record<string, string> {
  const temp = join(run.home, "tmp");
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: run.home,
    CLAUDE_CONFIG_DIR: run.config ?? join(run.home, ".claude"),
    TMPDIR: temp,
    CLAUDE_CODE_TMPDIR: temp,
    SHELL: "/bin/bash",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ANTHROPIC_API_KEY: FAKE_KEY,
    ANTHROPIC_BASE_URL: run.model.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    IS_SANDBOX: "1", // Without it the client refuses --dangerously-skip-permissions to root (containers).
    ...run.env,
  };
}

/** Folders, settings, and the answers to every first-run dialog (onboarding, trust, API key). */
async function prepare(run: ClaudeRun, config: string): Promise<void> {
  for (const dir of [run.cwd, config, join(run.home, "tmp")]) await mkdir(dir, { recursive: true });
  if (run.settings) await writeFile(join(config, "settings.json"), JSON.stringify(run.settings, null, 2));
  const file = join(config, ".claude.json");
  const state = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as State;
  await writeFile(file, JSON.stringify(stateOf(state, run.cwd), null, 2));
}

interface State {
  projects?: Record<string, object>;
}

/** What the client keeps once its first questions in that folder were answered. */
export function stateOf(state: State, cwd: string): object {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  return {
    ...state,
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    theme: "dark",
    customApiKeyResponses: { approved: [FAKE_KEY.slice(-20)], rejected: [] },
    projects: { ...state.projects, [cwd]: { ...state.projects?.[cwd], ...trusted } },
  };
}

/**
 * The npm package is a placeholder that its postinstall replaces by the binary of a per-platform
 * optional dependency. We install without scripts and run that binary where it lies.
 */
async function findBinary(): Promise<string> {
  const place = join(CACHE, claudeVersion);
  const binary = join(
    place,
    "node_modules",
    platformPackage(),
    process.platform === "win32" ? "claude.exe" : "claude",
  );
  if (!(await exists(binary))) await install(place);
  if (!(await exists(binary))) throw new Error(`npm installed no native binary at ${binary}`);
  return binary;
}

/** Installs beside the final place and renames: two test processes may do this at the same moment. */
async function install(place: string): Promise<void> {
  const draft = `${place}.${randomUUID().slice(0, 8)}`;
  await mkdir(draft, { recursive: true });
  try {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const args = ["install", "--prefix", draft, ...quiet, `@anthropic-ai/claude-code@${claudeVersion}`];
    await execute("npm", args, { cwd: draft, timeout: 300_000 });
    await rename(draft, place).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function platformPackage(): string {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const musl = process.platform === "linux" && !report.header?.glibcVersionRuntime ? "-musl" : "";
  return `@anthropic-ai/claude-code-${process.platform}-${process.arch}${musl}`;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone.
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** npm's own words when it failed, not the long command line. */
function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr?.trim() || message || String(error)).split("\n", 1)[0] ?? "";
}
