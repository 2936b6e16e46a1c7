// Numbers of rows that a reader has passed, because a transaction that took one of them was still open. PostgreSQL gives
// numbers in the order in which transactions ask, and shows rows in the order in which they commit: who reads "after the
// newest" would never see the late ones. SQLite has one writer, and no gaps.

import { sql } from "kysely";
import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";

export interface Gaps {
  /** The numbers to look for now. Those whose transactions are over are looked for once more, by this call. */
  due(): Promise<number[]>;
  found(numbers: readonly number[]): void;
  /** These were read after that number, in order: what is missing among them may come. */
  passed(after: number, numbers: readonly number[]): Promise<void>;
}

/** Further back nothing is still open. */
const remembered = 2_000;
/** A transaction may have its number shortly before it counts as open. */
const atLeastMs = 10_000;

export function openGaps(db: Db): Gaps {
  if (dialectOf(db) === "sqlite") return { due: async () => [], found() {}, async passed() {} };
  const missing = new Map<number, { until: number; notedAt: number }>();
  return {
    async due() {
      if (missing.size === 0) return [];
      const numbers = [...missing.keys()];
      const { oldest } = await transactionsOf(db);
      const now = performance.now();
      for (const [number, { until, notedAt }] of missing)
        if (oldest >= until && now - notedAt > atLeastMs) missing.delete(number);
      return numbers;
    },
    found(numbers) {
      for (const number of numbers) missing.delete(number);
    },
    async passed(after, numbers) {
      const last = numbers.at(-1);
      if (last === undefined) return;
      const seen = new Set(numbers);
      const holes: number[] = [];
      for (let number = Math.max(after, last - remembered) + 1; number < last; number++)
        if (!seen.has(number)) holes.push(number);
      if (holes.length === 0) return;
      const { next } = await transactionsOf(db);
      const notedAt = performance.now();
      for (const number of holes) missing.set(number, { until: next, notedAt });
      for (const number of [...missing.keys()].slice(0, Math.max(0, missing.size - remembered)))
        missing.delete(number);
    },
  };
}

/** The oldest transaction that is open, and the next one's number. */
async function transactionsOf(db: Db): Promise<{ oldest: number; next: number }> {
  const { rows } = await sql<{ oldest: string; next: string }>`
    select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next
    from pg_current_snapshot() as s`.execute(db);
  return { oldest: Number(rows[0]?.oldest), next: Number(rows[0]?.next) };
}
