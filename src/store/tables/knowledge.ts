// Tables of the knowledge graph, of what was injected from it, and of commands in replies.

import type { Generated, Selectable } from "kysely";
import type {
  EdgeType,
  LearningCategory,
  NodeState,
  NodeType,
  ShareScope,
  ViewTemplate,
} from "../../protocol/knowledge.ts";

export interface KnowledgeTables {
  nodes: NodesTable;
  edges: EdgesTable;
  evidence: EvidenceTable;
  changes: ChangesTable;
  tags: TagsTable;
  views: ViewsTable;
  pending: PendingTable;
  commands: CommandsTable;
  anchors: AnchorsTable;
  bridge_lines: BridgeLinesTable;
  memory_files: MemoryFilesTable;
  team_records: TeamRecordsTable;
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
  /** Who stated it, and on which machine; null from before either was kept. */
  author: string | null;
  machine: string | null;
  /** Who else may have it. */
  scope: Generated<ShareScope>;
}
export type TeamRecordRow = Selectable<TeamRecordsTable>;
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

/** Nodes that the team's server has, or is to get. */
interface TeamRecordsTable {
  /** The row outlives its node: what was deleted here must go from the team, too. */
  node_id: string;
  /** The key of its project, which all machines share. */
  project: string;
  /** Whether it was shared from here. */
  is_own: number;
  /** What the author wants: accepted, proposed, withdrawn or forgotten; empty for what others shared. */
  wish: string;
  /** What the team last said; empty before that. */
  state: string;
  version: number;
  /** Of the text that was last sent or received. */
  hash: string;
  /** When the node had last changed as the text was made of it. */
  seen_at: string;
  /** 1 until the feed has brought back what was sent. */
  is_waiting: number;
}

/** Nodes that are files of a repository, as they were when both last said the same. */
interface MemoryFilesTable {
  /** The row outlives its node: what was deleted here must go from the repository, too. */
  node_id: string;
  project_id: string;
  /** Relative to the work tree. */
  path: string;
  /** Of the file's content; empty while no file has it. */
  hash: string;
  /** Whether it was shared from here. */
  is_own: number;
}
