// Events as hooks report them, in one line each, for the tests of shorten.

import type { ToolUse } from "../../../libs/shorten/event.ts";
import { type Shortenable, type ShortForm, shorten } from "../../../libs/shorten/shorten.ts";

export const projectDir = "/home/dev/project";

export function use(
  tool: string,
  input: unknown,
  output: unknown,
  status: ToolUse["status"] = "ok",
): ToolUse {
  return { type: "tool", cwd: projectDir, tool, input, output, status };
}

export function ran(command: string, text: string, failed = false): ToolUse {
  if (failed) return use("Bash", { command }, `Exit code 1\n${text}`, "failed");
  return use("Bash", { command }, { stdout: text, stderr: "", interrupted: false, isImage: false });
}

export function short(event: Shortenable): ShortForm {
  return shorten(event, projectDir);
}
