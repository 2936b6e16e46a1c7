// Tables of turns and compactions: the stretches of a session.

import type { Generated, Selectable } from "kysely";

export interface TurnTables {
  injections: InjectionsTable;
  compactions: CompactionsTable;
  turns: TurnsTable;
  turn_files: TurnFilesTable;
  turn_values: TurnValuesTable;
  point_marks: PointMarksTable;
}

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
  used_how: "file" | "name" | "asked" | "followed" | "contradicted" | null;
  /** Hashes of the words that were injected, for comparing. */
  words: Generated<string>;
}
export type InjectionRow = Selectable<InjectionsTable>;

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

/** What a person or a model said about an open point, wherever turns name it. */
interface PointMarksTable {
  id: string;
  project_id: string;
  /** In which it was said. */
  session_id: string;
  /** The point as it was said. */
  point: string;
  /** Its new words; null: it is closed. */
  words: string | null;
  said_by: "user" | "model";
  at: string;
}
export type PointMarkRow = Selectable<PointMarksTable>;
