// Gemini CLI's hooks. Gemini CLI waits for all of them.

import type { HooksOf } from "../hook-table.ts";
import type { Payload } from "./gemini.ts";

export const hooks = {
  SessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  BeforeAgent: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 5 },
  AfterTool: { does: "capture", timeoutSeconds: 10 },
  AfterAgent: { does: "wake", timeoutSeconds: 10 },
  SessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies HooksOf<Payload["hook_event_name"]>;
