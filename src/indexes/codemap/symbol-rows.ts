// The rows of a file's symbols: made from its map, compared with the stored ones, written.

import type { EarlierSymbol, SymbolWithBefore } from "../../../libs/callgraph/without-parser.ts";
import { termsOf } from "../../../libs/language/index.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db, SymbolRow } from "../../store/schema.ts";
import type { Snapshot } from "./file-maps.ts";

export type Earlier = EarlierSymbol &
  Pick<SymbolRow, "name" | "signature" | "changed_at"> & { row?: SymbolRow };

export async function symbolsIn(db: Db, fileId: number): Promise<Earlier[]> {
  const rows = await db
    .selectFrom("symbols")
    .selectAll()
    .where("file_id", "=", fileId)
    .orderBy("position")
    .execute();
  return rows.map((row) => {
    const { id, name, qualified, kind, signature, own_hash, body_hash, weight, changed_at } = row;
    const hashes = { ownHash: own_hash, bodyHash: body_hash };
    return { id, name, qualified, kind, signature, ...hashes, weight: Number(weight), changed_at, row };
  });
}

/** Most edits leave most rows as they are. */
export function changedRows(rows: readonly SymbolRow[], before: readonly Earlier[]): SymbolRow[] {
  const stored = new Map(before.map(({ id, row }) => [id, row]));
  return rows.filter((row) => {
    const known = stored.get(row.id);
    return !known || replaced.some((column) => !isEqual(row[column], known[column]));
  });
}

/** PostgreSQL returns some numbers as text. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || String(one) === String(other);
}

export function rowsOf(
  { projectId, map, at }: Snapshot,
  fileId: number,
  symbols: readonly SymbolWithBefore[],
  isBaseline: boolean,
): SymbolRow[] {
  const pathTerms = termsOf(map.path);
  return symbols.map(({ symbol, before, change }, position) => ({
    id: before?.id ?? newId("symbol"),
    project_id: projectId,
    file_id: fileId,
    position,
    name: symbol.name,
    qualified: symbol.qualified,
    kind: symbol.kind,
    parent: symbol.parent,
    signature: symbol.signature,
    decorators: JSON.stringify(symbol.decorators),
    documentation: symbol.documentation,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    body_hash: symbol.bodyHash,
    own_hash: symbol.ownHash,
    weight: symbol.weight,
    terms: ` ${[...new Set([...termsOf(symbol.qualified), ...termsOf(symbol.documentation), ...pathTerms])].join(" ")} `,
    is_test: Number(symbol.isTest),
    change: isBaseline ? "unchanged" : change,
    changed_at: isBaseline || change === "unchanged" ? ((before as Earlier | null)?.changed_at ?? null) : at,
  }));
}

const rowsAtOnce = 100;

export async function putSymbols(tx: Db, rows: readonly SymbolRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insertInto("symbols")
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet((eb) =>
            Object.fromEntries(replaced.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}

const replaced = [
  "position",
  "name",
  "qualified",
  "kind",
  "parent",
  "signature",
  "decorators",
  "documentation",
  "start_line",
  "end_line",
  "body_hash",
  "own_hash",
  "weight",
  "terms",
  "is_test",
  "change",
  "changed_at",
] as const;

export async function deleteSymbols(tx: Db, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500)
    await tx
      .deleteFrom("symbols")
      .where("id", "in", ids.slice(at, at + 500))
      .execute();
}
