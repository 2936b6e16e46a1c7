// guard: denies a tool call that would write, edit, move or delete a sealed plan or progress file, with the reason and
// the right command. Decided from the call and the settings alone; what gets past it is found by `tellback task verify`.

import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { type ShellPlace, type ShellWrite, shellWrites } from "../../../libs/shell/index.ts";
import { frame, wordInFrame } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import type { HookEventOf } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { deedOf } from "../../protocol/tools.ts";
import { treeOf } from "../../rooms/projects/room.ts";

export interface Layout {
  /** The folder of all tasks. */
  base: string;
  pattern: string;
}

/** Why the call is denied; null if it may run. */
export function denialOf(memory: Memory, event: HookEventOf<"tool-start">): Inert | null {
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

function writesOf(event: HookEventOf<"tool-start">, cwd: string): ShellWrite[] {
  const { tool, input } = event;
  const { file_path, notebook_path, command } = (input ?? {}) as Record<string, unknown>;
  const deed = deedOf(tool);
  if (deed === "runs") return typeof command === "string" ? shellWrites(command, placeOf(event, cwd)) : [];
  const path = file_path ?? notebook_path;
  if (deed !== "edits" || typeof path !== "string" || path === "") return [];
  return [{ path: resolve(cwd, path), isRecursive: false }];
}

function placeOf({ projectDir }: HookEventOf<"tool-start">, cwd: string): ShellPlace {
  return { cwd, top: revealedPath(treeOf(projectDir)), home: homedir() };
}

export interface SealedFile {
  /** Null: a folder with sealed files in it. */
  phase: "plan" | "progress" | null;
  /** The task's folder, if the path names one. */
  task: string | null;
}

/** Whether a write would change a sealed file. Names are compared without case, as some file systems do. Pure. */
export function sealedBy({ path, isRecursive }: ShellWrite, { base, pattern }: Layout): SealedFile | null {
  const parts = partsOf(path);
  const folders = partsOf(base);
  const forms = pattern.split("/");
  for (const phase of ["plan", "progress"] as const) {
    const task = matching(parts, folders, forms, phase);
    if (task !== null && task !== "folder") return { phase, task };
  }
  if (!isRecursive || matching(parts, folders, forms, null) !== "folder") return null;
  const task = parts.includes("**") ? null : (parts[folders.length] ?? null);
  return { phase: null, task };
}

const partsOf = (path: string) => path.split(sep).join("/").split("/").filter(Boolean);

/**
 * The task of the sealed file that a path could be; "folder" if it could be a folder above one, from tellback's own folder
 * on: a command on the project as a whole is not about its tasks. Parts may be globs.
 */
function matching(
  parts: readonly string[],
  folders: readonly string[],
  forms: readonly string[],
  phase: string | null,
): string | null {
  const own = folders.at(-2) === ".tellback" ? folders.length - 1 : folders.length;
  const length = folders.length + forms.length;
  const step = (part: number, at: number, task: string | null, isAnywhere: boolean): string | null => {
    const given = parts[part];
    if (given === undefined) {
      if (phase !== null) return at === length ? task : null;
      return at >= own && at < length && (!isAnywhere || at <= folders.length) ? "folder" : null;
    }
    if (given === "**") {
      for (let skipped = at; skipped < length; skipped++) {
        const found = step(part + 1, skipped, task, true);
        if (found !== null) return found;
      }
      return null;
    }
    if (at >= length) return null;
    if (at < folders.length)
      return isNamed(given, folders[at] ?? "") ? step(part + 1, at + 1, task, isAnywhere) : null;
    const form = forms[at - folders.length] ?? "";
    if (phase === null) return step(part + 1, at + 1, task, isAnywhere);
    const due = form.replaceAll("{phase}", phase);
    const exact = formOf(due).exec(given);
    if (!exact && !(/[*?]/.test(given) && couldBe(given, due))) return null;
    const named = form.includes("{task}") ? (exact?.[1] ?? given) : task;
    return step(part + 1, at + 1, named ?? (isAnywhere ? "*" : null), isAnywhere);
  };
  return step(0, 0, null, false);
}

function isNamed(given: string, folder: string): boolean {
  if (!/[*?]/.test(given)) return given === folder;
  // A glob finds no hidden name, unless it begins with the dot.
  return (!folder.startsWith(".") || given.startsWith(".")) && couldBe(given, folder);
}

function formOf(due: string): RegExp {
  const text = due
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replaceAll("{task}", "([^/]+)")
    .replaceAll("{timestamp}", "\\w+");
  return new RegExp(`^${text}$`, "iu");
}

function couldBe(glob: string, name: string): boolean {
  if (name.includes("{")) return true;
  const pattern = glob
    .replace(/[.+^$()|[\]{}\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "i").test(name);
}

function reasonFor({ phase, task }: SealedFile): Inert {
  const name = (task !== null && wordInFrame(task)) || frame`TASK`;
  switch (phase) {
    case "plan":
      return frame`The plan of the task ${name} is written by \`tellback plan ${name}\`, which also corrects it until the first entry seals it. If a sealed plan no longer fits, report it: \`tellback append ${name} --kind deviation "…"\`, or start a new task. Notes go into scratchpad.md.`;
    case "progress":
      return frame`The progress of the task ${name} is only added to, by \`tellback append ${name} "…"\`; the file is written by tellback and sealed.`;
    case null:
      return frame`This would move or delete sealed plans and progress. To finish a task: \`tellback task close ${name}\`; to delete one for good, the user runs \`tellback task delete ${name}\`.`;
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
