// The hooks of hosts that have no programs as hooks but load a file of tellback's (plugin/hosts/), which then runs the
// hook's script with payloads of Claude Code's form. The host waits only where the file does.

import type { LikeClaude } from "./like-claude.ts";

export const inProcessHooks = {
  SessionStart: { does: "answer", waitMs: 2_000, startMs: 3_500, timeoutSeconds: 5 },
  UserPromptSubmit: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 3 },
  PostToolUse: { does: "capture", timeoutSeconds: 10 },
  PostToolUseFailure: { does: "capture", timeoutSeconds: 10 },
  Stop: { does: "wake", timeoutSeconds: 10 },
} as const satisfies LikeClaude;
