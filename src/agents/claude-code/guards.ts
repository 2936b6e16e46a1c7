// The hooks that keep sealed task files from being changed. The client itself compares each tool call with `if`, so a
// call that has nothing to do with such files starts no process.

import type { AnsweringHook } from "../hook-table.ts";

export interface Guard {
  event: "PreToolUse";
  /** The tools for which the client looks at `conditions`. */
  matcher: string;
  conditions: readonly string[];
}

/** hook.sh exits at once in a project without tasks. */
export const guardHook: AnsweringHook = { does: "guard", waitMs: 1_000, startMs: 3_000, timeoutSeconds: 5 };

/** `p*.md` is plan.md and progress.md, not scratchpad.md. */
const sealed = "**/.tellback/tasks/*/p*.md";
const editing = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/**
 * The client compares a shell command without its redirections: `echo x > plan.md` matches as `echo x` only. So the
 * commands with which agents write files by redirection are asked about too; the others only if they name such a file.
 */
const commands = ["*.tellback*", "*plan.md*", "*progress.md*", "echo *", "printf *", "cat *"];

export const guards: readonly Guard[] = [
  {
    event: "PreToolUse",
    matcher: editing.join("|"),
    conditions: editing.map((tool) => `${tool}(${sealed})`),
  },
  { event: "PreToolUse", matcher: "Bash", conditions: commands.map((command) => `Bash(${command})`) },
];
