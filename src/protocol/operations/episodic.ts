// Operations on sessions and observations.

import { z } from "zod";
import { observation, session, sessionSummary } from "../episodic.ts";
import { verdict } from "../semantic.ts";
import { allProjects, deleted, folder, id, limit, operation } from "./operation.ts";

export const episodicOperations = {
  "session.list": operation(
    "List sessions, the newest first",
    "nothing",
    z.object({ limit: limit(20), folder, allProjects }),
    z.object({ sessions: z.array(session) }),
  ),
  "session.show": operation(
    "Show one session with its summary and its observations",
    "nothing",
    z.object({ id, limit: limit(200) }),
    z.object({ session, summary: sessionSummary.nullable(), observations: z.array(observation) }),
    ["id"],
  ),
  "session.reflect": operation(
    "Summarise a session now and learn from it",
    "memory",
    z.object({ id }),
    z.object({
      session,
      status: z.enum(["made", "unchanged", "empty"]),
      summary: sessionSummary.nullable(),
      learned: z.array(verdict),
    }),
    ["id"],
  ),
  "session.delete": operation(
    "Delete a session with all its observations",
    "memory",
    z.object({ id }),
    deleted,
    ["id"],
  ),
  "observation.show": operation(
    "Show one observation in full",
    "nothing",
    z.object({ id }),
    z.object({ observation }),
    ["id"],
  ),
  "observation.edit": operation(
    "Change the text of an observation",
    "memory",
    z.object({
      id,
      title: z.string().min(1).max(500).optional().describe("new title"),
      summary: z.string().min(1).max(4000).optional().describe("new summary"),
      detail: z.string().max(20_000).optional().describe("new detail"),
    }),
    z.object({ observation }),
    ["id"],
  ),
  "observation.delete": operation("Delete one observation", "memory", z.object({ id }), deleted, ["id"]),
} as const;
