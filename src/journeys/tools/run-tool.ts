// Runs a tool of the user's own: its input is checked by its schema, code runs in the sandbox, a program runs as the user
// with a bounded time and output. What comes back is text of another program: redacted here, quoted by the doors.

import { extname, join } from "node:path";
import { z } from "zod";
import type { OutputOf } from "../../areas/contracts.ts";
import { environmentForTool } from "../../config/environment.ts";
import type { OwnTool, ToolManifest } from "../../config/own-tools.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import { runBound } from "../../platform/bound-process.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { describeIssues } from "../../protocol/complaint.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { FunctionLanguage, FunctionRun } from "../../protocol/functions.ts";
import { toolNamed } from "./tools.ts";

type Answer = OutputOf<"tool.run">;

/** Code for the sandbox, which is analysed first. */
interface SandboxCode {
  code: string;
  entry: string;
  language: FunctionLanguage;
  args: readonly unknown[];
  library: [];
  allowed: [];
}
type RunCode = (memory: Memory, code: SandboxCode, timeoutMs: number) => Promise<FunctionRun>;

const maxOutput = 64 * 1024;
const maxErrorLength = 500;

export async function runOwnTool(
  memory: Memory,
  asked: { name: string; input: Record<string, unknown>; folder?: string | undefined },
  runCode: RunCode,
): Promise<Answer> {
  const tool = toolNamed(memory.paths, asked);
  const manifest = readyManifest(tool);
  const parsed = z.fromJSONSchema(manifest.input as never).safeParse(asked.input);
  if (!parsed.success)
    throw new TellbackError("invalid_input", describeIssues(parsed.error, `the input of ${tool.name}`));
  const input = parsed.data;
  const startedAt = performance.now();
  const text = manifest.command
    ? await runProgram(tool, manifest, input, asked.folder)
    : await runInSandbox(memory, tool, manifest, input, runCode);
  const clean = await cleanerOfAllProjects(memory.db, asked.folder === undefined ? [] : [asked.folder]);
  const isCut = text.length > maxOutput;
  return {
    name: tool.name,
    output: clean.text(text.slice(0, maxOutput)),
    isCut,
    ms: Math.round(performance.now() - startedAt),
  };
}

function readyManifest({ name, state, manifest, problem, folder }: OwnTool): ToolManifest {
  if (manifest === null) throw new TellbackError("invalid_input", `the tool ${name} ${problem}`);
  if (state === "ready") return manifest;
  throw new TellbackError(
    "forbidden",
    state === "changed"
      ? `the tool ${name} has changed since you trusted it`
      : `the tool ${name} is not trusted`,
    { hint: `Look at ${folder}; then run \`tellback tool trust ${name}\` in a terminal.` },
  );
}

const languages: Record<string, FunctionLanguage> = {
  ".ts": "typescript",
  ".js": "javascript",
  ".py": "python",
};

async function runInSandbox(
  memory: Memory,
  { name, files }: OwnTool,
  { code = "", entry, timeoutMs }: ToolManifest,
  input: unknown,
  runCode: RunCode,
): Promise<string> {
  const language = languages[extname(code)] ?? "typescript";
  const text = files.get(code)?.toString("utf8") ?? "";
  const program = { code: text, entry, language, args: [input], library: [], allowed: [] } as SandboxCode;
  const run = await runCode(memory, program, timeoutMs);
  if (run.status !== "ok") throw failed(name, run.error || run.stderr || run.status);
  return typeof run.value === "string" ? run.value : JSON.stringify(run.value ?? null);
}

async function runProgram(
  { name, folder: own }: OwnTool,
  { command = [], timeoutMs }: ToolManifest,
  input: unknown,
  folder: string | undefined,
): Promise<string> {
  // ./x is a file of the tool's folder; every other word is the program's own.
  const [program = "", ...args] = command.map((word) => (word.startsWith("./") ? join(own, word) : word));
  const project = folder === undefined ? own : revealedPath(folder);
  const ended = await runBound(program, args, {
    ...{ env: environmentForTool(own), timeoutMs, maxOutput: 2 * maxOutput },
    ...{ cwd: statForeignSync(project) ? project : own, input: JSON.stringify(input) },
  });
  if (ended.code === 0) return ended.stdout.trimEnd();
  const why =
    ended.code === null
      ? `it was ended: it ran longer than ${timeoutMs} ms, printed too much, or could not be started`
      : `exit code ${ended.code}`;
  throw failed(name, `${why}${ended.stderr === "" ? "" : `: ${ended.stderr.trim()}`}`);
}

function failed(name: string, why: string): TellbackError {
  return new TellbackError("unavailable", `the tool ${name} failed: ${why.slice(0, maxErrorLength)}`, {
    hint: `\`tellback tool run ${name}\` tries it.`,
  });
}
