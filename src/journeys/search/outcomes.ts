// What came of the work that a result belongs to: the outcome of its turn, and the first point that is left open.

import { turnAt } from "../../rooms/turns/room.ts";
import type { Db } from "../../store/schema.ts";

interface Row {
  hit: {
    document: { owner_kind: string; owner_id: string; session_id: string | null; happened_at: string };
  };
}

export interface WorkOutcome {
  outcome?: string;
  open?: string;
}

const ofWork: ReadonlySet<string> = new Set(["turn", "observation"]);

export async function outcomesOf(db: Db, rows: readonly Row[]): Promise<(hit: Row["hit"]) => WorkOutcome> {
  const found = new Map<string, WorkOutcome>();
  for (const { hit } of rows) {
    const { owner_kind, owner_id, session_id, happened_at } = hit.document;
    if (session_id === null || !ofWork.has(owner_kind)) continue;
    const turn = await turnAt(db, session_id, happened_at);
    if (!turn) continue;
    const [open] = turn.open;
    found.set(owner_id, {
      ...(turn.outcome !== "" && { outcome: turn.outcome }),
      ...(open !== undefined && { open }),
    });
  }
  return ({ document }) => found.get(document.owner_id) ?? {};
}
