// A turn for tests of pure functions over turns.

import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";

let made = 0;

/** Each is newer than the one before it, unless it says when it ended. */
export function aTurn(over: Partial<Turn> = {}): Turn {
  made += 1;
  const at = new Date(Date.UTC(2026, 4, 1, 10, made)).toISOString();
  return {
    ...{
      id: `trn_${made}`,
      projectId: "prj_1",
      sessionId: "ses_1",
      branch: "main",
      startedAt: at,
      endedAt: at,
    },
    ...{ request: "", outcome: "", detail: "", decisions: [], open: [], files: [], looked: [], symbols: [] },
    ...{ commands: [], commit: null, tests: { before: null, after: null }, state: { is: "current" } },
    ...{ provider: offline, ...over },
  };
}
