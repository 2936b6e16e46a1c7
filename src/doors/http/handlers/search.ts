// What the operations do that find and show.

import { searchMemory } from "../../../journeys/search.ts";
import { noteAsked } from "../../../journeys/usage.ts";
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
      const shown = await episodicHandlers["observation.show"](context, { id });
      await noteAsked(context.memory, shown.observation.id);
      return { kind: "observation", ...shown };
    }
    if (id.startsWith(idPrefixes.node)) {
      const shown = await semanticHandlers["learnings.show"](context, { id });
      await noteAsked(context.memory, shown.learning.id);
      return { kind: "learning", ...shown };
    }
    const shown = await episodicHandlers["session.show"](context, { id, limit: 200 });
    await noteAsked(context.memory, shown.session.id);
    return { kind: "session", ...shown };
  },
} satisfies HandlersOf<typeof searchOperations>;
