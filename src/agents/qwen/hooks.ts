// Qwen Code's hooks: Claude Code's names. It waits for all of them.

import type { LikeClaude } from "../like-claude.ts";

export const hooks = {
  SessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  UserPromptSubmit: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 5 },
  PostToolUse: { does: "capture", timeoutSeconds: 10 },
  PostToolUseFailure: { does: "capture", timeoutSeconds: 10 },
  Stop: { does: "wake", timeoutSeconds: 10 },
  SubagentStart: { does: "ask", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 5 },
  SubagentStop: { does: "capture", timeoutSeconds: 10 },
  PreCompact: { does: "capture", timeoutSeconds: 10 },
  SessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies LikeClaude;
