// What a scan of code found, for the event log: `report --eval` reads it.

import type { SymbolChange } from "../../indexes/codemap/symbol-changes.ts";
import type { Memory } from "../../memory/memory.ts";

export interface Scan {
  projectId: string;
  files: number;
  symbols: number;
  changes: readonly Pick<SymbolChange, "change">[];
  durationMs: number;
  sessionId?: string | undefined;
}

export function recordScan({ events }: Memory, scan: Scan): void {
  const { projectId, files, symbols, changes, durationMs, sessionId } = scan;
  const changed = { new: 0, modified: 0, deleted: 0, renamed: 0, moved: 0 };
  for (const { change } of changes) changed[change]++;
  events.record({
    type: "ast.scan",
    sessionId,
    data: { project: projectId, files, symbols, ...changed },
    durationMs,
  });
}
