// Operations on the knowledge about a project.

import { fromUser } from "../../config/paths.ts";
import { exportKnowledge, importKnowledge, projectKnowledge } from "../../journeys/graph/knowledge.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async knowledge({ memory }, { topic, ...scope }) {
    return projectKnowledge(memory, { topic, projects: await projectScope(memory.db, scope) });
  },
  async "knowledge.export"({ memory }, { path, force, ...scope }) {
    const projects = await projectScope(memory.db, scope);
    return exportKnowledge(memory, { path: fromUser(path), projects, force });
  },
  async "knowledge.import"({ memory }, { path, folder }) {
    if (!folder) throw new TellbackError("invalid_input", "no project given", { hint: "Give a folder." });
    return importKnowledge(memory, { path: fromUser(path), folder });
  },
} satisfies HandlersOf<typeof operations>;
