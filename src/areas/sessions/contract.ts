// Operations on sessions and observations.

import { z } from "zod";
import { compaction } from "../../protocol/compaction.ts";
import { verdict } from "../../protocol/knowledge.ts";
import { observation } from "../../protocol/observations.ts";
import { session, sessionSummary } from "../../protocol/sessions.ts";
import { shownForms } from "../../protocol/shown.ts";
import { allProjects, deleted, folder, id, limit, offset, operation, total } from "../operation.ts";

export const operations = {
  "session.list": operation(
    "List sessions, newest first",
    "nothing",
    z.object({
      limit: limit(20),
      offset,
      session: z
        .string()
        .optional()
        .describe("mark this session as the current one (default: where commands act)"),
      folder,
      allProjects,
    }),
    z.object({
      sessions: z.array(session),
      total,
      current: z.string().nullable().describe("the session in which commands act here"),
    }),
  ),
  "session.show": operation(
    "Show one session: its context window, its compactions, its stored observations",
    "nothing",
    z.object({ id, limit: limit(200) }),
    shownForms.session,
    ["id"],
  ),
  "session.reflect": operation(
    "Summarise a session now and extract learnings",
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
    "Delete a session and all its observations",
    "memory",
    z.object({ id }),
    deleted,
    ["id"],
    "session.show",
  ),
  "compaction.show": operation(
    "Show one compaction in full",
    "nothing",
    z.object({ id }),
    z.object({ compaction }),
    ["id"],
  ),
  "observation.show": operation(
    "Show one observation in full",
    "nothing",
    z.object({ id }),
    shownForms.observation,
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
  "observation.delete": operation(
    "Delete one observation",
    "memory",
    z.object({ id }),
    deleted,
    ["id"],
    "observation.show",
  ),
} as const;
