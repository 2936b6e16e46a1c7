// Tables of the search index.

import type { Generated, Selectable } from "kysely";
import type { OwnerKind } from "../../protocol/owners.ts";

export interface SearchTables {
  documents: DocumentsTable;
  document_vectors: DocumentVectorsTable;
  document_changes: DocumentChangesTable;
  changed_documents: ChangedDocumentsTable;
  documents_to_embed: DocumentsToEmbedTable;
  embedders: EmbeddersTable;
}

interface DocumentsTable {
  seq: Generated<number>;
  id: string;
  owner_kind: OwnerKind;
  owner_id: string;
  /** Null: found in every project. */
  project_id: string | null;
  session_id: string | null;
  title: string;
  summary: string;
  detail: string;
  files: string;
  symbols: string;
  /** Who said it, for words; null for actions. */
  author: string | null;
  word_count: number;
  is_question: number;
  /** Brackets and operators among its characters, in thousandths: distinguishes code from prose. */
  code_share: number;
  branch: string | null;
  happened_at: string;
}
export type DocumentRow = Selectable<DocumentsTable>;

interface DocumentVectorsTable {
  /** Grows with every write, so that a cache can ask for what is new. */
  id: Generated<number>;
  document_seq: number;
  /** The embedder's id, which names the model, its quantisation and its dimensions. */
  model: string;
  vector: Uint8Array;
}

/** One row: how often a document was changed or deleted. */
interface DocumentChangesTable {
  id: number;
  count: number;
}

/** The latest of those changes, each with its count. */
interface ChangedDocumentsTable {
  number: number;
  document_seq: number;
}

/** Documents written since the serving model had embedded all of them. */
interface DocumentsToEmbedTable {
  document_seq: number;
}

/** Models whose vectors are in the store. While a new model is embedding, the old one still serves. */
interface EmbeddersTable {
  id: string;
  settings: string;
  /** Whether every document had a vector of it at least once. */
  is_complete: number;
  /** JSON: the machines that use it, each with the day on which it last did. */
  used_by: Generated<string>;
}
