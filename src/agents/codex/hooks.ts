// Codex's hooks. Codex waits for all of them, and allows SessionEnd three seconds, with a warning above.

import type { HooksOf } from "../hook-table.ts";
import type { Payload } from "./codex.ts";

export const hooks = {
  SessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  UserPromptSubmit: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 5 },
  PostToolUse: { does: "capture", timeoutSeconds: 10 },
  Stop: { does: "wake", timeoutSeconds: 10 },
  SessionEnd: { does: "wake", timeoutSeconds: 3 },
} as const satisfies HooksOf<Payload["hook_event_name"]>;
