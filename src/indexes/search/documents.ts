// The search index's own rows. Each document points to its owner in a room and can be rebuilt from it.

import { newId } from "../../protocol/new-id.ts";
import { type OwnerKind, overviewKinds, ownerFacts, ownerKinds } from "../../protocol/owners.ts";
import { dialectOf } from "../../store/dialect.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import type { Ids } from "../owner.ts";
import { partsOf, termsOf } from "./analyse.ts";
import { postgresWords } from "./postgres.ts";
import { sqliteWords } from "./sqlite.ts";
import type { WordIndex } from "./words.ts";

/** The owner of a document. */
export interface OwnerId {
  kind: OwnerKind;
  id: string;
}

export interface NewDocument {
  owner: OwnerId;
  /** Null: found in every project. */
  projectId: string | null;
  sessionId: string | null;
  title: string;
  summary: string;
  detail: string;
  files: readonly string[];
  symbols: readonly string[];
  /** Who said it, for words; null for actions. */
  author: string | null;
  branch: string | null;
  happenedAt: string;
}

export async function putDocument(db: Db, document: NewDocument): Promise<number> {
  const row = documentRow(document);
  const { owner_kind: _kind, owner_id: _id, ...changed } = row;
  const before = await documentOf(db, document.owner);
  const { seq } = await db
    .insertInto("documents")
    .values({ id: newId("document"), ...row })
    .onConflict((conflict) => conflict.columns(["owner_kind", "owner_id"]).doUpdateSet(changed))
    .returning("seq")
    .executeTakeFirstOrThrow();
  if (before && meaningOf(before) !== meaningOf(row))
    await db.deleteFrom("document_vectors").where("document_seq", "=", seq).execute();
  await awaitVector(db, seq);
  await indexWords(db, [seq, ...(await neighboursOf(db, seq, document.owner.kind, document.sessionId))]);
  await enqueue(db, { kind: "embed", key: "documents", runAt: new Date(Date.now() + gatherMs) });
  return seq;
}

