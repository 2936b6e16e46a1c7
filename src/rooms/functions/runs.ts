// Runs of a function: what went in, what came out, how long it took. The newest of each function are kept.

import type { FunctionRun, Metrics } from "../../protocol/functions.ts";
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
