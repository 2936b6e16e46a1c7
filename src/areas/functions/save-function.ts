// tellback fn save: reads the code from a file or stdin.

import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import { isatty } from "node:tty";
import { ask } from "../../client/ask.ts";
import { callerEnvironment } from "../../config/environment.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { say, sayJson } from "../text/output.ts";
import { refuseForceOfAgent } from "./person.ts";
import { texts } from "./text.ts";

type Options = Record<string, unknown>;

const languages: Readonly<Record<string, string>> = {
  ".py": "python",
  ".js": "javascript",
  ".mjs": "javascript",
  ".ts": "typescript",
  ".mts": "typescript",
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
  const author = given.author ?? authorHere();
  const input = { ...rest, author, name, code, language, tests, folder: process.cwd() };
  const saved = await ask(pathsOf(), "fn.save", input as never);
  if (saved.heldBack !== null) process.exitCode = 1;
  if (json) sayJson(saved);
  else say(texts["fn.save"](saved));
}

/** The agent that types the command, or the person's name on this machine. */
function authorHere(): string {
  const { agent } = callerEnvironment();
  if (agent !== "user") return agent;
  try {
    return userInfo().username;
  } catch {
    return "user";
  }
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
