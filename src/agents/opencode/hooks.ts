// What tellback's file inside opencode reports.

import { inProcessHooks } from "../in-process-hooks.ts";
import type { LikeClaude } from "../like-claude.ts";

export const hooks = {
  ...inProcessHooks,
  PostCompact: { does: "capture", timeoutSeconds: 10 },
  SubagentStart: { does: "ask", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 4 },
  SubagentStop: { does: "wake", timeoutSeconds: 10 },
} as const satisfies LikeClaude;
