// The items of a Codex rollout: what a message says, which tool a call uses, and how it ended. Pure.

import type { ToolUse } from "../../protocol/hook.ts";
import { readPatch } from "./patch.ts";

export type Item = Record<string, unknown> & { type?: unknown; role?: unknown; content?: unknown };

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function messageText(content: unknown): string {
  if (typeof content === "string") return content.trim();
  const parts = Array.isArray(content) ? content.map((part) => textIn(asRecord(part).text)) : [];
  return parts
    .filter((part) => part !== "")
    .join("\n")
    .trim();
}

/** What the client writes as if the user had said it: text in one of these tags, and two remarks. */
const clientTags = `
  environment_context user_instructions INSTRUCTIONS turn_aborted user_shell_command skill permissions collaboration_mode
  subagent_notification model_switch personality_spec apps_instructions plugins_instructions
`
  .trim()
  .split(/\s+/);
const clientRemarks = ["# AGENTS\\.md instructions", "Another language model started to solve this problem"];
const notTyped = new RegExp(`^(?:<(?:${clientTags.join("|")})\\b|${clientRemarks.join("|")})`);

/** The words of the user; null if the client wrote the message. */
export function promptOf(text: string): string | null {
  const asked = /^# Context from my IDE setup:[\s\S]*?\n## My request for Codex:\n([\s\S]*)$/.exec(text)?.[1];
  const words = (asked ?? text).trim();
  return words === "" || notTyped.test(words) ? null : words;
}

export interface ToolCall {
  id: string;
  tool: string;
  input: unknown;
  /** The item is the call and its result. */
  isDone: boolean;
}

/** The tool of a call, by the names that HookEvent uses; null if the item is no call. */
export function toolOf(item: Item): ToolCall | null {
  const id = textIn(item.call_id) || textIn(item.id);
  switch (item.type) {
    case "local_shell_call":
      return { id, ...shell(asRecord(item.action).command), isDone: false };
    case "web_search_call":
      return { id, tool: "WebSearch", input: { query: queryOf(asRecord(item.action)) }, isDone: true };
    case "custom_tool_call":
      return { id, ...named(textIn(item.name), item.input), isDone: false };
    case "function_call":
      return { id, ...named(textIn(item.name), parsed(textIn(item.arguments))), isDone: false };
    default:
      return null;
  }
}

function queryOf(action: Record<string, unknown>): string {
  return textIn(action.query) || textIn(action.url);
}

const shells: ReadonlySet<string> = new Set(["shell", "container.exec", "exec_command", "shell_command"]);

function named(name: string, input: unknown): Pick<ToolCall, "tool" | "input"> {
  const given = asRecord(input);
  if (shells.has(name)) return shell(given.command ?? given.cmd);
  if (name === "apply_patch") return readPatch(textIn(given.input) || input);
  return { tool: name || "unknown", input: input ?? null };
}

/** A command as words begins with the shell that runs it, or is a patch. */
function shell(command: unknown): Pick<ToolCall, "tool" | "input"> {
  if (!Array.isArray(command)) return { tool: "Bash", input: { command: textIn(command) } };
  const words = command.map(textIn);
  if (words[0] === "apply_patch") return readPatch(words[1] ?? "");
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "");
  return { tool: "Bash", input: { command: isShell ? words.slice(2).join(" ") : words.join(" ") } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The output of a call in any of the forms that clients have written, and whether it failed. */
export function toolOutcome(tool: string, output: unknown): Pick<ToolUse, "output" | "status"> {
  const { text, code, isOk } = outputOf(output);
  const failed = isOk === false || (code !== undefined && code !== 0);
  if (failed) return { output: code === undefined ? text : `Exit code ${code}\n${text}`, status: "failed" };
  return { output: tool === "Bash" ? { stdout: text } : text, status: "ok" };
}

function outputOf(output: unknown): { text: string; code?: number | undefined; isOk?: boolean | undefined } {
  if (Array.isArray(output)) return { text: messageText(output) };
  const given = asRecord(output);
  if (typeof output !== "string")
    return {
      text: messageText(given.content ?? given.output),
      isOk: typeof given.success === "boolean" ? given.success : undefined,
    };
  const structured = output.startsWith("{") ? asRecord(parsed(output)) : {};
  if (typeof structured.output === "string") {
    const code = asRecord(structured.metadata).exit_code;
    return { text: structured.output.trim(), code: typeof code === "number" ? code : undefined };
  }
  const head = /^(?:[^\n]*\n){0,8}?Output:\n/.exec(output)?.[0] ?? "";
  const code = /(?:Exit code:|exited with code) (\d+)/.exec(head)?.[1];
  return { text: output.slice(head.length).trim(), code: code === undefined ? undefined : Number(code) };
}
