// One entry of a JSON file, by its path: the registration of an MCP server.

import { isDeepStrictEqual } from "node:util";
import type { Edit } from "./edit.ts";
import {
  checkContainer,
  isObject,
  type JsonObject,
  rawAt,
  readObject,
  removeAt,
  setIn,
  setRaw,
} from "./json-file.ts";

export function entryEdit(name: string, path: readonly string[], value: JsonObject): Edit {
  return {
    add(text) {
      const there = text ?? "";
      for (let depth = 1; depth < path.length; depth++)
        checkContainer(there, path.slice(0, depth), "object", name);
      return isDeepStrictEqual(at(readObject(there, name), path), value)
        ? there
        : setIn(there, [...path], value);
    },
    remove(text, original) {
      if (at(readObject(text, name), path) === undefined) return text;
      const replaced = original === null ? undefined : rawAt(original, [...path]);
      if (replaced !== undefined) return setRaw(text, [...path], replaced);
      let result = removeAt(text, [...path]);
      for (let depth = path.length - 1; depth > 0; depth--) {
        const around = at(readObject(result, name), path.slice(0, depth));
        if (!isObject(around) || Object.keys(around).length > 0) break;
        result = removeAt(result, path.slice(0, depth));
      }
      return result;
    },
    conflict(text) {
      const there = at(readObject(text, name), path);
      const isFree = there === undefined || there === null || isDeepStrictEqual(there, value);
      return isFree ? null : `${path.join(".")}${runs(there)}`;
    },
  };
}

/** What the entry starts; its arguments and variables may hold secrets. */
function runs(entry: unknown): string {
  if (!isObject(entry)) return "";
  const [command] = Array.isArray(entry.command) ? entry.command : [entry.command ?? entry.url];
  return typeof command === "string" ? ` (${command})` : "";
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), value);
}