async function awaitVector(db: Db, seq: number): Promise<void> {
  const hasVector = db.selectFrom("document_vectors").select("id").where("document_seq", "=", seq);
  const document = db
    .selectFrom("documents")
    .select("seq")
    .where("seq", "=", seq)
    .where(({ not, exists }) => not(exists(hasVector)));
  await db
    .insertInto("documents_to_embed")
    .columns(["document_seq"])
    .expression(document)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Held until the transaction ends: the text must not change between comparing and replacing. */
function documentOf(db: Db, { kind, id }: OwnerId): Promise<DocumentRow | undefined> {
  const query = db
    .selectFrom("documents")
    .selectAll()
    .where("owner_kind", "=", kind)
    .where("owner_id", "=", id);
  return (dialectOf(db) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
}

export function documentRow(document: NewDocument) {
  const text = [document.title, document.summary, document.detail].join(" ");
  return {
    owner_kind: document.owner.kind,
    owner_id: document.owner.id,
    project_id: document.projectId,
    session_id: document.sessionId,
    title: document.title,
    summary: document.summary,
    detail: document.detail,
    files: document.files.join("\n"),
    symbols: document.symbols.join("\n"),
    author: document.author,
    word_count: text.split(/\s+/).filter(Boolean).length,
    is_question: Number(/\?\s*$/.test(document.summary)),
    code_share: codeShare(text),
    branch: document.branch,
    happened_at: document.happenedAt,
  };
}

/** The rest of a tool observation is lists and excerpts, which full-text search finds better. */
const embeddedLength = 160;

/**
 * The text of a document that is embedded, with its author. Of a tool observation only the title and the beginning of the
 * summary: embedding is most of what a session costs in CPU time.
 */
export function meaningOf(
  row: Pick<DocumentRow, "owner_kind" | "author" | "title" | "summary" | "detail">,
): string {
  const { title, summary, detail } = row;
  if (row.owner_kind === "observation" && row.author === null) {
    const isRepeated = summary.startsWith(title);
    return (isRepeated ? summary : `${title}\n${summary}`).slice(0, embeddedLength);
  }
  const texts = [title, summary, detail].filter((text, i, all) => text !== "" && all.indexOf(text) === i);
  const text = texts.join("\n");
  return row.author ? `${row.author}: ${text}` : text;
}

function codeShare(text: string): number {
  const marks = text.match(/[(){}[\];=<>_]/g)?.length ?? 0;
  return Math.round((1000 * marks) / Math.max(1, text.length));
}

/** Documents come in bursts, and the model is started for many at once. */
const gatherMs = 3_000;

/**
 * Call it in the transaction in which a user deletes or rewrites stored text. It costs a pass over the whole
 * index, so text that engram itself replaces waits until the database cleans up.
 */
export async function scrubSoon(db: Db): Promise<void> {
  await enqueue(db, { kind: "scrub", key: "documents", runAt: new Date(Date.now() + gatherMs) });
}

/** Its neighbours contain it as context, so they are indexed again without it. */
export async function removeDocument(db: Db, owner: OwnerId): Promise<void> {
  const gone = await documentOf(db, owner);
  if (!gone) return;
  const neighbours = await neighboursOf(db, gone.seq, gone.owner_kind, gone.session_id);
  await db.deleteFrom("documents").where("seq", "=", gone.seq).execute();
  await indexWords(db, neighbours);
}

/** Documents whose owner is deleted or may no longer be found. */
export async function removeOrphans(db: Db, findable: (kind: OwnerKind) => Ids): Promise<void> {
  for (const kind of ownerKinds) {
    await db
      .deleteFrom("documents")
      .where("owner_kind", "=", kind)
      .where("owner_id", "not in", findable(kind))
      .execute();
  }
}

/** Writes the full-text entries of documents from their rows. */
export async function indexWords(db: Db, seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) {
    const row = await db.selectFrom("documents").selectAll().where("seq", "=", seq).executeTakeFirst();
    if (!row) continue;
    const around = await neighboursOf(db, seq, row.owner_kind, row.session_id);
    const neighbours = around.length === 0 ? [] : await rowsOf(db, around);
    const place = { projectId: row.project_id, sessionId: row.session_id, kind: row.owner_kind };
    await wordsOf(db).put(db, seq, place, {
      title: termsOf(row.title),
      summary: termsOf(row.author === null ? row.summary : `${row.author} ${row.summary}`),
      detail: termsOf(row.detail),
      files: termsOf(row.files),
      symbols: termsOf(row.symbols),
      context: neighbours.flatMap((neighbour) => termsOf(`${neighbour.title} ${neighbour.summary}`)),
      parts: partsOf(`${row.title} ${row.summary} ${row.detail}`),
    });
  }
}

/** The documents just before and after it in its session; summaries are not among them. */
async function neighboursOf(
  db: Db,
  seq: number,
  kind: OwnerKind,
  sessionId: string | null,
): Promise<number[]> {
  if (sessionId === null || ownerFacts[kind].isOverview) return [];
  const inSession = db
    .selectFrom("documents")
    .select("seq")
    .where("session_id", "=", sessionId)
    .where("owner_kind", "not in", overviewKinds);
  const before = await inSession.where("seq", "<", seq).orderBy("seq", "desc").limit(1).executeTakeFirst();
  const after = await inSession.where("seq", ">", seq).orderBy("seq").limit(1).executeTakeFirst();
  return [before, after].flatMap((row) => (row ? [row.seq] : []));
}

function rowsOf(db: Db, seqs: readonly number[]): Promise<DocumentRow[]> {
  return db.selectFrom("documents").selectAll().where("seq", "in", seqs).orderBy("seq").execute();
}

export function wordsOf(db: Db): WordIndex {
  return dialectOf(db) === "sqlite" ? sqliteWords : postgresWords;
}
