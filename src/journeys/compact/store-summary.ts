// store-summary: the agent's own summary of its session since the last compaction. It is kept as written, found by search,
// and is the summary of the next compaction.

import { z } from "zod";
import type { Memory } from "../../memory/memory.ts";
import { type Compaction, compactionSummary } from "../../protocol/compaction.ts";
import { describeIssues } from "../../protocol/complaint.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { agentItself } from "../../protocol/observations.ts";
import {
  compactionsOf,
  noteCompaction,
  putCompactionSummary,
  stretchOf,
  unknownTrigger,
} from "../../rooms/compactions/room.ts";
import { countObservations } from "../../rooms/observations/room.ts";

const { shape } = compactionSummary;
const written = z.object({
  executive: shape.executive.min(1),
  key_decisions: z
    .array(
      z.union([
        shape.key_decisions.element.extend({
          topic: z.string().default(""),
          rationale: z.string().default(""),
          files: z.array(z.string()).default([]),
        }),
        z.string().transform((decision) => ({ topic: "", decision, rationale: "", files: [] })),
      ]),
    )
    .default([]),
  files_modified: shape.files_modified.default([]),
  code_snippets: shape.code_snippets.default([]),
  topics: shape.topics.default([]),
  tasks_completed: shape.tasks_completed.default([]),
  tasks_pending: shape.tasks_pending.default([]),
});

/** `text` is the summary itself, or its parts as JSON. A second one before the compaction replaces the first. */
export async function storeSummary(memory: Memory, sessionId: string, text: string): Promise<Compaction> {
  const summary = read(text);
  const at = new Date().toISOString();
  return memory.db.transaction().execute(async (tx) => {
    await noteCompaction(tx, { type: "compact-before", sessionId, at, trigger: unknownTrigger });
    const current = await currentOf(tx, sessionId);
    const { count: observations } = await countObservations(tx, stretchOf(current.one, current.all));
    await putCompactionSummary(tx, current.one.id, {
      ...{ at, provider: agentItself, note: null, summary, observations },
    });
    return (await currentOf(tx, sessionId)).one;
  });
}

async function currentOf(db: Memory["db"], sessionId: string) {
  const all = await compactionsOf(db, sessionId);
  const one = all.findLast(({ state }) => state === "noted");
  if (!one) throw new TellbackError("conflict", `the session ${sessionId} was compacted at this moment`);
  return { one, all };
}

function read(text: string) {
  const given = text.trim();
  if (!given.startsWith("{")) return written.parse({ executive: given });
  const parsed = written.safeParse(jsonIn(given));
  if (parsed.success) return parsed.data;
  throw new TellbackError("invalid_input", `no summary: ${describeIssues(parsed.error)}`, {
    hint: "Give text, or JSON with executive, key_decisions, tasks_completed and tasks_pending.",
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
