// The state of the documents as two numbers: how many were ever changed or deleted, and the newest one's. Who keeps
// them knows later whether anything has happened, and what is new.

import type { OwnerKind } from "../../protocol/owners.ts";
import type { Db } from "../../store/schema.ts";

export interface DocumentsState {
  changes: number;
  newest: number;
}

export async function documentsState(db: Db): Promise<DocumentsState> {
  const row = await db
    .selectFrom("document_changes")
    .select((eb) => [
      "count",
      eb
        .selectFrom("documents")
        .select(({ fn }) => fn.max("seq").as("seq"))
        .as("newest"),
    ])
    .executeTakeFirstOrThrow();
  return { changes: Number(row.count), newest: Number(row.newest ?? 0) };
}

export interface NewDocument {
  id: string;
  kind: OwnerKind;
  title: string;
  sessionId: string | null;
  happenedAt: string;
}

export function documentsAfter(db: Db, newest: number, limit: number): Promise<NewDocument[]> {
  return db
    .selectFrom("documents")
    .select([
      ...(["owner_id as id", "owner_kind as kind", "title"] as const),
      "session_id as sessionId",
      "happened_at as happenedAt",
    ])
    .where("seq", ">", newest)
    .orderBy("seq")
    .limit(limit)
    .execute();
}
