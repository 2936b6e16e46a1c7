// Settings that a turn's edits changed, as subject and value: `timeout` in `config.py` is 30. Pure.

import { deedOf } from "../../../protocol/tools.ts";
import type { Seen } from "./evidence.ts";
import type { StatedValue } from "./values.ts";

const ASSIGNED =
  /^\+ (?:(?:export|const|let|var|final|static|public|private|pub|readonly)\s+)*["']?([A-Za-z_][\w.-]{2,40})["']?(?::\s*[\w<>[\]]+\s*(?==))?\s*[:=]\s*(-?\d[\d._]*\w{0,3}|"[^"]{1,60}"|'[^']{1,60}'|true|false)[,;]?\s*$/;

/** Only of settings that the words name too, by key or by value: an edit has many lines, and few of them matter later. */
export function codeValuesIn(rest: readonly Seen[], words: string): StatedValue[] {
  const said = words.toLowerCase();
  const found = new Map<string, string>();
  for (const one of rest) {
    const [file] = one.files;
    if (deedOf(one.tool) !== "edits" || one.status !== "ok" || file === undefined) continue;
    for (const line of one.detail.split("\n")) {
      const [, key, literal] = ASSIGNED.exec(line) ?? [];
      if (key === undefined || literal === undefined) continue;
      const value = literal.replace(/^["']|["']$/g, "").toLowerCase();
      if (isNamed(said, key) || isSaid(said, value)) found.set(`value:${file}#${key.toLowerCase()}`, value);
    }
  }
  return [...found].map(([subject, value]) => ({ subject, value }));
}

function isNamed(said: string, key: string): boolean {
  const words = key
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_.-]+/);
  return words.every((word) => said.includes(word));
}

function isSaid(said: string, value: string): boolean {
  if (value.length < 2 || value === "true" || value === "false") return false;
  return said.split(/[^\w.:/-]+/).includes(value);
}
