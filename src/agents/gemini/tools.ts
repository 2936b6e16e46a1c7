// Converts Gemini CLI's tools to the names that HookEvent uses, so that a file it wrote is stored like any other.
// For the Gemini adapter; pure.

import { z } from "zod";
import type { ToolUse } from "../../protocol/hook.ts";

interface GeminiToolUse {
  tool_name: string;
  tool_input?: unknown;
  tool_response?: unknown;
  mcp_context?: { server_name: string; tool_name: string } | undefined;
}
type UsualUse = Pick<ToolUse, "tool" | "input" | "output" | "status">;

/** The tool's usual name, and the names of its arguments if they differ. */
const known: Record<string, { tool: string; renamed?: Record<string, string> }> = {
  run_shell_command: { tool: "Bash" },
  read_file: { tool: "Read", renamed: { start_line: "offset" } },
  write_file: { tool: "Write" },
  replace: { tool: "Edit" },
  glob: { tool: "Glob", renamed: { dir_path: "path" } },
  grep_search: { tool: "Grep", renamed: { dir_path: "path", include_pattern: "glob" } },
  search_file_content: { tool: "Grep", renamed: { dir_path: "path", include: "glob" } },
  list_directory: { tool: "LS", renamed: { dir_path: "path" } },
  google_web_search: { tool: "WebSearch" },
};

const part = z.object({ text: z.string() }).catch({ text: "" });
const response = z
  .object({
    llmContent: z
      .union([z.string(), z.array(part).transform((parts) => parts.map(({ text }) => text).join("\n"))])
      .catch(""),
    returnDisplay: z.unknown().optional(),
    error: z.object({ message: z.string().catch("failed") }).optional(),
  })
  .catch({ llmContent: "" });
const changed = z.object({ fileDiff: z.string(), originalContent: z.string().nullish() });
const matches = z.object({
  matches: z.array(z.object({ filePath: z.string(), lineNumber: z.number(), line: z.string() })),
});

export function readToolUse(used: GeminiToolUse): UsualUse {
  const { tool, renamed = {} } = known[used.tool_name] ?? { tool: mcpName(used) };
  const input = rename(used.tool_input, renamed);
  const { llmContent, returnDisplay, error } = response.parse(used.tool_response);
  const text = withoutFrame(llmContent);
  if (error) return { tool, input, output: error.message, status: "failed" };
  if (tool === "Bash") return { tool, input, ...outcomeOf(text) };
  return { tool, input, output: outputOf(text, returnDisplay), status: "ok" };
}

function mcpName({ tool_name: name, mcp_context: mcp }: GeminiToolUse): string {
  return mcp ? `mcp__${mcp.server_name}__${mcp.tool_name}` : name;
}

function rename(input: unknown, names: Record<string, string>): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input ?? null;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names[key] ?? key, value]));
}

/** If the text shown to the user is data, it contains more than the sentence for the model. */
function outputOf(text: string, display: unknown): unknown {
  const write = changed.safeParse(display);
  if (write.success) return { originalFile: write.data.originalContent ?? "" };
  const found = matches.safeParse(display);
  if (!found.success) return text;
  const lines = found.data.matches.map(
    ({ filePath, lineNumber, line }) => `${filePath}:${lineNumber}:${line}`,
  );
  return { content: lines.join("\n"), numMatches: lines.length };
}

function withoutFrame(text: string): string {
  return text.replace(/^<untrusted_context>\n/, "").replace(/\n<\/untrusted_context>$/, "");
}

const afterOutput = /\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*(?=\n|$)/g;

/** A command's report: its output, then lines about how it ended. */
function outcomeOf(report: string): Pick<ToolUse, "output" | "status"> {
  const code = /\nExit Code: (\d+)(?:\n|$)/.exec(report)?.[1];
  const stdout = report
    .replace(/^Output: /, "")
    .replace(afterOutput, "")
    .replace(/^\(empty\)$/, "");
  return code === undefined || code === "0"
    ? { output: { stdout }, status: "ok" }
    : { output: `Exit code ${code}\n${stdout}`, status: "failed" };
}
