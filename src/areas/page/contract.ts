// Operations that a page needs to show and follow the memory: projects, time line, outline, feed, and the page itself.

import { z } from "zod";
import { edge, node, tie } from "../../protocol/knowledge.ts";
import { observation } from "../../protocol/observations.ts";
import { ownerKinds } from "../../protocol/owners.ts";
import { injection } from "../../protocol/recall.ts";
import { session } from "../../protocol/sessions.ts";
import { allProjects, folder, id, limit, offset, operation } from "../operation.ts";

const upTo = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe("`upTo` of the first answer: later arrivals do not move the pages");

const timelineRow = observation
  .pick({ id: true, sessionId: true, kind: true, tool: true, status: true, title: true, happenedAt: true })
  .extend({ project: z.string().describe("name of the project") });

const finding = z.object({
  what: z.string(),
  state: z.enum(["ok", "pending", "degraded", "failed"]),
  found: z.string(),
  hint: z.string().optional().describe("what to do"),
  ms: z.number().optional(),
});

const setting = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).describe("of a secret: *** or empty"),
  origin: z.string().describe("default, or where it was set"),
  description: z.string(),
  environment: z.string().describe("the variable that sets it"),
  options: z.array(z.string()).describe("allowed values; empty: any of its kind"),
  kind: z.enum(["text", "number", "switch", "secret"]),
  isOfPage: z.boolean().describe("whether a browser may change it; the others need a terminal"),
});

export const operations = {
  projects: operation(
    "List the projects, last used first",
    "nothing",
    z.object({ limit: limit(200) }),
    z.object({
      projects: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          root: z.string().describe("its folder"),
          sessions: z.number().int(),
          lastSeenAt: z.string().nullable(),
        }),
      ),
    }),
  ),
  timeline: operation(
    "List what happened, newest first",
    "nothing",
    z.object({
      session: z.string().optional().describe("only this session"),
      kind: z.enum(["tool", "prompt", "reply"]).optional().describe("only this kind"),
      order: z.enum(["newest", "oldest"]).default("newest").describe("what comes first"),
      upTo,
      offset,
      limit: limit(50),
      folder,
      allProjects,
    }),
    z.object({ rows: z.array(timelineRow), total: z.number().int(), upTo: z.number().int() }),
  ),
  "session.outline": operation(
    "List the prompts of a session with their position in it",
    "nothing",
    z.object({ id, at: z.string().optional().describe("also the position of this observation") }),
    z.object({
      session,
      total: z.number().int().describe("observations in the session"),
      at: z.number().int().nullable().describe("observations before the one that was asked for"),
      prompts: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          happenedAt: z.string(),
          position: z.number().int().describe("observations before it"),
        }),
      ),
    }),
    ["id"],
  ),
  feed: operation(
    "Wait for something new, and list it",
    "nothing",
    z.object({
      after: z.string().max(60).optional().describe("`cursor` of the last answer (default: now)"),
      waitMs: z
        .number()
        .int()
        .min(0)
        .max(25_000)
        .default(0)
        .describe("how long to wait if nothing is new, in milliseconds"),
      limit: limit(50),
    }),
    z.object({
      cursor: z.string(),
      changed: z.boolean().describe("something is new, or was changed or deleted"),
      items: z
        .array(
          z.object({
            id: z.string(),
            kind: z.enum(ownerKinds),
            title: z.string(),
            sessionId: z.string().nullable(),
            happenedAt: z.string(),
          }),
        )
        .describe("what is new, oldest first"),
    }),
  ),
  "graph.near": operation(
    "List the nodes around a node with the edges between them",
    "nothing",
    z.object({
      id,
      depth: z.number().int().min(1).max(3).default(1).describe("maximum distance in steps"),
      limit: limit(100),
      asOf: z.string().optional().describe("the state at that time: a date, or 24h, 7d, 2w ago"),
    }),
    z.object({
      start: z.string().describe("id of the node"),
      nodes: z.array(z.object({ node, depth: z.number().int(), ties: z.array(tie) })),
      edges: z.array(edge),
      left: z.boolean().describe("true if more nodes are near than fit"),
    }),
    ["id"],
  ),
  injections: operation(
    "List what was injected into sessions, newest first, and whether the agent used it",
    "nothing",
    z.object({
      session: z.string().optional().describe("only into this session"),
      used: z.boolean().optional().describe("only used ones, or only ignored ones"),
      offset,
      limit: limit(100),
      folder,
      allProjects,
    }),
    z.object({
      injections: z.array(injection.extend({ title: z.string().nullable() })),
      total: z.number().int(),
      used: z.number().int().describe("of all of them, how many were used"),
    }),
  ),
  "config.show": operation(
    "Show every setting with its value and where that comes from",
    "nothing",
    z.object({ folder }),
    z.object({ settings: z.array(setting), ignored: z.array(z.string()), file: z.string() }),
    [],
    { cli: { within: "config" } },
  ),
  "config.set": operation(
    "Change a setting, or reset it to its default",
    "memory",
    z.object({
      key: z.string().min(1).max(200).describe("name of the setting"),
      value: z.string().max(4000).optional().describe("the new value (without one: the default)"),
    }),
    z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
    ["key", "value"],
    { cli: { within: "config set" } },
  ),
  doctor: operation(
    "Check that tellback works from capture to search",
    "daemon",
    z.object({}),
    z.object({ verdict: z.string(), findings: z.array(finding) }),
    [],
    { cli: { within: "doctor" } },
  ),
  "page.open": operation(
    "Open the loopback port of the page, and give a code for one browser",
    "daemon",
    z.object({ folder }),
    z.object({
      url: z.string().describe("it shows the project of the folder, if that is known"),
      code: z.string().describe("single use, valid for 60 seconds, in the fragment: URL#k=CODE"),
      file: z.string().describe("a page for this user only that leads there, removed with the code"),
    }),
    [],
    { cli: { within: "open" } },
  ),
} as const;
