// Events as hooks report them, in one line each, for the tests of shorten.

import { type Shortenable, type Shortened, shorten } from "../../../libs/shorten/shorten.ts";
import type { ToolUse } from "../../../src/protocol/hook.ts";

export const projectDir = "/home/dev/project";

export const seen = {
  host: "claude-code",
  sessionId: "s1",
  projectDir,
  cwd: projectDir,
  at: "2026-01-05T10:00:00.000Z",
};

export function use(
  tool: string,
  input: unknown,
  output: unknown,
  status: ToolUse["status"] = "ok",
): ToolUse {
  return { ...seen, type: "tool", toolUseId: "t1", tool, input, output, status };
}

export function ran(command: string, text: string, failed = false): ToolUse {
  if (failed) return use("Bash", { command }, `Exit code 1\n${text}`, "failed");
  return use("Bash", { command }, { stdout: text, stderr: "", interrupted: false, isImage: false });
}

export function short(event: Shortenable): Shortened {
  return shorten(event, projectDir);
}
