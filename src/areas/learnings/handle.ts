// Operations on learnings.

import { addByUser, confirmByUser, editByUser, rejectByUser, undo } from "../../journeys/graph/learnings.ts";
import { owners } from "../../memory/owners.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { countLearnings, listChanges, listLearnings } from "../../rooms/knowledge/room.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async learnings({ memory }, { category, state, minConfidence, confirmed, order, limit, offset, ...scope }) {
    const projects = await projectScope(memory.db, scope);
    const filter = { projects, category, states: [state], minConfidence, isConfirmed: confirmed };
    const learnings = await listLearnings(memory.db, { ...filter, first: order, limit, offset });
    return { learnings, total: await countLearnings(memory.db, filter) };
  },
  async "learnings.show"({ memory }, { id }) {
    const nodeId = await resolveId(memory.db, "nodes", id);
    return owners.learning.read(memory.db, nodeId);
  },
  async "learnings.add"({ memory }, { content, category, folder, global }) {
    if (!global && !folder) {
      throw new TellbackError("invalid_input", "no project given", {
        hint: "Give a folder, or make the learning global.",
      });
    }
    return {
      learning: await addByUser(memory, { content, category, folder: global ? null : (folder ?? null) }),
    };
  },
  async "learnings.confirm"({ memory }, { id }) {
    return { learning: await confirmByUser(memory, await resolveId(memory.db, "nodes", id)) };
  },
  async "learnings.reject"({ memory }, { id }) {
    return { learning: await rejectByUser(memory, await resolveId(memory.db, "nodes", id)) };
  },
  async "learnings.edit"({ memory }, { id, content, category }) {
    if (content === undefined && category === undefined) {
      throw new TellbackError("invalid_input", "nothing to change", {
        hint: "Give --content or --category.",
      });
    }
    const nodeId = await resolveId(memory.db, "nodes", id);
    return { learning: await editByUser(memory, nodeId, { content, category }) };
  },
  async "learnings.log"({ memory }, { limit }) {
    return { changes: await listChanges(memory.db, limit) };
  },
  async "learnings.undo"({ memory }, { id }) {
    return undo(memory, id === undefined ? undefined : await resolveId(memory.db, "changes", id));
  },
} satisfies HandlersOf<typeof operations>;
