// Which tool use changed a file.

import { deedOf } from "../../protocol/tools.ts";
import type { Db } from "../../store/schema.ts";

/** How long before its report a tool use can have changed a file. */
const maxUseMs = 10 * 60_000;
/** A hook reports a tool use a little after the change, and clocks of file systems are coarse. */
const slackMs = 2_000;

/**
 * The tool use that changed a file at a time: one that names the file, otherwise the only one that ran at that time and
 * can change files. Null if none is known.
 */
export async function toolUseBehind(
  db: Db,
  projectId: string,
  path: string,
  at: string | null,
): Promise<{ id: string; title: string; sessionId: string } | null> {
  const naming = await db
    .selectFrom("observations as o")
    .innerJoin("observation_files as f", "f.observation_id", "o.id")
    .select(["o.id", "o.title", "o.session_id as sessionId", "o.tool", "o.happened_at", "o.duration_ms"])
    .where("f.project_id", "=", projectId)
    .where("f.path", "=", path)
    .orderBy("o.happened_at", "desc")
    .limit(50)
    .execute();
  const changes = (tool: string | null) => deedOf(tool) === "edits" || deedOf(tool) === "runs";
  const pick = ({ id, title, sessionId }: { id: string; title: string; sessionId: string }) => ({
    ...{ id, title, sessionId },
  });
  const time = at === null ? null : Date.parse(at);
  const ranAt = (row: { happened_at: string; duration_ms: number | null }) => {
    const end = Date.parse(row.happened_at);
    return time !== null && time <= end + slackMs && time >= end - Number(row.duration_ms ?? 0) - slackMs;
  };
  const named = naming.filter(({ tool }) => changes(tool));
  const certain = named.find(ranAt) ?? (time === null ? named[0] : undefined);
  if (certain) return pick(certain);
  if (time === null) return null;
  const around = await db
    .selectFrom("observations as o")
    .select(["o.id", "o.title", "o.session_id as sessionId", "o.tool", "o.happened_at", "o.duration_ms"])
    .where("o.project_id", "=", projectId)
    .where("o.kind", "=", "tool")
    .where("o.happened_at", ">=", new Date(time - slackMs).toISOString())
    .where("o.happened_at", "<=", new Date(time + maxUseMs).toISOString())
    .orderBy("o.happened_at")
    .limit(20)
    .execute();
  const [only, another] = around.filter((row) => deedOf(row.tool) === "runs" && ranAt(row));
  return only && !another ? pick(only) : null;
}
