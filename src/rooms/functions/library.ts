// What a version needs of other functions, in the order in which they are loaded: what is needed comes first. A cycle is
// refused.

import { TellbackError } from "../../protocol/errors.ts";
import type { Db } from "../../store/schema.ts";
import type { LibraryPart } from "./sandbox/program.ts";
import { type NeededFunction, neededBy, versionRow } from "./versions.ts";

const maxParts = 100;

export async function libraryOf(
  db: Db,
  roots: readonly NeededFunction[],
  origin?: { id: string; name: string },
) {
  const parts = new Map<string, LibraryPart>();
  async function load(needed: NeededFunction, path: readonly string[]): Promise<void> {
    const names = [...path, needed.name];
    if (needed.id === origin?.id || path.includes(needed.name)) {
      throw new TellbackError(
        "invalid_input",
        `functions would call each other in a circle: ${names.join(" → ")}`,
        {
          hint: "Remove one of these dependencies.",
        },
      );
    }
    if (parts.has(needed.id)) return;
    if (parts.size >= maxParts)
      throw new TellbackError("invalid_input", `more than ${maxParts} functions are needed`);
    for (const next of await neededBy(db, needed.id, needed.version)) await load(next, names);
    const { code, entry } = await versionRow(db, needed.id, needed.version);
    parts.set(needed.id, { name: needed.name, entry, code });
  }
  for (const root of roots) await load(root, origin ? [origin.name] : []);
  return [...parts.values()];
}
