// Every table of the store, the same for SQLite and PostgreSQL.
// Times are ISO text, lists and records are JSON text: both databases then store the same bytes.

import type { Generated, Kysely, Selectable } from "kysely";
import type { OwnerKind } from "../protocol/owners.ts";
import type { EdgeType, LearningCategory, NodeType, ViewTemplate } from "../protocol/semantic.ts";

export interface Tables {
  projects: ProjectsTable;
  sessions: SessionsTable;
  observations: ObservationsTable;
  raw: RawTable;
  forgotten: ForgottenTable;
  transcripts: TranscriptsTable;
  documents: DocumentsTable;
  document_vectors: DocumentVectorsTable;
  document_changes: DocumentChangesTable;
  changed_documents: ChangedDocumentsTable;
  documents_to_embed: DocumentsToEmbedTable;
  embedders: EmbeddersTable;
  nodes: NodesTable;
  edges: EdgesTable;
  evidence: EvidenceTable;
  changes: ChangesTable;
  tags: TagsTable;
  views: ViewsTable;
  pending: PendingTable;
  commands: CommandsTable;
  anchors: AnchorsTable;
  session_summaries: SessionSummariesTable;
  injections: InjectionsTable;
  observation_files: ObservationFilesTable;
  compactions: CompactionsTable;
  jobs: JobsTable;
  events: EventsTable;
  spend: SpendTable;
}

/** A database or a transaction in it: a function that takes a Db can be part of a larger transaction. */
export type Db = Kysely<Tables>;

interface ProjectsTable {
  id: string;
  /** Normalised remote, else the git common dir, else the folder: folders with the same value are one project. */
  key: string;
  name: string;
  root: string;
  remote: string | null;
  created_at: string;
}

interface SessionsTable {
  /** The host's own id. */
  id: string;
  host: string;
  project_id: string;
  name: string | null;
  status: "active" | "summarized" | "closed";
  started_at: string;
  last_seen_at: string;
  ended_at: string | null;
  tokens_injected: Generated<number>;
}

interface ObservationsTable {
  /** Order of arrival; unlike a clock, it never jumps. */
  seq: Generated<number>;
  id: string;
  session_id: string;
  project_id: string;
  /** From the host's ids; (session_id, host_key) is unique, which makes every way of capture idempotent. */
  host_key: string;
  kind: "tool" | "prompt" | "reply";
  tool: string | null;
  status: "ok" | "failed" | "interrupted";
  title: string;
  summary: string;
  detail: string;
  files: string;
  symbols: string;
  agent_id: string | null;
  agent_type: string | null;
  prompt_id: string | null;
  branch: string | null;
  happened_at: string;
  raw_bytes: number;
  tokens: number;
  duration_ms: number | null;
  provider: string;
}
export type ObservationRow = Selectable<ObservationsTable>;

/** Observations that wait for a model. Only if a model is set; removed when compressed or too old. */
interface RawTable {
  observation_id: string;
  /** A bounded, redacted excerpt of the event. */
  text: string;
  kept_at: string;
  /** Calls that cost money and returned nothing usable. */
  tries: Generated<number>;
  /** Why it still waits, from the last attempt. */
  trouble: string | null;
}

/** What the user deleted: a transcript that contains it is not captured again. */
interface ForgottenTable {
  session_id: string;
  host_key: string;
}

