// Every table of the store, the same for SQLite and PostgreSQL; the columns are in tables/.
// Times are ISO text, lists and records are JSON text: both databases then store the same bytes.

import type { Kysely } from "kysely";
import type { CodeMapTables } from "./tables/codemap.ts";
import type { FunctionTables } from "./tables/functions.ts";
import type { KnowledgeTables } from "./tables/knowledge.ts";
import type { ObservationTables } from "./tables/observations.ts";
import type { SearchTables } from "./tables/search.ts";
import type { SessionTables } from "./tables/sessions.ts";
import type { TaskTables } from "./tables/tasks.ts";
import type { TurnTables } from "./tables/turns.ts";
import type { UpkeepTables } from "./tables/upkeep.ts";

export type { CallRow, CodeFileRow, SymbolRow } from "./tables/codemap.ts";
export type { FunctionRow, FunctionTestRow, FunctionVersionRow } from "./tables/functions.ts";
export type {
  AnchorRow,
  BridgeLineRow,
  CommandsRow,
  NodeRow,
  PendingRow,
  TeamRecordRow,
  ViewRow,
} from "./tables/knowledge.ts";
export type { ObservationRow } from "./tables/observations.ts";
export type { DocumentRow } from "./tables/search.ts";
export type { SessionSummaryRow } from "./tables/sessions.ts";
export type { TaskEntryRow, TaskFileRow, TaskRow } from "./tables/tasks.ts";
export type { CompactionRow, InjectionRow, PointMarkRow, TurnRow } from "./tables/turns.ts";
export type { EventRow, JobRow, SourceRow, SpendRow } from "./tables/upkeep.ts";

export interface Tables
  extends SessionTables,
    ObservationTables,
    TurnTables,
    SearchTables,
    KnowledgeTables,
    TaskTables,
    FunctionTables,
    CodeMapTables,
    UpkeepTables {}

/** A database or a transaction in it: a function that takes a Db can be part of a larger transaction. */
export type Db = Kysely<Tables>;
