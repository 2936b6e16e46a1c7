// The search index's own rows. Each document points to its owner in a room and can be rebuilt from it.

import { partsOf, termText } from "../../../libs/language/index.ts";
import { newId } from "../../protocol/new-id.ts";
import { type OwnerKind, ownerKinds } from "../../protocol/owners.ts";
import { insertMany } from "../../store/bulk.ts";
import { type DialectName, dialectOf } from "../../store/dialect.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import type { Ids } from "../owner.ts";
import { withFileNames, withoutPaths } from "./path-lines.ts";
import { postgresWords } from "./postgres.ts";
import { sqliteWords } from "./sqlite.ts";
import type { FieldTerms, WordEntry, WordIndex } from "./words.ts";

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
  await indexWords(db, { ...row, seq });
  await embedSoon(db);
  return seq;
}

/** Everything about a document that takes time and needs no store. Pure; it may be made in another thread. */
export interface Analysis {
  measures: ReturnType<typeof measuresOf>;
  entry: WordEntry;
}

export function analyse(document: Omit<NewDocument, "projectId">, dialect: DialectName): Analysis {
  const terms = fieldTermsOf({
    ...document,
    files: document.files.join("\n"),
    symbols: document.symbols.join("\n"),
  });
  return { measures: measuresOf(document), entry: wordsFor(dialect).entryOf(terms) };
}

/** Documents of owners that have none yet. */
export async function putNewDocuments(
  db: Db,
  documents: readonly (NewDocument & { analysis: Analysis })[],
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map((document) => ({
    id: newId("document"),
    ...rowOf(document, document.analysis.measures),
  }));
  const written = await insertMany<"documents", { seq: number; id: string }>(
    db,
    "documents",
    rows,
    "returning seq, id",
  );
  const seqOf = new Map(written.map(({ seq, id }) => [id, Number(seq)]));
  const entries = rows.map((row, i) => ({
    seq: seqOf.get(row.id) ?? 0,
    place: { projectId: row.project_id, sessionId: row.session_id, kind: row.owner_kind },
    entry: documents[i]?.analysis.entry ?? [],
  }));
  await insertMany(
    db,
    "documents_to_embed",
    entries.map(({ seq }) => ({ document_seq: seq })),
  );
  await wordIndex(db).putNew(db, entries);
  await embedSoon(db);
}

function embedSoon(db: Db): Promise<void> {
  return enqueue(db, { kind: "embed", key: "documents", runAt: new Date(Date.now() + gatherMs) });
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
  return rowOf(document, measuresOf(document));
}

function rowOf(document: NewDocument, measures: Analysis["measures"]) {
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
    ...measures,
    branch: document.branch,
    happened_at: document.happenedAt,
  };
}

function measuresOf({ title, summary, detail }: Pick<NewDocument, "title" | "summary" | "detail">) {
  const text = [title, summary, detail].join("\n");
  return {
    word_count: countWords(text),
    is_question: Number(/\?\s*$/.test(summary)),
    code_share: codeShare(text),
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
  const text = withFileNames(texts.join("\n"));
  return row.author ? `${row.author}: ${text}` : text;
}

const isCodeMark = Uint8Array.from({ length: 128 }, (_, code) =>
  Number("(){}[];=<>_".includes(String.fromCharCode(code))),
);
const word = /\S+/g;

function countWords(text: string): number {
  let count = 0;
  word.lastIndex = 0;
  while (word.test(text)) count++;
  return count;
}

/** Without lists of paths: their underscores do not make a text code. */
function codeShare(written: string): number {
  const text = withoutPaths(written);
  let marks = 0;
  for (let i = 0; i < text.length; i++) marks += isCodeMark[text.charCodeAt(i)] ?? 0;
  return Math.round((1000 * marks) / Math.max(1, text.length));
}

/** Documents come in bursts, and the model is started for many at once. */
const gatherMs = 3_000;

/**
 * Call it in the transaction in which a user deletes or rewrites stored text. It costs a pass over the whole
 * index, so text that tellback itself replaces waits until the database cleans up.
 */
export async function scrubSoon(db: Db): Promise<void> {
  await enqueue(db, { kind: "scrub", key: "documents", runAt: new Date(Date.now() + gatherMs) });
}

/** Those of these owners that have a document. */
export async function indexedAmong(db: Db, kind: OwnerKind, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("documents")
    .select("owner_id")
    .where("owner_kind", "=", kind)
    .where("owner_id", "in", ids)
    .execute();
  return new Set(rows.map(({ owner_id }) => owner_id));
}

export async function removeDocument(db: Db, owner: OwnerId): Promise<void> {
  await db
    .deleteFrom("documents")
    .where("owner_kind", "=", owner.kind)
    .where("owner_id", "=", owner.id)
    .execute();
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

type DocumentText = Omit<
  DocumentRow,
  "id" | "word_count" | "is_question" | "code_share" | "branch" | "happened_at"
>;

/** Writes the full-text entry of a document. */
export async function indexWords(db: Db, row: DocumentText): Promise<void> {
  const place = { projectId: row.project_id, sessionId: row.session_id, kind: row.owner_kind };
  const words = wordIndex(db);
  await words.put(db, row.seq, place, words.entryOf(fieldTermsOf(row)));
}

function fieldTermsOf(
  row: Pick<DocumentText, "author" | "title" | "summary" | "detail" | "files" | "symbols">,
): FieldTerms {
  const { author, title, summary, detail } = row;
  return {
    title: termText(title),
    summary: termText(author === null ? summary : `${author} ${summary}`),
    detail: termText(detail),
    files: termText(row.files),
    symbols: termText(row.symbols),
    parts: partsOf(`${title} ${summary} ${detail}`).join(" "),
  };
}

export function wordIndex(db: Db): WordIndex {
  return wordsFor(dialectOf(db));
}

function wordsFor(dialect: DialectName): WordIndex {
  return dialect === "sqlite" ? sqliteWords : postgresWords;
}
