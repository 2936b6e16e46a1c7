// Settings that a turn's edits changed, as subject and value: `timeout` in `config.py` is 30. Pure.

import type { StatedValue } from "../../../libs/language/index.ts";
import { deedOf } from "../../protocol/tools.ts";
import type { TurnObservation } from "./evidence.ts";

const modifiers = "(?:(?:export|const|let|var|final|static|public|private|pub|readonly)\\s+)*";
const key = "[\"']?([A-Za-z_][\\w.-]{2,40})[\"']?";
const type = "(?::\\s*[\\w<>[\\]]+\\s*(?==))?";
const literal = "(-?\\d[\\d._]*\\w{0,3}|\"[^\"]{1,60}\"|'[^']{1,60}'|true|false)";
const ASSIGNED = new RegExp(`^\\+ ${modifiers}${key}${type}\\s*[:=]\\s*${literal}[,;]?\\s*$`);

/** In files of settings a value needs no quotes: `OnCalendar=hourly`. */
const SETTINGS_FILE = /\.(?:timer|service|ini|env|conf|cfg|properties|toml|ya?ml)$|(?:^|\/)\.env/i;
const SET = new RegExp(`^\\+ \\s*${key}\\s*[:=]\\s*(\\S[^#]{0,60}?)\\s*$`);
const CONSTANT = /^[A-Z][A-Z0-9_]{2,}$/;
/** A turn that changes no more is about these. */
const minCount = 2;

/**
 * An edit has many lines, and few of them matter later. A value is stated if the words name it too, by key or by value; a
 * setting needs no words if hardly anything else was changed. Any other value is only in the code.
 */
export function codeValuesIn(rest: readonly TurnObservation[], words: string): StatedValue[] {
  const said = words.toLowerCase();
  const assigned = assignedIn(rest);
  const isAll = assigned.length <= minCount;
  return assigned.flatMap(({ file, key, value }): StatedValue[] => {
    const isSetting = isAll && (SETTINGS_FILE.test(file) || CONSTANT.test(key));
    const kind = isSetting || isNamed(said, key) || isSaid(said, value) ? "value" : "code";
    const name = key.toLowerCase();
    // The plain name as well: the words of another turn about the same file may have it.
    const names = [`${file}#${name}`, ...(/^[a-z]+$/.test(name) ? [name] : [])];
    return names.map((one) => ({ subject: `${kind}:${one}`, value }));
  });
}

function assignedIn(rest: readonly TurnObservation[]): { file: string; key: string; value: string }[] {
  const found = new Map<string, { file: string; key: string; value: string }>();
  for (const one of rest) {
    const [file] = one.files;
    if (deedOf(one.tool) !== "edits" || one.status !== "ok" || file === undefined) continue;
    for (const line of one.detail.split("\n")) {
      const [, name, written] = ASSIGNED.exec(line) ?? ((SETTINGS_FILE.test(file) && SET.exec(line)) || []);
      if (name === undefined || written === undefined) continue;
      const value = written.replace(/^["']|["']$/g, "").toLowerCase();
      found.set(`${file}#${name}`, { file, key: name, value });
    }
  }
  return [...found.values()];
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
