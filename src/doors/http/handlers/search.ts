// What the operations do that find and show.

import { searchMemory } from "../../../journeys/search.ts";
import { named } from "../../../journeys/show.ts";
import { noteAsked } from "../../../journeys/usage.ts";
import type { searchOperations } from "../../../protocol/operations/search.ts";
import type { HandlersOf } from "./context.ts";
import { episodicHandlers } from "./episodic.ts";
import { graphHandlers } from "./graph.ts";
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
      wait: false,
    }),
  async show(context, { id: typed }) {
    const { kind, id } = await named(context.memory.db, typed);
    await noteAsked(context.memory, id);
    switch (kind) {
      case "observation":
        return { kind, ...(await episodicHandlers["observation.show"](context, { id })) };
      case "compaction":
        return { kind, ...(await episodicHandlers["compaction.show"](context, { id })) };
      case "node": {
        const shown = await graphHandlers["node.show"](context, { id });
        if (shown.node.category === null) return { kind, ...shown };
        return { kind: "learning", ...(await semanticHandlers["learnings.show"](context, { id })) };
      }
      case "session":
        return { kind, ...(await episodicHandlers["session.show"](context, { id, limit: 200 })) };
    }
  },
} satisfies HandlersOf<typeof searchOperations>;
