// The commands of the function library that need the terminal or files: save reads code from a file or stdin, allow asks
// a person, exec runs one program for an outside caller without a daemon.

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import { isatty } from "node:tty";
import { z } from "zod";
import { texts as proceduralTexts } from "../../../areas/functions/text.ts";
import { say, sayJson } from "../../../areas/text/output.ts";
import { ask } from "../../../client/ask.ts";
import { fromUser, pathsOf } from "../../../config/paths.ts";
import { execute } from "../../../journeys/functions/execute.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import { functionLanguage } from "../../../protocol/functions.ts";
import { refuseForceOfAgent } from "../person.ts";

type Options = Record<string, unknown>;

const languages: Readonly<Record<string, string>> = {
  ...{
    ".py": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".ts": "typescript",
    ".mts": "typescript",
  },
};

export async function save([typed]: string[], options: Options): Promise<void> {
  const { file, json, format: _format, ...given } = options;
  const path = typeof file === "string" ? fromUser(file) : null;
  const code = given.from === undefined && given.code === undefined ? await codeFrom(path) : given.code;
  refuseForceOfAgent(given);
  const name = typed ?? nameIn(given.from);
  const language = given.language ?? (path === null ? undefined : languages[extname(path).toLowerCase()]);
  const tests = typeof given.testsFile === "string" ? readText(fromUser(given.testsFile)) : given.tests;
  const { testsFile: _testsFile, ...rest } = given;
  const input = { ...rest, name, code, language, tests, folder: process.cwd() };
  const saved = await ask(pathsOf(), "fn.save", input as never);
  if (saved.heldBack !== null) process.exitCode = 1;
  if (json) sayJson(saved);
  else say(proceduralTexts["fn.save"](saved));
}

/** The name in FILE:NAME. */
function nameIn(from: unknown): string {
  const name = typeof from === "string" ? (/:([^:/]+)$/.exec(from)?.[1] ?? "") : "";
  if (name !== "") return name;
  throw new TellbackError("invalid_input", "no name given", {
    hint: "Write it after the command, or take the function out of a file: --from src/text.py:slugify",
  });
}

async function codeFrom(path: string | null): Promise<string | undefined> {
  if (path !== null) return readText(path);
  const piped = isatty(0) ? "" : await text(process.stdin);
  return piped.trim() === "" ? undefined : piped;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new TellbackError("not_found", `${path} cannot be read`, { cause });
  }
}

/** An agent can type a command, but it has no terminal. */
export async function allow([name = "", module = ""]: string[], { json }: Options): Promise<void> {
  if (!isatty(0) || !isatty(1)) {
    throw new TellbackError("invalid_input", "a module is allowed by a person in a terminal", {
      hint: "Run the command yourself; agents and scripts cannot.",
    });
  }
  const { confirm, isCancel } = await import("@clack/prompts");
  const message = `Allow ${name} to import ${module}? The sandbox still holds it.`;
  const agreed = await confirm({ message, initialValue: false });
  if (isCancel(agreed) || !agreed) return say("Nothing was changed.");
  const allowed = await ask(pathsOf(), "fn.allow", { name, module });
  if (json) sayJson(allowed);
  else say(proceduralTexts["fn.allow"](allowed));
}

const request = z.object({
  language: functionLanguage,
  code: z.string(),
  entry: z.string().default("main"),
  args: z.array(z.json()).default([]),
  limits: z
    .object({
      timeoutMs: z.number().int().min(1).max(600_000),
      memoryMb: z.number().int().min(1).max(4_096),
      outputBytes: z.number().int().min(1).max(16_777_216),
    })
    .partial()
    .default({}),
});

/** One JSON object in, one out: the contract of outside evaluations. */
export async function exec({ static: isAnalysed }: Options): Promise<void> {
  const parsed = request.safeParse(jsonOr(await text(process.stdin)));
  const answer = parsed.success
    ? await execute(parsed.data, { isAnalysed: isAnalysed !== false })
    : { status: "error", value: null, stdout: "", stderr: "", error: "the request is not valid" };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function jsonOr(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return null;
  }
}
