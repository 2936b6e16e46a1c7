// Tables of projects and sessions, and how far transcripts were read.

import type { Generated, Selectable } from "kysely";

export interface SessionTables {
  projects: ProjectsTable;
  sessions: SessionsTable;
  transcripts: TranscriptsTable;
  session_summaries: SessionSummariesTable;
  current_sessions: CurrentSessionsTable;
}

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
  /** Who worked in it, and on which machine; null from before either was kept. */
  author: string | null;
  machine: string | null;
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

/** The session that a caller switched to in a project. */
interface CurrentSessionsTable {
  project_id: string;
  /** The host session in which the command ran; empty for a person in a terminal. */
  caller: string;
  session_id: string;
  at: string;
}
