// What a tool use means for the code map: the files that it read or edited with their text before and after, or the
// command that may have changed anything. Capture notes it; the map follows in jobs.

import { relative, resolve, sep } from "node:path";
import { callsInTraces, isMappable, type SeenCall } from "../../../libs/callgraph/without-parser.ts";
import type { ToolUse } from "../../protocol/hook.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { deedOf } from "../../protocol/tools.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { editedText } from "./edited-text.ts";

type MapFileJob = JobPayload<"map-file">;

export type Touch =
  /** A command may have changed anything. */
  | { by: "command"; isWhole: boolean; dir: string; seen: JobPayload<"confirm-calls">["seen"] }
  | {
      by: "tool";
      isEdit: boolean;
      dir: string;
      files: Pick<MapFileJob, "file" | "before" | "after" | "edits">[];
    };

/**
 * Null if it touches no code. It knows no store, so that it may run in another thread. Of an imported edit only the
 * file is noted: the one on the disk is newer, and the texts of a whole history would take more room than the memory.
 */
export function touchOf(use: ToolUse, files: readonly string[], isImported: boolean): Touch | null {
  const deed = deedOf(use.tool);
  if (deed === "runs") {
    const dir = recentTreeOf(use.projectDir);
    return { by: "command", isWhole: movesFiles(use), dir, seen: callsSeenIn(use, dir) };
  }
  if (use.status !== "ok" || (deed !== "edits" && deed !== "reads") || files.length === 0) return null;
  const dir = recentTreeOf(use.projectDir);
  const edited = isImported ? null : editedText(use);
  const touched = files.flatMap((named, i) => {
    const file = relative(dir, resolve(use.projectDir, named)).split(sep).join("/");
    if (file.startsWith("../") || !isMappable(file)) return [];
    return [{ file, ...(i === 0 && edited ? edited : { before: null, after: null, edits: [] }) }];
  });
  return touched.length === 0 ? null : { by: "tool", isEdit: edited !== null, dir, files: touched };
}

const trees = new Map<string, { tree: string; until: number }>();
const freshMs = 5_000;

/** Looking for the work tree of a folder reads the disk, and uses come in bursts from the same folder. */
function recentTreeOf(folder: string): string {
  const known = trees.get(folder);
  if (known && performance.now() < known.until) return known.tree;
  const tree = treeOf(folder);
  if (trees.size > 1_000) trees.clear();
  trees.set(folder, { tree, until: performance.now() + freshMs });
  return tree;
}

const moving = /\b(?:checkout|switch|pull|merge|rebase|reset|restore|revert|cherry-pick|stash|apply|am)\b/;

/** Commands that replace many files at once. */
function movesFiles({ input }: ToolUse): boolean {
  const command = String((input as { command?: unknown } | null)?.command ?? "");
  return command.split(/[|;&]/).some((step) => {
    const at = step.search(/\bgit\b/);
    return at >= 0 && moving.test(step.slice(at));
  });
}

const maxSeen = 200;

/** The calls that the output of a command shows, for the job; `dir` is the work tree. Pure. */
function callsSeenIn(use: ToolUse, dir: string): JobPayload<"confirm-calls">["seen"] {
  return callsInTraces(outputOf(use))
    .flatMap((one) => inProject(one, dir) ?? [])
    .slice(0, maxSeen);
}

function outputOf({ output }: ToolUse): string {
  if (typeof output === "string") return output;
  const { stdout, stderr } = (output ?? {}) as Record<string, unknown>;
  return [stdout, stderr].filter((text) => typeof text === "string").join("\n");
}

/** With paths as the map has them; null if an end is outside. A trace of a library names absolute paths elsewhere. */
function inProject({ caller, callee }: SeenCall, dir: string): JobPayload<"confirm-calls">["seen"] | null {
  const frames = [caller, callee].map(({ path, line, function: name }) => {
    const plain = path.replaceAll("\\", "/").replace(/^\.\//, "");
    const inside = plain.startsWith(`${dir}/`) ? plain.slice(dir.length + 1) : plain;
    const isOutside = inside.startsWith("/") || /(?:^|\/)node_modules\//.test(inside) || /^\w+:/.test(inside);
    return isOutside ? null : { path: inside, line, ...(name === undefined ? {} : { function: name }) };
  });
  const [from, to] = frames;
  return from && to ? [{ caller: from, callee: to }] : null;
}
