// Operations on sessions and observations.

import { z } from "zod";
import { compaction, summaryFile } from "../../protocol/compaction.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { verdict } from "../../protocol/knowledge.ts";
import { observation } from "../../protocol/observations.ts";
import { cut, pageOf, reach } from "../../protocol/paging.ts";
import { session, sessionSummary } from "../../protocol/sessions.ts";
import { shownForms } from "../../protocol/shown.ts";
import {
  actingIn,
  agentOperation,
  allProjects,
  deleted,
  folder,
  id,
  limit,
  nextCursor,
  offset,
  operation,
  pageInputs,
  total,
} from "../operation.ts";

export const operations = {
  "session.list": operation(
    "List sessions, newest first",
    "nothing",
    z.object({
      limit: limit(20),
      offset,
      session: actingIn(
        z.string().optional().describe("mark this session as the current one (default: where commands act)"),
      ),
      folder,
      allProjects,
    }),
    z.object({
      sessions: z.array(
        session.extend({
          outcome: z.string().nullable().describe("what came of it last; null if nothing did"),
        }),
      ),
      total,
      current: z.string().nullable().describe("the session in which commands act here"),
    }),
    [],
    {
      forAgents: {
        tool: "list_sessions",
        description: "List earlier sessions, newest first.",
        isListed: false,
        input: z.strictObject(pageInputs(10)),
        output: z.object({
          sessions: z.array(
            z.object({ id: z.string(), at: z.string(), about: z.string(), observations: z.number().int() }),
          ),
          ...nextCursor,
        }),
        asks: ({ limit, cursor }, { folder }) => ({ folder, limit: reach(pageOf(limit, cursor)) }),
        answers({ sessions }, { limit, cursor }) {
          const { items, ...rest } = cut(sessions, pageOf(limit, cursor));
          return {
            sessions: items.map(({ id, lastSeenAt: at, name, firstPrompt, observations }) => ({
              ...{ id, at, about: name ?? firstPrompt ?? "", observations },
            })),
            ...rest,
          };
        },
      },
    },
  ),
  "session.show": operation(
    "Show one session: its context window, its compactions, its stored observations",
    "nothing",
    z.object({ id, limit: limit(200) }),
    shownForms.session,
    ["id"],
  ),
  get_summary: agentOperation(
    "get_summary",
    "Summary of a session and its compactions.",
    "nothing",
    z.strictObject({
      session_id: z.string().optional().describe("default: this session"),
      summary_id: z.string().optional(),
    }),
    z.object({
      session_id: z.string(),
      summary: sessionSummary.nullable().describe("of the whole session, once it exists"),
      compactions: z.array(summaryFile).describe("the newest first"),
    }),
    {
      async asks(args, where) {
        const session_id = args.session_id ?? (await where.session());
        if (session_id) return { ...args, session_id };
        throw new TellbackError("invalid_input", "the calling session is unknown", {
          hint: "Pass session_id; search_memory without a query lists the sessions.",
        });
      },
    },
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
  reflect: operation(
    "Summarise sessions that wait for it; with --redo, let the model describe those that only rules have described",
    "memory",
    z.object({
      session: z.string().optional().describe("only this session; with --redo, whoever has described it"),
      redo: z.boolean().default(false).describe("ask the model again where it has not answered"),
      limit: limit(50),
      folder,
      allProjects,
    }),
    z.object({ sessions: z.number().int().describe("sessions for which a job was added") }),
    ["session"],
  ),
  "session.delete": operation(
    "Delete a session and all its observations",
    "memory",
    z.object({ id, backups: z.boolean().default(false).describe("remove it from the backups too") }),
    deleted.extend({
      backupsRewritten: z.number().int(),
      backupsDeleted: z.number().int().describe("damaged ones, which could not be rewritten"),
      backupsKept: z.number().int().describe("backups that still contain what was deleted"),
    }),
    ["id"],
    { lossShownBy: "session.show" },
  ),
  "compaction.store": operation(
    "Keep the agent's own summary of its session since the last compaction",
    "memory",
    z.object({
      summary: z
        .string()
        .min(1)
        .max(20_000)
        .describe("text, or JSON with executive, key_decisions, tasks_completed, tasks_pending and topics"),
      session: actingIn(
        z.string().optional().describe("a session, by its id or name (default: where commands act)"),
      ),
      folder,
    }),
    z.object({ compaction }),
    ["summary"],
    {
      forAgents: {
        tool: "store_summary",
        description:
          "Keep your own summary of this session, for after its compaction and for later sessions.",
        isListed: false,
        input: z.strictObject({ summary: z.union([z.string().min(1).max(20_000), z.looseObject({})]) }),
        output: z.object({ session_id: z.string(), summary_id: z.string() }),
        async asks({ summary }, { folder, session }) {
          const caller = await session();
          return {
            summary: typeof summary === "string" ? summary : JSON.stringify(summary),
            folder,
            ...(caller === undefined ? {} : { session: `host:${caller}` }),
          };
        },
        answers: ({ compaction: { sessionId, id } }) => ({ session_id: sessionId, summary_id: id }),
      },
    },
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
  "observation.delete": operation("Delete one observation", "memory", z.object({ id }), deleted, ["id"], {
    lossShownBy: "observation.show",
  }),
} as const;
