// What the operations do that find and show.

import { searchMemory } from "../../../journeys/search.ts";
import { idPrefixes } from "../../../protocol/ids.ts";
import type { searchOperations } from "../../../protocol/operations/search.ts";
import type { HandlersOf } from "./context.ts";
import { episodicHandlers } from "./episodic.ts";
import { semanticHandlers } from "./semantic.ts";

export const searchHandlers = {
  search: ({ memory }, input) => searchMemory(memory, input),
  search_memory: ({ memory }, { min_relevance, ...input }) =>
    searchMemory(memory, {
      ...input,
      minRelevance: min_relevance,
      allProjects: false,
      explain: false,
      quick: false,
    }),
  async show(context, { id }) {
    if (id.startsWith(idPrefixes.observation)) {
      return { kind: "observation", ...(await episodicHandlers["observation.show"](context, { id })) };
    }
    if (id.startsWith(idPrefixes.node)) {
      return { kind: "learning", ...(await semanticHandlers["learnings.show"](context, { id })) };
    }
    return { kind: "session", ...(await episodicHandlers["session.show"](context, { id, limit: 200 })) };
  },
} satisfies HandlersOf<typeof searchOperations>;
