// The Qwen Code adapter: Claude Code's payloads with the tools of Gemini CLI, from which it descends. After each tool it
// sends UserPromptSubmit again with an empty prompt, which is no prompt. Pure.

import { readToolUse } from "../gemini/tools.ts";
import { adapterFor, type ReportedUse, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

export const adapter = adapterFor({
  host: "qwen",
  hooks,
  plain: (received) => ({
    ...received,
    // The id of the call is also in the client's chats; `tool_use_id` is new for each hook.
    ...(typeof received.tool_call_id === "string" && { tool_use_id: received.tool_call_id }),
  }),
  useOf,
});

/** Its own names, which Gemini CLI does not have. */
const named: Readonly<Record<string, string>> = {
  edit: "replace",
  agent: "Agent",
  task: "Agent",
  todo_write: "TodoWrite",
};

export function useOf({ tool, input, output, failed }: ReportedUse): UsualUse {
  const name = Object.hasOwn(named, tool) ? (named[tool] ?? tool) : tool;
  // What an agent in the background is asked to do is in the input; its answer comes when it stops.
  if (name === "Agent" && isInBackground(output)) return { tool: name, input, output: null, status: "ok" };
  const response = typeof output === "string" ? { llmContent: withoutHead(output) } : shortened(output);
  const used = readToolUse({ tool_name: name, tool_input: input, tool_response: response });
  if (!failed || used.status === "failed") return used;
  return { ...used, output: typeof output === "string" ? output : used.output, status: "failed" };
}

function isInBackground(output: unknown): boolean {
  const { returnDisplay } = (output ?? {}) as { returnDisplay?: { status?: unknown } | null };
  return returnDisplay?.status === "background";
}

function shortened(output: unknown): unknown {
  if (typeof output !== "object" || output === null || !("llmContent" in output)) return output;
  const { llmContent } = output;
  return typeof llmContent === "string" ? { ...output, llmContent: withoutHead(llmContent) } : output;
}

/** Before a command's output stands the command itself, which is in the input. Lines that say "none" say nothing. */
function withoutHead(report: string): string {
  return report.replace(/^Command: [\s\S]*?\nDirectory: [^\n]*\n(?=Output: )/, "");
}
