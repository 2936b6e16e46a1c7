// Test cases of a function.

import { TellbackError } from "../../protocol/errors.ts";
import type { Expectation, FunctionTest } from "../../protocol/functions.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db, FunctionTestRow } from "../../store/schema.ts";
import { bury } from "../../store/tombstones.ts";

export interface NewTest {
  name?: string | undefined;
  args: readonly unknown[];
  expects: Expectation;
  timeoutMs?: number | undefined;
}

const maxNameLength = 120;

/** Without a name it is called after its arguments and what it expects. */
export function asTest({ name, args, expects, timeoutMs }: NewTest): FunctionTest {
  const given = JSON.stringify(args).slice(1, -1) || "no arguments";
  return {
    id: newId("functionTest"),
    name: name ?? `${given} → ${shortOf(expects)}`.slice(0, maxNameLength),
    args: [...args] as FunctionTest["args"],
    expects,
    timeoutMs: timeoutMs ?? null,
  };
}

/** A test of the same name is replaced. */
export async function putTest(db: Db, functionId: string, test: FunctionTest, at: string): Promise<void> {
  const { id, name, args, expects, timeoutMs } = test;
  const columns = {
    args: JSON.stringify(args),
    expects: JSON.stringify(expects),
    timeout_ms: timeoutMs,
  };
  await db
    .insertInto("function_tests")
    .values({ id, function_id: functionId, name, ...columns, created_at: at })
    .onConflict((conflict) => conflict.columns(["function_id", "name"]).doUpdateSet(columns))
    .execute();
}

export async function testsOf(db: Db, functionId: string): Promise<FunctionTest[]> {
  const rows = await db
    .selectFrom("function_tests")
    .selectAll()
    .where("function_id", "=", functionId)
    .orderBy("id")
    .execute();
  return rows.map(fromRow);
}

export async function deleteTest(db: Db, functionId: string, name: string): Promise<void> {
  const gone = await db
    .deleteFrom("function_tests")
    .where("function_id", "=", functionId)
    .where((eb) => eb.or([eb("name", "=", name), eb("id", "=", name)]))
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new TellbackError("not_found", `the function has no test "${name}"`);
  await bury(db, { kind: "test", id: gone.id, projectId: null });
}

function fromRow({ id, name, args, expects, timeout_ms }: FunctionTestRow): FunctionTest {
  return {
    id,
    name,
    args: JSON.parse(args) as FunctionTest["args"],
    expects: JSON.parse(expects) as Expectation,
    timeoutMs: timeout_ms,
  };
}

export function shortOf(expects: Expectation): string {
  switch (expects.kind) {
    case "value":
      return JSON.stringify(expects.value);
    case "error":
      return expects.contains === "" ? "an error" : `an error with "${expects.contains}"`;
    case "property":
      return expects.property;
  }
}
