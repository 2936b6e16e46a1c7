// Every table of the store, the same for SQLite and PostgreSQL.
// Times are ISO text, lists and records are JSON text: both databases then store the same bytes.

import type { Generated, Kysely, Selectable } from "kysely";
import type {
  CallResolution,
  CodeFileState,
  SymbolChangeKind,
  SymbolKind,
} from "../../libs/callgraph/kinds.ts";
import type { FunctionLanguage } from "../protocol/functions.ts";
import type { EdgeType, LearningCategory, NodeState, NodeType, ViewTemplate } from "../protocol/knowledge.ts";
import type { OwnerKind } from "../protocol/owners.ts";

export interface Tables {
  projects: ProjectsTable;
  sessions: SessionsTable;
  observations: ObservationsTable;
  raw: RawTable;
  forgotten: ForgottenTable;
  forget_keys: ForgetKeysTable;
  forgotten_phrases: ForgottenPhrasesTable;
  tombstones: TombstonesTable;
  aliases: AliasesTable;
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
  command_runs: CommandRunsTable;
  compactions: CompactionsTable;
  turns: TurnsTable;
  turn_files: TurnFilesTable;
  turn_values: TurnValuesTable;
  said: SaidTable;
  tasks: TasksTable;
  task_entries: TaskEntriesTable;
  task_files: TaskFilesTable;
  task_sessions: TaskSessionsTable;
  project_contexts: ProjectContextsTable;
  current_sessions: CurrentSessionsTable;
  jobs: JobsTable;
  events: EventsTable;
  spend: SpendTable;
  code_maps: CodeMapsTable;
  code_files: CodeFilesTable;
  symbols: SymbolsTable;
  symbol_changes: SymbolChangesTable;
  symbol_words: SymbolWordsTable;
  calls: CallsTable;
  functions: FunctionsTable;
  function_versions: FunctionVersionsTable;
  function_tests: FunctionTestsTable;
  function_runs: FunctionRunsTable;
  function_dependencies: FunctionDependenciesTable;
  sources: SourcesTable;
  bridge_lines: BridgeLinesTable;
  sync_positions: SyncPositionsTable;
  synced_records: SyncedRecordsTable;
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
  /** Separated by spaces. */
  tags: Generated<string>;
}

