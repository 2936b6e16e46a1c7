// The content of a store in a form that is equal for equal memories: ids, arrival numbers and the clock of the machine
// are replaced by what they name or left out.

import { sql } from "kysely";
import type { Memory } from "../../src/memory/memory.ts";

type Row = Record<string, unknown>;

/** What depends on when and in which order something was stored. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  observations: ["id", "seq"],
  documents: ["id", "seq"],
  turns: ["id"],
  jobs: ["id", "run_at", "created_at", "payload"],
  projects: ["id"],
  compactions: ["id", "seq"],
  sessions: ["machine"],
};

const tables = [
  ...[
    "projects",
    "sessions",
    "observations",
    "observation_files",
    "command_runs",
    "said",
    "documents",
    "turns",
  ],
  ...["turn_files", "turn_values", "jobs", "compactions"],
] as const;

export async function canonical(
  { db }: Memory,
  besides: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const rowsOf = async (table: string) =>
    (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows;
  const names = new Map<string, string>();
  const seqs = new Map<number, string>();
  for (const row of await rowsOf("projects")) names.set(String(row.id), `project ${row.key}`);
  for (const row of await rowsOf("observations")) {
    names.set(String(row.id), `${row.session_id} ${row.host_key}`);
    seqs.set(Number(row.seq), `${row.session_id} ${row.host_key}`);
  }
  for (const row of await rowsOf("turns"))
    names.set(String(row.id), `turn of ${row.session_id} ${names.get(String(row.prompt_id)) ?? ""}`);
  for (const row of await rowsOf("compactions"))
    names.set(String(row.id), `compaction of ${row.session_id} at ${row.at}`);
  const named = (value: unknown) =>
    typeof value === "string"
      ? value.replace(/\b(?:prj|obs|trn|cmp)_[0-9A-Z]{26}\b/g, (id) => names.get(id) ?? id)
      : typeof value === "bigint"
        ? Number(value)
        : value;
  const dumped: Record<string, string[]> = {};
  for (const table of tables.filter((one) => !besides.includes(one))) {
    const rows = (await rowsOf(table)).map((row) => {
      const kept = Object.entries(row).filter(([column]) => !leftOut[table]?.includes(column));
      const shown = kept.map(([column, value]): [string, unknown] => [
        column,
        column === "up_to_seq" ? (seqs.get(Number(value)) ?? value) : named(value),
      ]);
      return JSON.stringify(Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1))));
    });
    dumped[table] = rows.sort();
  }
  for (const table of ["document_words", "documents_to_embed"])
    dumped[table] = [`${(await rowsOf(table)).length} rows`];
  return dumped;
}
