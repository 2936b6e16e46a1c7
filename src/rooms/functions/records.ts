// How the function library becomes portable records. A function belongs to no project.

import type { Records, Row } from "../../store/portable.ts";
import type { Db, FunctionRow } from "../../store/schema.ts";
import { deleteFunction, index, rowOf } from "./functions.ts";

const ofFunction = { function_id: { kind: "function", is: "needed" } } as const;

export const functionRecords: Records<"function" | "version" | "test" | "run"> = {
  function: {
    table: "functions",
    key: ["id"],
    natural: ["name"],
    json: ["allowed"],
    times: ["updated_at"],
    order: ["id"],
    written: (db, row) => index(db, row as unknown as FunctionRow),
    remove: (db, row) => deleteFunction(db, String(row.id)),
  },
  version: {
    table: "function_versions",
    key: ["function_id", "version"],
    json: ["analysis"],
    flags: ["tests_pass"],
    refs: ofFunction,
    times: ["created_at"],
    order: ["function_id", "version"],
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
