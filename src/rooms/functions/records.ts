// How the function library becomes portable records. A function belongs to no project. What a function may use, what the
// analysis says of it and whether its tests pass is decided in each store, and not part of its records.

import type { Data, Records, Row } from "../../store/portable.ts";
import type { Db, FunctionRow } from "../../store/schema.ts";
import { analyse } from "./check/check.ts";
import { deleteFunction, index, rowOf } from "./functions.ts";

const ofFunction = { function_id: { kind: "function", is: "needed" } } as const;

export const functionRecords: Records<"function" | "version" | "test" | "run"> = {
  function: {
    table: "functions",
    key: ["id"],
    natural: ["name"],
    without: ["allowed"],
    times: ["updated_at"],
    order: ["id"],
    columns: async (_, __, before) => (before ? {} : { allowed: "[]" }),
    written: (db, row) => index(db, row as unknown as FunctionRow),
    // Functions that need it may be deleted by the next tombstone, or have been saved without it.
    remove: async (db, row) => {
      await db.deleteFrom("function_dependencies").where("needs", "=", String(row.id)).execute();
      await deleteFunction(db, String(row.id));
    },
  },
  version: {
    table: "function_versions",
    key: ["function_id", "version"],
    without: ["analysis", "tests_pass"],
    refs: ofFunction,
    times: ["created_at"],
    order: ["function_id", "version"],
    columns: judged,
    extra: async (db, rows) => Promise.all(rows.map(async (row) => ({ needs: await needsOf(db, row) }))),
    isReady: async (db, data) =>
      (await known(db, data.needs as string[])).length === (data.needs as string[]).length,
    written: async (db, row, data) => {
      await putNeeds(db, row, data.needs as string[]);
      const its = await rowOf(db, String(row.function_id));
      if (its) await index(db, its);
    },
  },
  test: {
    table: "function_tests",
    key: ["id"],
    natural: ["function_id", "name"],
    json: ["args", "expects"],
    refs: ofFunction,
    times: ["created_at"],
    order: ["id"],
    made: ({ timeoutMs, ...data }) => ({
      ...data,
      timeoutMs: timeoutMs === null ? null : Math.min(Number(timeoutMs), maxTimeoutMs),
    }),
  },
  run: {
    table: "function_runs",
    key: ["id"],
    flags: ["passed"],
    refs: ofFunction,
    times: ["at"],
    order: ["id"],
  },
};

/** As long as a test may be given by hand. */
const maxTimeoutMs = 60_000;

/** Code that is new here is analysed here, and its tests have not run here. */
async function judged(db: Db, { functionId, code }: Data, before: Row | null): Promise<Row> {
  if (before?.code === code) return {};
  const its = await rowOf(db, String(functionId));
  const analysis = await analyse(String(code), its?.language ?? "python");
  return { analysis: JSON.stringify(analysis), tests_pass: null };
}

async function needsOf(db: Db, { function_id, version }: Row): Promise<string[]> {
  const rows = await db
    .selectFrom("function_dependencies")
    .select("needs")
    .where("function_id", "=", String(function_id))
    .where("version", "=", Number(version))
    .orderBy("needs")
    .execute();
  return rows.map(({ needs }) => needs);
}

async function putNeeds(db: Db, row: Row, needs: readonly string[]): Promise<void> {
  const of = { function_id: String(row.function_id), version: Number(row.version) };
  await db
    .deleteFrom("function_dependencies")
    .where("function_id", "=", of.function_id)
    .where("version", "=", of.version)
    .execute();
  const rows = (await known(db, needs)).map((id) => ({ ...of, needs: id }));
  if (rows.length > 0) await db.insertInto("function_dependencies").values(rows).execute();
}

async function known(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("functions").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
