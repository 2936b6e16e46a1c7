// engram's hooks in hosts other than Claude Code: the events, and what the hook does at each.

import type { Paths } from "../../../config/paths.ts";
import { shellCommand } from "./engram-files.ts";
import type { Hooks } from "./hooks-edit.ts";
import type { Place } from "./hosts.ts";

interface Moment {
  args: string[];
  /** Timeout in seconds, after which the host continues without it. */
  timeout: number;
}

/** Both hosts wait for their hooks; Codex limits SessionEnd to three seconds, with a warning. */
const moments: Record<"gemini" | "codex", Record<string, Moment>> = {
  gemini: {
    SessionStart: { args: ["answer", "2"], timeout: 10 },
    BeforeAgent: { args: ["answer", "0.25"], timeout: 5 },
    AfterTool: { args: ["capture"], timeout: 10 },
    AfterAgent: { args: ["wake"], timeout: 10 },
    SessionEnd: { args: ["wake"], timeout: 10 },
  },
  codex: {
    SessionStart: { args: ["answer", "2"], timeout: 10 },
    UserPromptSubmit: { args: ["answer", "0.25"], timeout: 5 },
    PostToolUse: { args: ["capture"], timeout: 10 },
    Stop: { args: ["wake"], timeout: 10 },
    SessionEnd: { args: ["wake"], timeout: 3 },
  },
};

export function geminiHooks(paths: Paths, { scope }: Place): Hooks {
  return hooksOf("gemini", ({ args, timeout }) => ({
    name: "engram",
    type: "command",
    command: shellCommand(paths, scope, "gemini", args),
    // Gemini CLI counts milliseconds.
    timeout: timeout * 1000,
  }));
}

export function codexHooks(paths: Paths, { scope }: Place): Hooks {
  return hooksOf("codex", ({ args, timeout }) => ({
    type: "command",
    command: shellCommand(paths, scope, "codex", args),
    timeout,
  }));
}

function hooksOf(host: keyof typeof moments, form: (moment: Moment) => Record<string, unknown>): Hooks {
  const entries = Object.entries(moments[host]);
  return Object.fromEntries(entries.map(([event, moment]) => [event, [{ hooks: [form(moment)] }]]));
}
