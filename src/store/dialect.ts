// The few places where the two databases need different words ask here which one they talk to.

import { PostgresAdapter } from "kysely";
import type { Db } from "./schema.ts";

export type DialectName = "sqlite" | "postgres";

export function dialectOf(db: Db): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}
