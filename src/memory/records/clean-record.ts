// Removes secrets from records that come from outside: a file, or another machine, whose rules may be older. Pure.

import type { ExportRecord } from "../../protocol/export.ts";
import type { Cleaner } from "../../secrets/cleaner.ts";

const isId = /(?:^id|Id|hash|Hash|Key|key|By|upTo|needs|At|^at)$/;

/** Ids stay different, whatever they hold; every other text loses its secrets. */
export function cleanRecord(record: ExportRecord, clean: Cleaner): ExportRecord {
  const cleaned = (value: unknown, isName: boolean): unknown => {
    if (typeof value === "string") return isName ? clean.id(value) : clean.text(value);
    if (Array.isArray(value)) return value.map((inner) => cleaned(inner, isName));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, cleaned(inner, isId.test(name))]),
    );
  };
  return { ...record, id: clean.id(record.id), data: cleaned(record.data, false) } as ExportRecord;
}
