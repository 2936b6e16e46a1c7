// Sources: which tool an imported thing came from. Rooms show them, imports ask whether something is known. The keys and
// hashes hold no content, so they stay when the thing is deleted, and keep it from coming back.

import { createHash } from "node:crypto";
import type { Source } from "../protocol/shown.ts";
import { insertMany } from "./bulk.ts";
import type { Records } from "./portable.ts";
import type { Db, SourceRow } from "./schema.ts";

export type SourceOwner = SourceRow["owner_kind"];

export interface NewSource {
  tool: string;
  key: string;
  owner: { kind: SourceOwner; id: string };
  contentHash: string;
  place: string;
  at: string;
}

export async function addSources(db: Db, sources: readonly NewSource[]): Promise<void> {
  const rows = sources.map(({ tool, key, owner, contentHash, place, at }) => ({
    ...{ tool, key, owner_kind: owner.kind, owner_id: owner.id, content_hash: contentHash, place, at },
  }));
  await insertMany(db, "sources", rows, "on conflict do nothing");
}

/** The owner that the tool's thing became; it may have been deleted since. */
export async function ownerOfSource(db: Db, tool: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom("sources")
    .select("owner_id")
    .where("tool", "=", tool)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

/** Owners of this kind that some tool brought with the same content. */
export async function ownersWithContent(db: Db, kind: SourceOwner, hash: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("owner_id")
    .distinct()
    .where("content_hash", "=", hash)
    .where("owner_kind", "=", kind)
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

/** Everything of a kind that some tool brought or knew. */
export async function ownersWithSources(db: Db, kind: SourceOwner): Promise<string[]> {
  const rows = await db
    .selectFrom("sources")
    .select("owner_id")
    .distinct()
    .where("owner_kind", "=", kind)
    .orderBy("owner_id")
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

/** In the order in which they came. */
export async function sourcesOf(db: Db, kind: SourceOwner, id: string): Promise<Source[]> {
  const rows = await db
    .selectFrom("sources")
    .select(["tool", "place", "at"])
    .where("owner_kind", "=", kind)
    .where("owner_id", "=", id)
    .orderBy("at")
    .orderBy("tool")
    .orderBy("place")
    .execute();
  const once = new Map(rows.map((row) => [`${row.tool}\n${row.place}`, row]));
  return [...once.values()];
}

/** Where a tool's things in one place came from: what of a file is in the memory. */
export async function sourcesAt(
  db: Db,
  tool: string,
  place: string,
): Promise<{ key: string; ownerId: string }[]> {
  const rows = await db
    .selectFrom("sources")
    .select(["key", "owner_id"])
    .where("tool", "=", tool)
    .where("place", "=", place)
    .orderBy("key")
    .execute();
  return rows.map(({ key, owner_id }) => ({ key, ownerId: owner_id }));
}

/** A thing that turned out to be another one: its sources are now those of the other. */
export async function moveSources(db: Db, kind: SourceOwner, from: string, to: string): Promise<void> {
  await db
    .updateTable("sources")
    .set({ owner_id: to })
    .where("owner_kind", "=", kind)
    .where("owner_id", "=", from)
    .execute();
}

export function sourceKey(kind: string, ...parts: readonly string[]): string {
  return `${kind}:${createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32)}`;
}

export const sourceRecords: Records<"source"> = {
  source: {
    table: "sources",
    key: ["tool", "key"],
    refs: { owner_id: { kind: "node", is: "loose" } },
    times: ["at"],
    order: ["tool", "key"],
  },
};
