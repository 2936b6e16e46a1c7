// What changed in symbols, as a history: writes it, and reads it. A symbol that one file lost and another got has moved.

import {
  type EarlierSymbol,
  type MappedSymbol,
  provingWeight,
  type SymbolChangeKind,
  type SymbolKind,
  type SymbolWithBefore,
} from "../../../libs/callgraph/without-parser.ts";
import type { SymbolChangeEntry } from "../../protocol/codemap.ts";
import type { Db } from "../../store/schema.ts";
import type { Snapshot } from "./file-maps.ts";
import type { Earlier } from "./symbol-rows.ts";

export interface SymbolChange {
  path: string;
  qualified: string;
  name: string;
  kind: SymbolKind;
  change: Exclude<SymbolChangeKind, "unchanged">;
  /** `path#qualified` before it was renamed or moved. */
  was: string | null;
}

type Change = SymbolChange & { signature: string; bodyHash: string; weight: number };

export function changesOf(
  path: string,
  symbols: readonly SymbolWithBefore[],
  deleted: readonly EarlierSymbol[],
  before: readonly Earlier[],
): Change[] {
  const known = new Map(before.map((one) => [one.id, one]));
  return [
    ...symbols.flatMap(({ symbol, before: earlier, change }): Change[] =>
      change === "unchanged"
        ? []
        : [
            {
              path,
              ...parts(symbol),
              change,
              was: change === "renamed" ? `${path}#${earlier?.qualified}` : null,
            },
          ],
    ),
    ...deleted.flatMap(({ id }): Change[] => {
      const one = known.get(id);
      return one
        ? [{ path, ...parts(one as Earlier & { kind: SymbolKind }), change: "deleted", was: null }]
        : [];
    }),
  ];
}

function parts({
  qualified,
  name,
  kind,
  signature,
  bodyHash,
  weight,
}: Pick<MappedSymbol, "qualified" | "name" | "kind" | "signature" | "bodyHash" | "weight">) {
  return { qualified, name, kind, signature, bodyHash, weight };
}

/** A symbol that one file lost and another got within this time has moved. */
const moveWindowMs = 3_600_000;

export async function noteChanges(
  tx: Db,
  { projectId, map, at, by }: Snapshot,
  changes: readonly Change[],
  ids: ReadonlyMap<string, string>,
): Promise<SymbolChange[]> {
  const noted: SymbolChange[] = [];
  for (const change of changes) {
    const other = await otherHalf(tx, projectId, change, at);
    if (other && change.change === "deleted") {
      // The file with its new place was mapped first.
      const was = `${change.path}#${change.qualified}`;
      await tx
        .updateTable("symbol_changes")
        .set({ change: "moved", was })
        .where("id", "=", other.id)
        .execute();
      if (other.symbol_id)
        await tx.updateTable("symbols").set({ change: "moved" }).where("id", "=", other.symbol_id).execute();
      noted.push({ ...change, path: other.path, qualified: other.qualified, change: "moved", was });
      continue;
    }
    const moved = other ? { change: "moved" as const, was: `${other.path}#${other.qualified}` } : {};
    if (other) await tx.deleteFrom("symbol_changes").where("id", "=", other.id).execute();
    const now = { ...change, ...moved };
    const symbolId = ids.get(change.qualified) ?? null;
    if (other && symbolId)
      await tx.updateTable("symbols").set({ change: "moved" }).where("id", "=", symbolId).execute();
    await tx
      .insertInto("symbol_changes")
      .values({
        project_id: projectId,
        symbol_id: symbolId,
        path: map.path,
        qualified: now.qualified,
        kind: now.kind,
        signature: now.signature,
        change: now.change,
        was: now.was,
        body_hash: now.bodyHash,
        at,
        observation_id: by?.observationId ?? null,
        session_id: by?.sessionId ?? null,
      })
      .execute();
    noted.push(now);
  }
  return noted.map(({ path, qualified, name, kind, change, was }) => ({
    path,
    qualified,
    name,
    kind,
    change,
    was,
  }));
}

/** Changes that were mapped while the edit was reported get who made them; returns those that are not noted yet. */
export async function claimChanges(
  tx: Db,
  { projectId, at, by }: Pick<Snapshot, "projectId" | "at" | "by">,
  changes: readonly Change[],
): Promise<Change[]> {
  const open: Change[] = [];
  for (const change of changes) {
    const noted = await tx
      .selectFrom("symbol_changes")
      .select("id")
      .where("project_id", "=", projectId)
      .where("path", "=", change.path)
      .where("qualified", "=", change.qualified)
      .where("at", ">=", at)
      .where((eb) =>
        eb.or([eb("observation_id", "is", null), eb("observation_id", "=", by?.observationId ?? "")]),
      )
      .orderBy("id")
      .executeTakeFirst();
    if (!noted || !by) open.push(change);
    else
      await tx
        .updateTable("symbol_changes")
        .set({ observation_id: by.observationId, session_id: by.sessionId })
        .where("id", "=", noted.id)
        .execute();
  }
  return open;
}

/** Of a new symbol, the deletion elsewhere; of a deleted one, the new one elsewhere. */
async function otherHalf(tx: Db, projectId: string, change: Change, at: string) {
  const wanted = change.change === "new" ? "deleted" : change.change === "deleted" ? "new" : null;
  if (wanted === null || change.weight < provingWeight) return null;
  const since = new Date(Date.parse(at) - moveWindowMs).toISOString();
  const rows = await tx
    .selectFrom("symbol_changes")
    .select(["id", "path", "qualified", "symbol_id"])
    .where("project_id", "=", projectId)
    .where("at", ">=", since)
    .where("body_hash", "=", change.bodyHash)
    .where("kind", "=", change.kind)
    .where("change", "=", wanted)
    .where("path", "!=", change.path)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

export async function changesSince(
  db: Db,
  projectId: string,
  filter: { since?: string | undefined; sessionId?: string | undefined; limit: number },
): Promise<SymbolChangeEntry[]> {
  const rows = await db
    .selectFrom("symbol_changes")
    .selectAll()
    .where("project_id", "=", projectId)
    .$if(filter.since !== undefined, (query) => query.where("at", ">=", filter.since ?? ""))
    .$if(filter.sessionId !== undefined, (query) => query.where("session_id", "=", filter.sessionId ?? ""))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({
    symbolId: row.symbol_id,
    file: row.path,
    qualified: row.qualified,
    kind: row.kind,
    signature: row.signature,
    change: row.change,
    was: row.was,
    at: row.at,
    sessionId: row.session_id,
    observationId: row.observation_id,
  }));
}
