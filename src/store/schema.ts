// Every table of the store, one place, the same for SQLite and PostgreSQL.
// Times are ISO text, lists and records are JSON text: both databases then hold the same bytes.

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

/** A database or a transaction in it: whatever takes a Db composes into a larger transaction. */
export type Db = Kysely<Tables>;

interface ProjectsTable {
  id: string;
  /** Normalised remote, else the git common dir, else the folder: what makes two places one project. */
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
  /** Order of arrival; clocks may jump, this does not. */
  seq: Generated<number>;
  id: string;
  session_id: string;
  project_id: string;
  /** From the host's ids; (session_id, host_key) is unique, which makes every way of capturing idempotent. */
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

/** What a model will make a better observation of. Only where a model is set; gone when it is done or too old. */
interface RawTable {
  observation_id: string;
  /** A bounded excerpt of the event, without secrets. */
  text: string;
  kept_at: string;
  /** Calls that cost something and gave nothing that could be used. */
  tries: Generated<number>;
  /** Why it still waits, from the last try. */
  trouble: string | null;
}

/** What the user deleted: a transcript that tells it again is not believed. */
interface ForgottenTable {
  session_id: string;
  host_key: string;
}

interface TranscriptsTable {
  path: string;
  session_id: string | null;
  /** Bytes read so far, up to the end of a whole line. */
  read_to: number;
  /** Hash of the file's beginning: another one means that the file was rewritten. */
  fingerprint: string | null;
  /** First message: two transcripts that begin with the same one are a session and its fork. */
  first_uuid: string | null;
  /** The prompt that was under way at `read_to`. */
  prompt_id: string | null;
  read_at: string | null;
}

interface DocumentsTable {
  seq: Generated<number>;
  id: string;
  owner_kind: OwnerKind;
  owner_id: string;
  /** Null is found in every project. */
  project_id: string | null;
  session_id: string | null;
  title: string;
  summary: string;
  detail: string;
  files: string;
  symbols: string;
  /** Who said it, for what was said; null for what was done. */
  author: string | null;
  word_count: number;
  is_question: number;
  /** Brackets and operators among its characters, in thousandths: what tells code from prose. */
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

/** Models whose vectors are in the store. While a new one is at work, the old one still serves. */
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

/** The last of those changes, each with its count. */
interface ChangedDocumentsTable {
  number: number;
  document_seq: number;
}

/** Documents that were written since the model that serves had read all there were. */
interface DocumentsToEmbedTable {
  document_seq: number;
}

/** The knowledge graph. A learning is a node with a category. */
interface NodesTable {
  id: string;
  /** Null holds everywhere. */
  project_id: string | null;
  type: NodeType;
  category: LearningCategory | null;
  content: string;
  summary: string | null;
  confidence: number;
  /** Sessions it was seen in. */
  times_seen: number;
  /** How often it was put in front of an agent, and how often that agent then made use of it. */
  times_shown: Generated<number>;
  times_used: Generated<number>;
  /** times_shown when it last lost confidence for being shown in vain. */
  shown_when_lowered: Generated<number>;
  /** The user's own word: no evidence changes it. */
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

/** What speaks for and against a node. */
interface EvidenceTable {
  seq: Generated<number>;
  node_id: string;
  session_id: string | null;
  observation_id: string | null;
  kind: "supports" | "contradicts";
  /** The words in which it was seen: the same words of the same session are no new evidence. */
  claim: string;
  at: string;
}

/** What the user and the consolidation changed, with before and after: for undo. */
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

/** A query by name, with the tokens that it may use. */
interface ViewsTable {
  name: string;
  query: string;
  budget: number;
  template: ViewTemplate;
  created_at: string;
  updated_at: string;
}
export type ViewRow = Selectable<ViewsTable>;

/** What a session's agent is told at its next prompt. */
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

/** One row per reply that holds commands: a message that is told again executes nothing. */
interface CommandsTable {
  seq: Generated<number>;
  /** The host's own id of the message, unique over all sessions: a fork copies it. */
  message_id: string;
  session_id: string;
  /** Of the observation of it. */
  host_key: string | null;
  /** Who wrote it: the host, or the kind of sub-agent. */
  agent: string;
  /** Of the reply's text and who wrote it: the one thing by which a reply without an id is known again. */
  reply_hash: string;
  happened_at: string;
  /** JSON list, in the order in which they were written. */
  commands: string;
  total: number;
  /** How many of them were executed. */
  done: Generated<number>;
}
export type CommandsRow = Selectable<CommandsTable>;

/** The code that a node speaks of, as it was when the node was true. */
interface AnchorsTable {
  node_id: string;
  /** Relative to the project. */
  file: string;
  /** A definition in it; empty for all of the file. */
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
  /** Why it is not the model's, where one should have made it. */
  note: string | null;
  /** The last observation it knows of. */
  up_to_seq: number;
  summary: string;
}
export type SessionSummaryRow = Selectable<SessionSummariesTable>;

/** One row for each thing that was put in front of an agent. */
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
  /** 0 once a compaction has thrown it away. */
  is_present: number;
  used_at: string | null;
  used_how: "file" | "name" | "asked" | null;
}
export type InjectionRow = Selectable<InjectionsTable>;

/** The files of observations, by path: what is known of a file is asked for whenever an agent opens it. */
interface ObservationFilesTable {
  project_id: string;
  path: string;
  observation_id: string;
}

/** The stretch of a session up to a compaction by the host; it begins where the one before ended. */
interface CompactionsTable {
  id: string;
  session_id: string;
  /** By time, from 1. */
  sequence: number;
  /** noted: the host announced one; it may never come. At most one of a session. */
  state: "noted" | "done";
  trigger: string;
  /** When it was first announced, if it was. */
  noted_at: string | null;
  /** When it happened; of a noted one, when it was last announced. */
  at: string;
  /** The message that holds the host's summary: what makes two tellings one compaction. */
  message_id: string | null;
  tokens_before: number | null;
  tokens_after: number | null;
  messages: string | null;
  /** Of how many observations the summary was made. */
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

/** One row per call of a model, made before the call: a worker that dies in it leaves its reservation. */
interface SpendTable {
  id: string;
  at: string;
  provider: string;
  model: string;
  purpose: string;
  /** What the call is about, from its caller. A caller that was killed and asks again makes the next attempt. */
  call_key: string;
  attempt: number;
  /** Tokens. */
  input: number;
  output: number;
  /** Billionths of a dollar: whole numbers add up exactly in both databases. */
  cost: number;
  /** reserved: the most it can cost. booked: what it cost, or its reservation where nobody came back to say. */
  state: "reserved" | "booked";
}
export type SpendRow = Selectable<SpendTable>;
