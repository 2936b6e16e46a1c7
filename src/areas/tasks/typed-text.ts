// tellback scratchpad, plan and append: the text comes from an option, from words, from stdin or from the user's editor.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { ask } from "../../client/ask.ts";
import { callerEnvironment, editorCommand } from "../../config/environment.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { RunOperation } from "../command.ts";

type Options = Record<string, unknown>;

export async function scratchpad([task = ""]: string[], options: Options, run: RunOperation): Promise<void> {
  const before = options.edit ? await notesOf(task, options) : "";
  const content = textFrom(options) ?? (options.edit ? edited(before, "scratchpad.md") : fromPipe());
  await run("scratchpad", { ...options, task, content }, options);
}

export async function plan([task = ""]: string[], options: Options, run: RunOperation): Promise<void> {
  refuseTwo(options, ["content", "fromScratchpad", "edit"]);
  const before = options.edit ? await notesOf(task, options, "plan") : "";
  const content =
    textFrom(options) ??
    (options.edit ? edited(before, "plan.md") : options.fromScratchpad ? undefined : fromPipe());
  await run("plan", { ...options, task, content }, options);
}

export async function append(
  [task = "", ...words]: string[],
  options: Options,
  run: RunOperation,
): Promise<void> {
  const text =
    words.length > 0
      ? words.join(" ")
      : (textFrom(options) ?? (options.edit ? edited("", "entry.md") : fromPipe()));
  if (text === undefined || text.trim() === "")
    throw new TellbackError("invalid_input", "the entry is empty", {
      hint: 'Write it after the task: `tellback append TASK "what was done"`. Or use --content, --edit or stdin.',
    });
  await run("append", { ...options, task, text }, options);
}

function textFrom({ content }: Options): string | undefined {
  if (content === "-") return readFileSync(0, "utf8");
  return typeof content === "string" ? content : undefined;
}

/** What is piped in; a command in a terminal, or without anything on stdin, only shows. */
function fromPipe(): string | undefined {
  if (isatty(0)) return undefined;
  try {
    const text = readFileSync(0, "utf8");
    return text.trim() === "" ? undefined : text;
  } catch {
    return undefined;
  }
}

function refuseTwo(options: Options, names: readonly string[]): void {
  const given = names.filter((name) => options[name] !== undefined);
  if (given.length > 1)
    throw new TellbackError(
      "invalid_input",
      `give only one of ${given.map((name) => `--${name}`).join(" and ")}`,
    );
}

async function notesOf(
  task: string,
  options: Options,
  first: "plan" | "scratchpad" = "scratchpad",
): Promise<string> {
  const { sessionId } = callerEnvironment();
  const folder = typeof options.folder === "string" ? options.folder : process.cwd();
  const session = typeof options.session === "string" ? options.session : sessionId && `host:${sessionId}`;
  try {
    const { plan, scratchpad } = await ask(pathsOf(), "task.show", {
      ...{ task, folder, ...(session && { session }) },
    });
    return (first === "plan" ? plan : null) ?? scratchpad ?? "";
  } catch (error) {
    if (TellbackError.from(error).code === "not_found") return "";
    throw error;
  }
}

/** The text after the user has closed the editor; an editor that fails changes nothing. */
function edited(before: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tellback-"));
  const file = join(folder, name);
  try {
    writeFileSync(file, before === "" || before.endsWith("\n") ? before : `${before}\n`, { mode: 0o600 });
    const editor = editorCommand();
    const ran = spawnSync(editor, [file], { stdio: "inherit", shell: /\s/.test(editor) });
    if (ran.error || ran.status !== 0)
      throw new TellbackError("unavailable", `the editor ${editor} failed`, {
        hint: "Set EDITOR, or use --content.",
        cause: ran.error,
      });
    const text = readFileSync(file, "utf8");
    if (text.trim() === "")
      throw new TellbackError("invalid_input", "the text is empty, so nothing was stored", {
        hint: "Write and save it in the editor, or use --content.",
      });
    return text;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
