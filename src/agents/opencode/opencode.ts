// The adapter of opencode, and of Kilo, which descends from it. Pure.

import { adapterFor, type ReportedUse, renamed, type ToolNames, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

export const adapterNamed = (host: string) => adapterFor({ host, hooks, useOf });

const path = { filePath: "file_path" };
const tools: ToolNames = {
  bash: { tool: "Bash" },
  read: { tool: "Read", renamed: path },
  write: { tool: "Write", renamed: path },
  edit: {
    tool: "Edit",
    renamed: { ...path, oldString: "old_string", newString: "new_string", replaceAll: "replace_all" },
  },
  glob: { tool: "Glob" },
  grep: { tool: "Grep", renamed: { include: "glob" } },
  list: { tool: "LS" },
  webfetch: { tool: "WebFetch" },
  websearch: { tool: "WebSearch" },
  task: { tool: "Agent" },
  todowrite: { tool: "TodoWrite" },
  question: { tool: "AskUserQuestion" },
};

export function useOf({ tool: name, input: given, output: reported, failed }: ReportedUse): UsualUse {
  const { tool, input } = renamed(tools, name, given);
  if (failed) return { tool, input, output: reported, status: "failed" };
  const { output, exit } = (reported ?? {}) as { output?: unknown; exit?: unknown };
  if (tool === "Agent") return { tool, input, output: withoutFrame(String(output ?? "")), status: "ok" };
  if (tool !== "Bash") return { tool, input, output: output ?? reported, status: "ok" };
  const isFailed = typeof exit === "number" && exit !== 0;
  const stdout = String(output ?? "").replace(/^\(no output\)$/, "");
  if (isFailed) return { tool, input, output: `Exit code ${exit}\n${stdout}`, status: "failed" };
  return { tool, input, output: { stdout }, status: "ok" };
}

function withoutFrame(answer: string): string {
  return answer.replace(/<\/?task\b[^>]*>|<\/?task_[a-z]+>/g, "").trim();
}
