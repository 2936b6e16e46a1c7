// One PostgreSQL server for all contract tests of a run; each worker has a database of its own there (databases.ts).

import type { TestProject } from "vitest/node";
import { isWanted } from "./one-store.ts";
import { postgresAvailable, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!isWanted("PostgreSQL") || !(await postgresAvailable()).ok) return;
  const server = await startPostgres();
  project.provide("postgres", server.url);
  return server.stop;
}
