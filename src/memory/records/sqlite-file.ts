// An export as an SQLite file: the table `records`, and a view for each kind with its fields as columns, for people who
// ask in SQL.

import { DatabaseSync } from "node:sqlite";
import {
  type ExportHeader,
  type ExportRecord,
  type ParsedRecord,
  parseRecord,
  recordData,
  recordKinds,
} from "../../protocol/export.ts";

import { jsonOr } from "../../protocol/json.ts";
import { refuseForeign } from "./export-header.ts";

const rowsAtOnce = 1_000;

/** Writes into an existing empty file; returns the number of records. */
export async function writeSqlite(
  path: string,
  header: ExportHeader,
  records: AsyncIterable<ExportRecord>,
  onRecord: (kind: ExportRecord["kind"]) => Promise<void> | void,
): Promise<number> {
  const file = new DatabaseSync(path);
  try {
    file.exec(`
      create table header (value text not null);
      create table records (position integer primary key, kind text not null, id text not null, project text,
        at text not null, data text not null, unique (kind, id));
    `);
    for (const kind of recordKinds) file.exec(viewOf(kind));
    file.prepare("insert into header values (?)").run(JSON.stringify(header));
    const insert = file.prepare("insert into records (kind, id, project, at, data) values (?, ?, ?, ?, ?)");
    let count = 0;
    file.exec("begin");
    for await (const { kind, id, project, at, data } of records) {
      insert.run(kind, id, project, at, JSON.stringify(data));
      if (++count % rowsAtOnce === 0) file.exec("commit; begin");
      await onRecord(kind);
    }
    file.exec("commit");
    return count;
  } finally {
    file.close();
  }
}

function viewOf(kind: keyof typeof recordData): string {
  const fields = Object.keys(recordData[kind].shape);
  const columns = fields.map((field) => `data ->> '$.${field}' as "${field === "id" ? "of" : field}"`);
  return `create view "${kind}" as select ${['id as "record"', "project", ...columns].join(", ")}
    from records where kind = '${kind}'`;
}

export async function* readSqlite(path: string): AsyncGenerator<ParsedRecord> {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    refuseForeign(path, headerIn(file));
    const rows = file.prepare("select kind, id, project, at, data from records order by position").iterate();
    for (const { kind, id, project, at, data } of rows)
      yield parseRecord({ kind, id, project, at, data: jsonOr(String(data), null) });
  } finally {
    file.close();
  }
}

function headerIn(file: DatabaseSync): unknown {
  try {
    return jsonOr(String(file.prepare("select value from header").get()?.value), null);
  } catch {
    return null;
  }
}
