// guard: denies a tool call that would write, edit, move or delete a sealed plan or progress file, with the reason and
// the right command. Decided from the call and the settings alone; what gets past it is found by `engram task verify`.

import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Memory } from "../../memory.ts";
import type { HookEventOf } from "../../protocol/hook.ts";
import { deedOf } from "../../protocol/tools.ts";
import { treeOf } from "../../rooms/episodic/room.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { type ShellWrite, shellWrites } from "./shell-writes.ts";

export interface Layout {
  /** The folder of all tasks. */
  base: string;
  pattern: string;
}

/** Why the call is denied; null if it may run. */
export function denialOf(memory: Memory, event: HookEventOf<"tool-start">): string | null {
  const cwd = event.cwd || event.projectDir;
  const writes = writesOf(event, cwd);
  if (writes.length === 0) return null;
  const settings = memory.settingsFor(event.projectDir);
  const setting = settings["tasks.path"];
  const trees = [...new Set([event.projectDir, cwd].map((folder) => revealedPath(treeOf(folder))))];
  for (const tree of trees) {
    const base = isAbsolute(setting) ? setting : join(tree, setting);
    const layout = { base, pattern: settings["tasks.filePattern"] };
    for (const write of writes) {
      const sealed = sealedBy({ ...write, path: realOrSame(write.path) }, layout) ?? sealedBy(write, layout);
      if (sealed !== null) return reasonFor(sealed);
    }
  }
  return null;
}

function writesOf({ tool, input }: HookEventOf<"tool-start">, cwd: string): ShellWrite[] {
  const { file_path, notebook_path, command } = (input ?? {}) as Record<string, unknown>;
  const deed = deedOf(tool);
  if (deed === "runs") return typeof command === "string" ? shellWrites(command, cwd) : [];
  const path = file_path ?? notebook_path;
  if (deed !== "edits" || typeof path !== "string" || path === "") return [];
  return [{ path: resolve(cwd, path), isRecursive: false }];
}

export interface SealedFile {
  /** Null: a folder with sealed files in it. */
  phase: "plan" | "progress" | null;
  /** The task's folder, if the path names one. */
  task: string | null;
}

/** Whether a write would change a sealed file. Names are compared without case, as some file systems do. Pure. */
export function sealedBy({ path, isRecursive }: ShellWrite, { base, pattern }: Layout): SealedFile | null {
  const way = relative(base, path).split(sep).join("/");
  const isAbove = way === "" || /^(?:\.\.\/)*\.\.$/.test(way);
  if (isAbove) {
    // A command on the project as a whole is not about its tasks; one on the folder of engram is.
    const isOwn = way === "" || (way === ".." && basename(dirname(base)) === ".engram");
    return isRecursive && isOwn ? { phase: null, task: null } : null;
  }
  if (way.startsWith("../") || isAbsolute(way)) return null;
  const file = new RegExp(`^${globbed(pattern)}$`, "iu");
  for (const phase of ["plan", "progress"] as const) {
    const [, task] = matching(way, pattern, phase) ?? [];
    if (task !== undefined) return { phase, task };
  }
  if (file.test(way)) return null;
  const depth = pattern.split("/").length;
  return isRecursive && way.split("/").length < depth
    ? { phase: null, task: way.split("/")[0] ?? null }
    : null;
}

const inName = "[^/]+";

function globbed(pattern: string): string {
  return pattern
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replaceAll("{task}", inName)
    .replaceAll("{phase}", "scratchpad")
    .replaceAll("{timestamp}", "\\w+");
}

/** The path may contain `*` and `?`: then it is asked whether it could be this file. */
function matching(way: string, pattern: string, phase: string): [string, string] | null {
  const [parts, wanted] = [way.split("/"), pattern.split("/")];
  if (parts.length !== wanted.length) return null;
  let task: string | null = null;
  for (const [i, part] of parts.entries()) {
    const form = wanted[i] ?? "";
    const isTask = form.includes("{task}");
    const due = form.replaceAll("{phase}", phase);
    const exact = new RegExp(
      `^${due
        .replace(/[.+^$()|[\]\\]/g, "\\$&")
        .replaceAll("{task}", `(${inName})`)
        .replaceAll("{timestamp}", "\\w+")}$`,
      "iu",
    ).exec(part);
    const could = /[*?]/.test(part) && couldBe(part, due);
    if (!exact && !could) return null;
    if (isTask) task = exact?.[1] ?? part;
  }
  return task === null ? null : [way, task];
}

function couldBe(glob: string, name: string): boolean {
  if (name.includes("{")) return true;
  const pattern = glob
    .replace(/[.+^$()|[\]{}\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "i").test(name);
}

function reasonFor({ phase, task }: SealedFile): string {
  const name = task === null || /[*?]/.test(task) ? "TASK" : task;
  switch (phase) {
    case "plan":
      return `The plan of the task ${name} is written once, by \`engram plan ${name}\`, and sealed. If the plan no longer fits, report it: \`engram append ${name} --kind deviation "…"\`, or start a new task. Notes go into scratchpad.md.`;
    case "progress":
      return `The progress of the task ${name} is only added to, by \`engram append ${name} "…"\`; the file is written by engram and sealed.`;
    case null:
      return `This would move or delete sealed plans and progress. To finish a task: \`engram task close ${name}\`; to delete one for good, the user runs \`engram task delete ${name}\`.`;
  }
}

/** Links in the folders above are resolved; the file itself need not exist. */
function realOrSame(path: string): string {
  for (const [folder, rest] of [
    [path, ""],
    [dirname(path), basename(path)],
  ] as const) {
    try {
      return join(realpathSync(folder), rest);
    } catch {
      // Does not exist.
    }
  }
  return path;
}
