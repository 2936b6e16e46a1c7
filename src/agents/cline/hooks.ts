// Cline CLI's hooks: an executable for each. It injects at tools only, so a session's first tool brings what is known.

import type { HookTable } from "../hook-table.ts";

export const hooks = {
  TaskStart: { does: "wake", timeoutSeconds: 10 },
  PreToolUse: { does: "ask", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 10 },
  PostToolUse: { does: "capture", timeoutSeconds: 10 },
  TaskComplete: { does: "wake", timeoutSeconds: 10 },
} as const satisfies HookTable;
