// The search index's own rows. Each document points at its owner in a room and can be rebuilt from it.

import { newId } from "../../protocol/ids.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import { termsOf } from "./analyse.ts";
import { postgresWords } from "./postgres.ts";
import { sqliteWords } from "./sqlite.ts";
import { type FieldTerms, fields } from "./words.ts";

export interface NewDocument {
  owner: { kind: string; id: string };
  projectId: string;
  sessionId: string | null;
  title: string;
  summary: string;
  detail: string;
  files: readonly string[];
  symbols: readonly string[];
  branch: string | null;
  happenedAt: string;
}

export async function putDocument(db: Db, document: NewDocument): Promise<void> {
  const texts = {
    title: document.title,
    summary: document.summary,
    detail: document.detail,
    files: document.files.join("\n"),
    symbols: document.symbols.join("\n"),
  };
  const place = {
    project_id: document.projectId,
    session_id: document.sessionId,
    branch: document.branch,
    happened_at: document.happenedAt,
  };
  const { seq } = await db
    .insertInto("documents")
    .values({
      id: newId("document"),
      owner_kind: document.owner.kind,
      owner_id: document.owner.id,
      ...texts,
      ...place,
    })
    .onConflict((conflict) =>
      conflict.columns(["owner_kind", "owner_id"]).doUpdateSet({ ...texts, ...place }),
    )
    .returning("seq")
    .executeTakeFirstOrThrow();
  const terms = Object.fromEntries(fields.map((field) => [field, termsOf(texts[field])])) as FieldTerms;
  await wordsOf(db).put(db, seq, terms);
}

export async function removeDocument(db: Db, owner: { kind: string; id: string }): Promise<void> {
  await db
    .deleteFrom("documents")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .execute();
}

export function wordsOf(db: Db) {
  return dialectOf(db) === "sqlite" ? sqliteWords : postgresWords;
}
