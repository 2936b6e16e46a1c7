// Reads everything that is truth as records, kind by kind, in a fixed order. For export and sync.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { dataOf, idOf, type Portable, type Row, rowsOf, snake, timeOf } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { portables } from "./kinds.ts";
import { type Names, namesIn, withNames, withProjects } from "./names.ts";

export interface Reading {
  projects: ProjectScope;
  /** Only what changed since this time, with the projects and sessions that it may name. */
  since?: string | null;
  kinds?: readonly RecordKind[];
}

const alwaysRead: readonly RecordKind[] = ["project", "session", "key"];

export async function* readRecords(
  { db }: Pick<Memory, "db">,
  { projects, since = null, kinds }: Reading,
): AsyncGenerator<ExportRecord> {
  const names = await namesIn(db);
  for (const one of portables) {
    if (kinds && !kinds.includes(one.kind)) continue;
    const asked = { projects, since: alwaysRead.includes(one.kind) ? null : since };
    for await (const rows of rowsOf(db, one, asked)) yield* await recordsOf(db, one, rows, names);
  }
}

/** Rows as records, with the ids that all stores share. */
export async function recordsOf(
  db: Db,
  one: Portable,
  rows: readonly Row[],
  names: Names,
): Promise<ExportRecord[]> {
  const data = await dataOf(db, one, rows);
  const projects = (await one.projectOf?.(db, rows)) ?? rows.map(() => null);
  return rows.map((row, i) => {
    const shared = withProjects(one, withNames(one, data[i] ?? {}, names.shared), names.keys);
    const projectId = projects[i] ?? null;
    return {
      kind: one.kind,
      id: names.shared(idIn(one, row, shared)),
      project: projectId === null ? null : (names.keys.get(projectId) ?? null),
      at: timeOf(one, row),
      data: shared,
    } as ExportRecord;
  });
}

/** A key of several columns is made of what the record says. */
function idIn(one: Portable, row: Row, data: Record<string, unknown>): string {
  if (one.key.length === 1) return idOf(one, row);
  return idOf(one, Object.fromEntries(Object.entries(data).map(([field, value]) => [snake(field), value])));
}
