// Copilot CLI's hooks. It waits for all of them.

import type { HookTable } from "../hook-table.ts";

export const hooks = {
  sessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  userPromptSubmitted: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 5 },
  postToolUse: { does: "capture", timeoutSeconds: 10 },
  postToolUseFailure: { does: "capture", timeoutSeconds: 10 },
  agentStop: { does: "wake", timeoutSeconds: 10 },
  subagentStart: { does: "ask", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 5 },
  subagentStop: { does: "capture", timeoutSeconds: 10 },
  sessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies HookTable;
