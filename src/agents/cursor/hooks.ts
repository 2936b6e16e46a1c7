// Cursor's hooks, as its documentation has them. It takes context when a session starts.

import type { HookTable } from "../hook-table.ts";

export const hooks = {
  sessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  beforeSubmitPrompt: { does: "wake", timeoutSeconds: 10 },
  postToolUse: { does: "capture", timeoutSeconds: 10 },
  postToolUseFailure: { does: "capture", timeoutSeconds: 10 },
  afterAgentResponse: { does: "wake", timeoutSeconds: 10 },
  subagentStop: { does: "capture", timeoutSeconds: 10 },
  preCompact: { does: "capture", timeoutSeconds: 10 },
  sessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies HookTable;
