// What the user wanted forgotten, without its content: an observation by a keyed hash of its host key, words by a keyed
// hash of them. Neither a transcript nor an import brings it back.

import { createHmac, randomBytes } from "node:crypto";
import type { ExportRecord } from "../../protocol/export.ts";
import type { Db } from "../../store/schema.ts";

/** Once per store: without it nobody can try out whether something was forgotten. */
export async function ownKey(db: Db): Promise<string> {
  const known = await db.selectFrom("forget_keys").select("key").where("is_own", "=", 1).executeTakeFirst();
  if (known) return known.key;
  const key = randomBytes(32).toString("hex");
  await db.insertInto("forget_keys").values({ key, is_own: 1 }).execute();
  return key;
}

export async function noteForgotten(db: Db, sessionId: string, hostKey: string): Promise<void> {
  await db
    .insertInto("forgotten")
    .values({ session_id: sessionId, host_key: hashed(await ownKey(db), hostKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function isForgotten(db: Db, sessionId: string, hostKey: string): Promise<boolean> {
  const names = (await forgetKeys(db)).map((key) => hashed(key, hostKey));
  if (names.length === 0) return false;
  const row = await db
    .selectFrom("forgotten")
    .select("host_key")
    .where("session_id", "=", sessionId)
    .where("host_key", "in", names)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a hash, so that no host key can be mistaken for one. */
export function hashed(key: string, text: string): string {
  return `~${createHmac("sha256", key).update(text).digest("hex").slice(0, 40)}`;
}

/** What stands for a name that was forgotten: the same one everywhere in a store. A preview needs no key. */
export async function standInFor(db: Db, isPreview: boolean): Promise<(name: string) => string> {
  const key = isPreview ? "" : await ownKey(db);
  return (name) => `forgotten-${hashed(key, name).slice(1, 9)}`;
}

/** An observation from elsewhere that was forgotten here. */
export function isForgottenRecord(db: Db, { kind, data }: ExportRecord): Promise<boolean> {
  if (kind !== "observation") return Promise.resolve(false);
  const { sessionId, hostKey } = data as ExportRecord<"observation">["data"];
  return isForgotten(db, sessionId, hostKey);
}

export async function forgetKeys(db: Db): Promise<string[]> {
  return (await db.selectFrom("forget_keys").select("key").execute()).map(({ key }) => key);
}

/** Whether an observation of these sessions was deleted and must not come back. */
export async function forgottenIn(
  db: Db,
  sessionIds: readonly string[],
): Promise<(row: { session_id: string; host_key: string }) => boolean> {
  if (sessionIds.length === 0) return () => false;
  const rows = await db
    .selectFrom("forgotten")
    .select(["session_id", "host_key"])
    .where("session_id", "in", sessionIds)
    .execute();
  if (rows.length === 0) return () => false;
  const known = new Set(rows.map(keyOf));
  const keys = await forgetKeys(db);
  return ({ session_id, host_key }) =>
    keys.some((key) => known.has(keyOf({ session_id, host_key: hashed(key, host_key) })));
}

function keyOf({ session_id, host_key }: { session_id: string; host_key: string }): string {
  return `${session_id}\n${host_key}`;
}
