// Which of the two databases this is, for the few queries that need different SQL.

import { PostgresAdapter } from "kysely";
import type { Db } from "./schema.ts";

export type DialectName = "sqlite" | "postgres";

export function dialectOf(db: Db): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
