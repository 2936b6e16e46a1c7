// Tables of what happened, and of what the user forgot of it.

import type { Generated, Selectable } from "kysely";

export interface ObservationTables {
  observations: ObservationsTable;
  raw: RawTable;
  forgotten: ForgottenTable;
  forget_keys: ForgetKeysTable;
  forgotten_phrases: ForgottenPhrasesTable;
  observation_files: ObservationFilesTable;
  command_runs: CommandRunsTable;
  said: SaidTable;
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

/** What a prompt or reply said, whole up to a limit, where the detail of its observation is shorter. */
interface SaidTable {
  observation_id: string;
  text: string;
}
