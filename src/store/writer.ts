// Who writes through a database: the name and the machine that rows get. Known to the database and to its transactions.

import type { Db } from "./schema.ts";

export interface Writer {
  author: string | null;
  machine: string | null;
}

const writers = new WeakMap<object, Writer>();
const unknown: Writer = { author: null, machine: null };

/** A transaction has the adapter of its database. */
const handleOf = (db: Db) => db.getExecutor().adapter;

export function setWriter(db: Db, writer: Writer): void {
  writers.set(handleOf(db), writer);
}

export function writerOf(db: Db): Writer {
  return writers.get(handleOf(db)) ?? unknown;
}

/** What a repository, the team's server or an imported file brings. A repository names the author itself. */
export const repository = "repository";
export const team = "team";
export const fromFile = "file";

export type Shared = typeof repository | typeof team;

/** Whether it came as somebody's shared memory, in a repository or from the team's server. */
export function isShared(machine: string | null): boolean {
  return machine === repository || machine === team;
}

/** Whether somebody else wrote it: another machine of the same person did not. In a repository everybody can write any name. */
export function isByAnother(row: Writer, me: Writer): boolean {
  if (row.author === null || row.machine === null || row.machine === me.machine) return false;
  return row.author !== me.author || isShared(row.machine);
}
