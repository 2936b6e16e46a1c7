// Runs of a function: what went in, what came out, how long it took. The newest of each function are kept.

import type { FunctionRun, KeptRun, Metrics, TestHistory } from "../../protocol/functions.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db } from "../../store/schema.ts";

export interface NewRun {
  functionId: string;
  version: number;
  test: string | null;
  passed: boolean | null;
  args: readonly unknown[];
  run: FunctionRun;
}

const maxTextLength = 4_000;
const keptRuns = 1_000;

export async function noteRun(
  db: Db,
  { functionId, version, test, passed, args, run }: NewRun,
  at: string,
): Promise<void> {
  await db
    .insertInto("function_runs")
    .values({
      ...{ id: newId("functionRun"), function_id: functionId, version, test, status: run.status, at },
      passed: passed === null ? null : Number(passed),
      args: JSON.stringify(args).slice(0, maxTextLength),
      value: JSON.stringify(run.value).slice(0, maxTextLength),
      error: run.error.slice(0, maxTextLength),
      ms: Math.round(run.ms),
      peak_mb: Math.round(run.peakMb),
    })
    .execute();
  await db
    .deleteFrom("function_runs")
    .where("function_id", "=", functionId)
    .where("id", "<=", (eb) =>
      eb
        .selectFrom("function_runs")
        .select("id")
        .where("function_id", "=", functionId)
        .orderBy("id", "desc")
        .limit(1)
        .offset(keptRuns),
    )
    .execute();
}

export interface RunFilter {
  tests: boolean;
  failed: boolean;
  limit: number;
}

/** The newest runs first, and since when each test has its result. */
export async function runHistory(
  db: Db,
  functionId: string,
  filter: RunFilter,
): Promise<{ runs: KeptRun[]; tests: TestHistory[] }> {
  return { runs: await listRuns(db, functionId, filter), tests: await testsSince(db, functionId) };
}

async function listRuns(db: Db, functionId: string, filter: RunFilter): Promise<KeptRun[]> {
  const rows = await db
    .selectFrom("function_runs")
    .selectAll()
    .where("function_id", "=", functionId)
    .$if(filter.tests, (query) => query.where("test", "is not", null))
    .$if(filter.failed, (query) =>
      query.where((eb) =>
        eb.or([eb("passed", "=", 0), eb.and([eb("passed", "is", null), eb("status", "!=", "ok")])]),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map(({ function_id: _, peak_mb, passed, ...row }) => ({
    ...row,
    status: row.status as KeptRun["status"],
    passed: passed === null ? null : passed === 1,
    peakMb: peak_mb,
  }));
}

async function testsSince(db: Db, functionId: string): Promise<TestHistory[]> {
  const runs = await listRuns(db, functionId, { tests: true, failed: false, limit: keptRuns });
  const each = Map.groupBy(runs, ({ test }) => test ?? "");
  return [...each].flatMap(([test, [last, ...earlier]]) => {
    if (!last) return [];
    const change = earlier.findIndex(({ passed }) => passed !== last.passed);
    const { at, version } = (change < 0 ? earlier.at(-1) : earlier[change - 1]) ?? last;
    return [{ test, passed: last.passed === true, since: at, version, wasOther: change >= 0 }];
  });
}

/** Figures of each version that has run, the newest version first. */
export async function metricsOf(db: Db, functionId: string): Promise<Metrics[]> {
  const rows = await db
    .selectFrom("function_runs")
    .select(["version", "status", "passed", "ms", "peak_mb"])
    .where("function_id", "=", functionId)
    .execute();
  return [...Map.groupBy(rows, ({ version }) => version)]
    .sort(([a], [b]) => b - a)
    .map(([version, runs]) => {
      const times = runs.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        version,
        runs: runs.length,
        successRate: runs.filter(hasSucceeded).length / runs.length,
        p50Ms: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
        peakMb: Math.max(...runs.map(({ peak_mb }) => peak_mb)),
      };
    });
}

/** A test may expect an error. */
function hasSucceeded({ status, passed }: { status: string; passed: number | null }): boolean {
  return passed === null ? status === "ok" : passed === 1;
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}