interface TranscriptsTable {
  path: string;
  session_id: string | null;
  /** Bytes read so far, up to the end of a whole line. */
  read_to: number;
  /** Hash of the file's beginning: a different hash means that the file was rewritten. */
  fingerprint: string | null;
  /** First message: two transcripts that begin with the same one are a session and its fork. */
  first_uuid: string | null;
  /** The current prompt at `read_to`. */
  prompt_id: string | null;
  read_at: string | null;
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

/** Models whose vectors are in the store. While a new model is embedding, the old one still serves. */
interface EmbeddersTable {
  id: string;
  settings: string;
  /** Whether every document had a vector of it at least once. */
  is_complete: number;
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

/** The knowledge graph. A learning is a node with a category. */
interface NodesTable {
  id: string;
  /** Null: valid in every project. */
  project_id: string | null;
  type: NodeType;
  category: LearningCategory | null;
  content: string;
  summary: string | null;
  confidence: number;
  /** Sessions it was seen in. */
  times_seen: number;
  /** How often it was injected, and how often the agent then used it. */
  times_shown: Generated<number>;
  times_used: Generated<number>;
  /** times_shown when it last lost confidence because agents did not use it. */
  shown_when_lowered: Generated<number>;
  /** Confirmed by the user: no evidence changes it. */
  is_manual: number;
  state: "active" | "archived" | "rejected";
  superseded_by: string | null;
  stale_since: string | null;
  tokens: number;
  session_id: string | null;
  observation_id: string | null;
  message: string | null;
  created_at: string;
  updated_at: string;
  valid_from: string;
  valid_until: string | null;
}
export type NodeRow = Selectable<NodesTable>;

interface EdgesTable {
  from_id: string;
  to_id: string;
  type: EdgeType;
  created_at: string;
}

/** Evidence for and against a node. */
interface EvidenceTable {
  seq: Generated<number>;
  node_id: string;
  session_id: string | null;
  observation_id: string | null;
  kind: "supports" | "contradicts";
  /** The words in which it was seen: the same words in the same session are not new evidence. */
  claim: string;
  at: string;
}

/** Changes by the user and by consolidation, with before and after: for undo. */
interface ChangesTable {
  seq: Generated<number>;
  id: string;
  at: string;
  why: string;
  what: string;
  undone_at: string | null;
}

interface TagsTable {
  node_id: string;
  tag: string;
  created_at: string;
}

/** A named query with its token budget. */
interface ViewsTable {
  name: string;
  query: string;
  budget: number;
  template: ViewTemplate;
  created_at: string;
  updated_at: string;
}
export type ViewRow = Selectable<ViewsTable>;

/** Text to inject at a session's next prompt. */
interface PendingTable {
  seq: Generated<number>;
  session_id: string;
  kind: "result" | "error" | "reminder";
  /** What it answers, in one line. */
  about: string;
  /** JSON list. */
  items: string;
  created_at: string;
  given_at: string | null;
}

/** One row per reply with commands: a message that is read again executes nothing. */
interface CommandsTable {
  seq: Generated<number>;
  /** The host's own id of the message, unique over all sessions: a fork copies it. */
  message_id: string;
  session_id: string;
  /** Of the observation of it. */
  host_key: string | null;
  /** Who wrote it: the host, or the kind of sub-agent. */
  agent: string;
  /** Hash of the reply's text and its writer: the only way to recognise a reply without an id. */
  reply_hash: string;
  happened_at: string;
  /** JSON list, in the order in which they were written. */
  commands: string;
  total: number;
  /** How many of them were executed. */
  done: Generated<number>;
}
export type CommandsRow = Selectable<CommandsTable>;

/** The code that a node is anchored to, as it was when the node was true. */
interface AnchorsTable {
  node_id: string;
  /** Relative to the project. */
  file: string;
  /** A definition in the file; empty for the whole file. */
  symbol: string;
  hash: string;
  is_manual: number;
  made_at: string;
  broken_at: string | null;
  /** The observation that changed it. */
  broken_by: string | null;
  how: "changed" | "gone" | null;
}
export type AnchorRow = Selectable<AnchorsTable>;

interface SessionSummariesTable {
  session_id: string;
  made_at: string;
  /** offline, or the model. */
  provider: string;
  /** Why the rules wrote it although a model is set. */
  note: string | null;
  /** The last observation that it covers. */
  up_to_seq: number;
  summary: string;
}
export type SessionSummaryRow = Selectable<SessionSummariesTable>;

/** One row per injected item. */
interface InjectionsTable {
  seq: Generated<number>;
  session_id: string;
  /** Empty for the main agent: a sub-agent has a conversation of its own. */
  agent_id: string;
  moment: "start" | "prompt" | "file" | "agent";
  at: string;
  owner_kind: string;
  owner_id: string;
  length: string;
  tokens: number;
  /** JSON: which retrievers found it, with which score, or which rule chose it. */
  why: string;
  /** JSON list: files and identifiers by which its use is recognised. */
  cues: string;
  /** 0 once a compaction has removed it from the window. */
  is_present: number;
  used_at: string | null;
  used_how: "file" | "name" | "asked" | null;
}
export type InjectionRow = Selectable<InjectionsTable>;

/** The files of observations, by path: read whenever an agent opens a file. */
interface ObservationFilesTable {
  project_id: string;
  path: string;
  observation_id: string;
}

/** The stretch of a session up to a compaction by the host; it begins where the previous one ended. */
interface CompactionsTable {
  id: string;
  session_id: string;
  /** By time, from 1. */
  sequence: number;
  /** noted: announced by the host; it may never happen. At most one per session. */
  state: "noted" | "done";
  trigger: string;
  /** When it was first announced, if it was. */
  noted_at: string | null;
  /** When it happened; for a noted one, when it was last announced. */
  at: string;
  /** The message with the host's summary: two reports with the same message are one compaction. */
  message_id: string | null;
  tokens_before: number | null;
  tokens_after: number | null;
  messages: string | null;
  /** Number of observations in the summary. */
  observations: number;
  made_at: string | null;
  provider: string | null;
  note: string | null;
  summary: string | null;
  host_summary: string | null;
}
export type CompactionRow = Selectable<CompactionsTable>;

interface JobsTable {
  id: string;
  kind: string;
  /** What it is about; at most one pending job per (kind, key). */
  key: string;
  payload: string;
  state: "pending" | "running" | "failed";
  attempts: number;
  /** How often its daemon was killed while it ran. */
  deaths: Generated<number>;
  run_at: string;
  worker: string | null;
  lease_until: string | null;
  error: string | null;
  created_at: string;
}
export type JobRow = Selectable<JobsTable>;

interface EventsTable {
  id: string;
  at: string;
  session_id: string | null;
  type: string;
  data: string;
  duration_ms: number | null;
  tokens_in: number | null;
  tokens_out: number | null;
}

/** One row per model call, written before the call: a worker that dies during it leaves its reservation. */
interface SpendTable {
  id: string;
  at: string;
  provider: string;
  model: string;
  purpose: string;
  /** What the call is about, from its caller. A killed caller that asks again makes the next attempt. */
  call_key: string;
  attempt: number;
  /** Tokens. */
  input: number;
  output: number;
  /** Billionths of a dollar: whole numbers add up exactly in both databases. */
  cost: number;
  /** reserved: the maximum cost. booked: the actual cost, or the reservation if the caller never reported it. */
  state: "reserved" | "booked";
}
export type SpendRow = Selectable<SpendTable>;
