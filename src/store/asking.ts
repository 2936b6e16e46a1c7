// How often a store is asked for jobs. A file is asked all the time; a server that many machines share is left alone while
// nothing was enqueued here.

import { dialectOf } from "./dialect.ts";
import type { Db } from "./schema.ts";

const enqueued = new WeakMap<object, number>();
/** A transaction has the adapter of its database. */
const handleOf = (db: Db) => db.getExecutor().adapter;

export function noteEnqueued(db: Db): void {
  enqueued.set(handleOf(db), performance.now());
}

/** Jobs are mostly due at once or some seconds later. */
const busyForMs = 10_000;
/** What another machine has enqueued, or what is due later, waits so long at most. */
const restMs = 10_000;

export function isTimeToAsk(db: Db, askedAt: number): boolean {
  if (dialectOf(db) !== "postgres") return true;
  const now = performance.now();
  const last = enqueued.get(handleOf(db)) ?? Number.NEGATIVE_INFINITY;
  return now - last < busyForMs || now - askedAt >= restMs;
}
