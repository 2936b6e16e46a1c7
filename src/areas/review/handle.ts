// Operations on what a person is asked to decide.

import { dropByUser, keepByUser, reviewPage } from "../../journeys/graph/review.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async review({ memory }, { limit, offset, ...scope }) {
    return reviewPage(memory, { projects: await projectScope(memory.db, scope), limit, offset });
  },
  async "review.keep"({ memory }, { id, only }) {
    return keepByUser(memory, await resolveId(memory.db, "nodes", id), { only });
  },
  async "review.edit"({ memory }, { id, content }) {
    return keepByUser(memory, await resolveId(memory.db, "nodes", id), { content });
  },
  async "review.drop"({ memory }, { id }) {
    return { learning: await dropByUser(memory, await resolveId(memory.db, "nodes", id)) };
  },
} satisfies HandlersOf<typeof operations>;
