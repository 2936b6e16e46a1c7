// One entry of a JSON file, by its path: the registration of an MCP server.

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Edit, Marks } from "./edit.ts";
import { checkContainer, isObject, rawAt, readObject, removeAt, setIn, setRaw } from "./json-file.ts";

export function entryEdit(name: string, path: readonly string[], value: unknown): Edit {
  const isOurs = (entry: unknown, marks: Marks = []) => [markOf(value), ...marks].includes(markOf(entry));
  return {
    marks: [markOf(value)],
    add(text) {
      const there = text ?? "";
      for (let depth = 1; depth < path.length; depth++)
        checkContainer(there, path.slice(0, depth), "object", name);
      return isDeepStrictEqual(at(readObject(there, name), path), value)
        ? there
        : setIn(there, [...path], value);
    },
    remove(text, original, marks) {
      const there = at(readObject(text, name), path);
      if (there === undefined || (there !== null && !isOurs(there, marks))) return text;
      // A plain value, such as a version, may have been there before: without the original it stays beside other entries.
      if (original === null && !isObject(value) && Object.keys(readObject(text, name)).length > 1)
        return text;
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
    conflict(text, marks) {
      const there = at(readObject(text, name), path);
      const isFree = there === undefined || there === null || isOurs(there, marks);
      return isFree ? null : `${path.join(".")}${runs(there)}`;
    },
  };
}

/** Of what the entry starts: somebody who adds a variable or a timeout to tellback's entry leaves it tellback's. */
function markOf(entry: unknown): string {
  const { command, args, url } = isObject(entry) ? entry : {};
  const started = JSON.stringify([command, args, url]);
  return createHash("sha256").update(started).digest("hex").slice(0, 16);
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