/** The session that a caller switched to in a project. */
interface CurrentSessionsTable {
  project_id: string;
  /** The host session in which the command ran; empty for a person in a terminal. */
  caller: string;
  session_id: string;
  at: string;
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
  /** When a user last changed its text. */
  edited_at: Generated<string | null>;
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

/** What a prompt or reply said, whole up to a limit, where the detail of its observation is shorter. */
interface SaidTable {
  observation_id: string;
  text: string;
}

/** What the user deleted: a transcript that contains it is not captured again. */
interface ForgottenTable {
  session_id: string;
  /** Its keyed hash. */
  host_key: string;
}

/** Keys of the hashes of what was forgotten: the store's own, and those of stores that were merged into it. */
interface ForgetKeysTable {
  key: string;
  is_own: number;
}

/** Words that the user wanted forgotten, as keyed hashes: older text that contains them does not come in again. */
interface ForgottenPhrasesTable {
  hash: string;
  words: number;
  /** Text from before this time is refused. */
  at: string;
}

/** What was deleted, without its content: a merge with another store does not bring it back. */
interface TombstonesTable {
  kind: string;
  id: string;
  project_id: string | null;
  at: string;
}

/** Ids under which other stores know something that this store knows by another id. */
interface AliasesTable {
  alias: string;
  id: string;
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
  state: NodeState;
  superseded_by: string | null;
  stale_since: string | null;
  tokens: number;
  session_id: string | null;
  observation_id: string | null;
  message: string | null;
  said_by: "user" | "agent" | null;
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
  id: string;
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
  kind: "result" | "expanded" | "error" | "reminder";
  /** What it answers, in one line. */
  about: string;
  /** JSON list. */
  items: string;
  created_at: string;
  given_at: string | null;
}

export type PendingRow = Selectable<PendingTable>;

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

/** One prompt with what was done for it and its outcome. */
interface TurnsTable {
  id: string;
  project_id: string;
  session_id: string;
  /** The observation of the prompt; empty for what came before the first prompt of the session. */
  prompt_id: string;
  /** The last arrival number among its observations. */
  up_to_seq: number;
  branch: string | null;
  started_at: string;
  ended_at: string;
  request: string;
  outcome: string;
  detail: string;
  /** JSON lists. */
  decisions: string;
  open: string;
  files: string;
  looked: string;
  symbols: string;
  commands: string;
  commit_hash: string | null;
  tests_before: "passed" | "failed" | null;
  tests_after: "passed" | "failed" | null;
  superseded_by: string | null;
  superseded_at: string | null;
  rejected_at: string | null;
  provider: string;
}
export type TurnRow = Selectable<TurnsTable>;

/** The files that a turn changed or read, for finding turns by path. */
interface TurnFilesTable {
  project_id: string;
  path: string;
  /** The end of the turn. */
  at: string;
  turn_id: string;
  is_changed: number;
}

/** What a turn states about a setting, a choice or a thing. */
interface TurnValuesTable {
  turn_id: string;
  project_id: string;
  subject: string;
  value: string;
}

interface SessionSummariesTable {
  session_id: string;
  made_at: string;
  /** offline, or the model. */
  provider: string;
  /** Why the rules wrote it although a model is set. */
  note: string | null;
  /** The last observation that it covers. */
  up_to_seq: number;
  /** JSON: SummaryParts. */
  summary: string;
  /** The end of the last turn that a model has described; null if none has. */
  written_to: string | null;
  /** JSON: SummaryParts as the model wrote them then; the rules add what happened since. */
  written: string | null;
}
export type SessionSummaryRow = Selectable<SessionSummariesTable>;

/** One row per injected item. */
interface InjectionsTable {
  seq: Generated<number>;
  session_id: string;
  /** Empty for the main agent: a sub-agent has a conversation of its own. */
  agent_id: string;
  moment: "start" | "prompt" | "file" | "agent" | "failure";
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
  /** Hashes of the words that were injected, for comparing. */
  words: Generated<string>;
}
export type InjectionRow = Selectable<InjectionsTable>;

/** The files of observations, by path: read whenever an agent opens a file. */
interface ObservationFilesTable {
  project_id: string;
  path: string;
  observation_id: string;
}

/** The hash of a command of an observation, and that of the failure with which it ended; empty if it went well. */
interface CommandRunsTable {
  project_id: string;
  command: string;
  failure: string;
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

/** Work in three phases; the phase follows from what exists. */
interface TasksTable {
  id: string;
  project_id: string;
  name: string;
  /** The name for comparison: two names that differ only in case are one task. */
  name_key: string;
  /** Name of its folder in a work tree: valid in every file system. */
  folder: string;
  state: "open" | "closed";
  scratchpad: string | null;
  scratchpad_at: string | null;
  plan: string | null;
  /** Hash of the plan's text; the first entry seals it. */
  plan_hash: string | null;
  plan_at: string | null;
  plan_by: string | null;
  /** Plans that were corrected before the first entry, as text. */
  plans_before: string | null;
  entries: Generated<number>;
  /** Hash of the last entry; the first entry continues from the plan's hash. */
  head: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}
export type TaskRow = Selectable<TasksTable>;

/** Progress: only added to. Each hash covers the entry and the hash before it. */
interface TaskEntriesTable {
  id: string;
  task_id: string;
  number: number;
  kind: "progress" | "deviation" | "finding";
  text: string;
  /** JSON list: numbers of the plan's steps that it completes. */
  ticks: string;
  agent: string;
  session_id: string | null;
  /** From the writer: an entry that is sent twice is stored once. */
  source_key: string | null;
  at: string;
  hash: string;
}
export type TaskEntryRow = Selectable<TaskEntriesTable>;

/** What tellback last wrote to a task's files in one work tree. */
interface TaskFilesTable {
  task_id: string;
  tree: string;
  phase: "scratchpad" | "plan" | "progress";
  bytes: number;
  hash: string;
  /** Entries in the file, for progress. */
  entries: number;
  written_at: string;
}
export type TaskFileRow = Selectable<TaskFilesTable>;

/** The task that a session works on. */
interface TaskSessionsTable {
  session_id: string;
  task_id: string;
  at: string;
}

/** What the manifests of a work tree say; the hash is that of their contents. */
interface ProjectContextsTable {
  project_id: string;
  tree: string;
  hash: string;
  detected: string;
  at: string;
}

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
export type EventRow = Selectable<EventsTable>;

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

/** One row per project whose code was mapped as a whole. */
interface CodeMapsTable {
  project_id: string;
  /** The work tree that was mapped. */
  tree: string;
  /** When the last run over all files ended. */
  mapped_at: string | null;
  /** When calls were last resolved for the whole project. */
  calls_at: string | null;
}

interface CodeFilesTable {
  id: Generated<number>;
  project_id: string;
  /** Relative to the work tree. */
  path: string;
  language: string | null;
  /** Of the content that was read last; a skipped or broken file is not read again before it changes. */
  content_hash: string;
  lines: number;
  state: CodeFileState;
  /** Why the file is skipped or broken. */
  problem: string | null;
  /** Its symbols are those from before; null for a file that parses, or never did. */
  broken_since: string | null;
  mapped_at: string;
  /** The content_hash that the file's calls belong to. */
  calls_hash: string | null;
  unresolved_calls: Generated<number>;
}
export type CodeFileRow = Selectable<CodeFilesTable>;

interface SymbolsTable {
  id: string;
  project_id: string;
  file_id: number;
  /** The order in the file, from 0. */
  position: number;
  name: string;
  /** With the names around it, joined by dots. Unique in a file: of equal ones, the second ends with #2. */
  qualified: string;
  kind: SymbolKind;
  /** The qualified name of the symbol around it. */
  parent: string | null;
  signature: string;
  /** JSON list. */
  decorators: string;
  /** The first line. */
  documentation: string;
  start_line: number;
  end_line: number;
  /** Without its name, formatting and comments: recognises it under another name. */
  body_hash: string;
  /** The same without the symbols inside: a changed method does not change its class. */
  own_hash: string;
  /** How much code the hash stands for, in characters. */
  weight: number;
  /** Search terms of its name, documentation and path, with a space around each. */
  terms: string;
  is_test: number;
  /** Against the snapshot before. */
  change: SymbolChangeKind;
  changed_at: string | null;
}
export type SymbolRow = Selectable<SymbolsTable>;

/** What changed, with who did it: the rows of deleted symbols stay. */
interface SymbolChangesTable {
  id: Generated<number>;
  project_id: string;
  symbol_id: string | null;
  path: string;
  qualified: string;
  kind: SymbolKind;
  signature: string;
  change: SymbolChangeKind;
  /** For a renamed or moved symbol, `path#qualified` from before. */
  was: string | null;
  body_hash: string;
  at: string;
  observation_id: string | null;
  session_id: string | null;
}

/** The vector of a word of a project's symbols. */
interface SymbolWordsTable {
  id: Generated<number>;
  project_id: string;
  /** The id of the model that computed it. */
  model: string;
  word: string;
  vector: Uint8Array;
}

interface CallsTable {
  id: Generated<number>;
  project_id: string;
  /** The file that contains the call. */
  file_id: number;
  /** Null for code outside of every function. */
  caller_id: string | null;
  /** The callee as written. */
  written: string;
  target_id: string | null;
  /** The name of what is called, for a target outside of the project or one that is not a symbol. */
  target_name: string | null;
  resolution: CallResolution;
  confidence: number;
  line: number;
  col: number;
  /** When a stack trace or test output last showed it. */
  confirmed_at: string | null;
  /** `path#qualified` of the symbol that it called until that was renamed, moved or deleted. */
  led_to: string | null;
}
export type CallRow = Selectable<CallsTable>;

interface FunctionsTable {
  id: string;
  name: string;
  description: string;
  language: FunctionLanguage;
  category: string;
  /** Separated by spaces. */
  tags: string;
  author: string;
  /** The promoted version. */
  version: number;
  /** JSON: modules that a person has allowed. */
  allowed: string;
  created_at: string;
  updated_at: string;
}
export type FunctionRow = Selectable<FunctionsTable>;

interface FunctionVersionsTable {
  function_id: string;
  version: number;
  code: string;
  /** The name of the function in the code. */
  entry: string;
  signature: string;
  change: string;
  author: string;
  /** Why it is not promoted. */
  held_back: string | null;
  analysis: string;
  /** Null: there was no test when it was saved. */
  tests_pass: number | null;
  created_at: string;
}
export type FunctionVersionRow = Selectable<FunctionVersionsTable>;

interface FunctionTestsTable {
  id: string;
  function_id: string;
  name: string;
  args: string;
  expects: string;
  timeout_ms: number | null;
  created_at: string;
}
export type FunctionTestRow = Selectable<FunctionTestsTable>;

interface FunctionRunsTable {
  id: string;
  function_id: string;
  version: number;
  /** The name of the test that it ran for. */
  test: string | null;
  status: string;
  passed: number | null;
  args: string;
  value: string;
  error: string;
  ms: number;
  peak_mb: number;
  at: string;
}

interface FunctionDependenciesTable {
  function_id: string;
  version: number;
  needs: string;
}

/** Where something that was imported comes from. A row stays when its owner is deleted: it is not imported again. */
interface SourcesTable {
  tool: string;
  /** Made from what the tool knows it by; unique for the tool. */
  key: string;
  owner_kind: "session" | "observation" | "node";
  owner_id: string;
  /** Equal for the same thing from two tools. */
  content_hash: string;
  /** The file or folder that was read. */
  place: string;
  at: string;
}
export type SourceRow = Selectable<SourcesTable>;

/** The nodes that the bridge wrote into a file, as they were then. */
interface BridgeLinesTable {
  file: string;
  node_id: string;
  /** Of the line in the file: another hash means that it was edited there. */
  line_hash: string;
  /** Of the node's content: another hash means that it was edited in tellback. */
  content_hash: string;
  /** removed: somebody took the line out of the file; it is not written again. */
  state: "written" | "removed";
  at: string;
}
export type BridgeLineRow = Selectable<BridgeLinesTable>;
/** How far the parts that a machine added to a vault were read. */
interface SyncPositionsTable {
  vault: string;
  machine: string;
  number: number;
  /** Of the last part that was read. */
  hash: string;
}

/** Records that a vault holds, by the hash of their text. */
interface SyncedRecordsTable {
  vault: string;
  mark: string;
}
