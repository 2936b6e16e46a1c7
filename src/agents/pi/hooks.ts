// What tellback's file inside pi reports.

import { inProcessHooks } from "../in-process-hooks.ts";
import type { LikeClaude } from "../like-claude.ts";

export const hooks = {
  ...inProcessHooks,
  PostCompact: { does: "capture", timeoutSeconds: 10 },
  SessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies LikeClaude;
