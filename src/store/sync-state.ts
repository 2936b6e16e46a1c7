// What was exchanged with a vault so far. For the sync journey. Losing it costs time only: everything is read again.

import type { Db } from "./schema.ts";

export interface Position {
  number: number;
  hash: string;
}

export async function positionsIn(db: Db, vault: string): Promise<Map<string, Position>> {
  const rows = await db.selectFrom("sync_positions").selectAll().where("vault", "=", vault).execute();
  return new Map(rows.map(({ machine, number, hash }) => [machine, { number, hash }]));
}

export async function setPosition(db: Db, vault: string, machine: string, at: Position): Promise<void> {
  await db
    .insertInto("sync_positions")
    .values({ vault, machine, ...at })
    .onConflict((conflict) => conflict.columns(["vault", "machine"]).doUpdateSet({ ...at }))
    .execute();
}

export async function dropPositions(db: Db, vault: string, machines: readonly string[]): Promise<void> {
  for (const machine of machines)
    await db.deleteFrom("sync_positions").where("vault", "=", vault).where("machine", "=", machine).execute();
}

const atOnce = 500;

/** Those of the marks that the vault holds already. */
export async function heldIn(db: Db, vault: string, marks: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>();
  for (let from = 0; from < marks.length; from += atOnce) {
    const rows = await db
      .selectFrom("synced_records")
      .select("mark")
      .where("vault", "=", vault)
      .where("mark", "in", marks.slice(from, from + atOnce))
      .execute();
    for (const { mark } of rows) held.add(mark);
  }
  return held;
}

export async function noteHeld(db: Db, vault: string, marks: readonly string[]): Promise<void> {
  for (let from = 0; from < marks.length; from += atOnce) {
    await db
      .insertInto("synced_records")
      .values(marks.slice(from, from + atOnce).map((mark) => ({ vault, mark })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
