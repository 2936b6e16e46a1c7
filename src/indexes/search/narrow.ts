// Which documents a question may be answered by: those of its scope, without what the asking session does at the moment.

import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";
import { type Catalog, hasBit, type ScopeBits } from "./catalog.ts";
import { type Scope, touches } from "./words.ts";

/** The scope as row numbers; null means everything. */
export async function rowsWithin(db: Db, catalog: Catalog, scope: Scope): Promise<ScopeBits | null> {
  const within = catalog.within(scope);
  if (scope.file === undefined) return within;
  const bits = new Uint32Array(within?.bits.length ?? 0);
  const touching = await db
    .selectFrom("documents")
    .select("seq")
    .where(touches(sql.ref("files"), scope.file))
    .orderBy("seq")
    .execute();
  const made = { bits: growTo(bits, touching.at(-1)?.seq ?? 0), rows: 0 };
  for (const { seq } of touching) {
    if (within && !hasBit(within, seq)) continue;
    made.bits[seq >>> 5] = (made.bits[seq >>> 5] ?? 0) | (1 << (seq & 31));
    made.rows++;
  }
  return made;
}

/** What the asking session has done since its last prompt: neither an answer nor a neighbour of one. */
export async function askingDocuments(db: Db, { asking }: Scope): Promise<ReadonlySet<number>> {
  if (!asking) return new Set();
  const rows = await db
    .selectFrom("documents")
    .select("seq")
    .where("session_id", "=", asking.sessionId)
    .where("happened_at", ">=", asking.since)
    .execute();
  return new Set(rows.map(({ seq }) => seq));
}

function growTo(bits: Uint32Array, seq: number): Uint32Array {
  return bits.length > seq >>> 5 ? bits : new Uint32Array((seq >>> 5) + 1);
}
