// Operations that search and show.

import { noteAsked } from "../../journeys/recall/usage.ts";
import { searchMemory } from "../../journeys/search/search.ts";
import { named, read } from "../../memory/owners.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  search: ({ memory }, input) => searchMemory(memory, input),
  async show({ memory }, { id, peek }) {
    const found = await named(memory.db, id);
    if (!peek) await noteAsked(memory, found.id);
    return read(memory.db, found);
  },
} satisfies HandlersOf<typeof operations>;
