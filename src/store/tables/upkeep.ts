// Tables of the store itself: jobs, events, the costs of models, deletions, and where things came from or went to.

import type { Generated, Selectable } from "kysely";

export interface UpkeepTables {
  tombstones: TombstonesTable;
  aliases: AliasesTable;
  jobs: JobsTable;
  events: EventsTable;
  spend: SpendTable;
  sources: SourcesTable;
  sync_positions: SyncPositionsTable;
  synced_records: SyncedRecordsTable;
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

interface JobsTable {
  id: string;
  kind: string;
  /** What it is about; at most one pending job per (kind, key) and machine. */
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
  /** Only this machine runs it; empty: any. */
  machine: Generated<string>;
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
