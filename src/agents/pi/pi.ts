// The adapter of pi. Pure.

import { adapterFor, type ReportedUse, renamed, type ToolNames, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

export const adapter = adapterFor({ host: "pi", hooks, useOf });

const path = { path: "file_path" };
const tools: ToolNames = {
  bash: { tool: "Bash" },
  powershell: { tool: "PowerShell" },
  read: { tool: "Read", renamed: path },
  write: { tool: "Write", renamed: path },
  edit: { tool: "Edit", renamed: { ...path, oldText: "old_string", newText: "new_string" } },
  grep: { tool: "Grep" },
  find: { tool: "Glob" },
  ls: { tool: "LS" },
};

export function useOf({ tool: name, input: given, output, failed }: ReportedUse): UsualUse {
  const { tool, input } = renamed(tools, name, given);
  const edits = (input as { edits?: unknown } | null)?.edits;
  const named = Array.isArray(edits) ? { ...(input as object), edits: edits.map(editOf) } : input;
  if (tool !== "Bash") return { tool, input: named, output, status: failed ? "failed" : "ok" };
  if (!failed) return { tool, input, output: { stdout: String(output ?? "") }, status: "ok" };
  const code = /\n*Command exited with code (\d+)\s*$/.exec(String(output));
  const text = (code ? String(output).slice(0, code.index) : String(output ?? "")).replace(
    /^\(no output\)$/,
    "",
  );
  return { tool, input, output: `Exit code ${code?.[1] ?? "unknown"}\n${text}`, status: "failed" };
}

function editOf(edit: unknown): unknown {
  const { oldText, newText } = (edit ?? {}) as Record<string, unknown>;
  return { old_string: oldText, new_string: newText };
}
