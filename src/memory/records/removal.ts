// What a deletion takes away, named for people: its kind, its id and the beginning of its text. Pure.

import { cut } from "../../../libs/language/index.ts";
import type { RecordKind } from "../../protocol/export.ts";
import { idOf, type Portable, type Row } from "../../store/portable.ts";

export interface Removal {
  kind: RecordKind;
  id: string;
  text: string;
}

/** The column that says most, of those that a row may have. */
const tellingColumns = ["content", "title", "request", "name", "text", "query", "claim", "tag", "code"];
const maxLength = 80;

export function removalOf(one: Portable, row: Row): Removal {
  const column = tellingColumns.find((name) => typeof row[name] === "string" && row[name] !== "");
  const text = column === undefined ? "" : String(row[column]).replace(/\s+/g, " ");
  return { kind: one.kind, id: idOf(one, row), text: cut(text, maxLength) };
}
