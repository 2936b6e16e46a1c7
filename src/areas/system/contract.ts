// Operations on tellback itself: status, reports, background jobs.

import { z } from "zod";
import { report } from "../../protocol/report.ts";
import { reviewCounts } from "../../protocol/review.ts";
import { used } from "../../protocol/spend.ts";
import { allProjects, folder, force, operation, path } from "../operation.ts";

const job = z.object({
  id: z.string(),
  kind: z.string(),
  key: z.string(),
  state: z.enum(["pending", "running", "failed"]),
  attempts: z.number().int(),
  runAt: z.string(),
  error: z.string().nullable(),
});

const problemCode = z.enum([
  "store_damaged",
  "disk_full",
  "intake_blocked",
  "embedder_unavailable",
  "spend_cap_reached",
  "jobs_failed",
  "payloads_unreadable",
  "host_silent",
  "team_unreachable",
]);
export type ProblemCode = z.infer<typeof problemCode>;

const problem = z.object({
  code: problemCode.describe("what is wrong, for programs"),
  message: z.string(),
  hint: z.string(),
});

const daemonState = z.object({
  pid: z.number().int(),
  version: z.string(),
  startedAt: z.string(),
  home: z.string(),
  idleMinutes: z.number(),
  rssBytes: z.number().int(),
});

const reindexState = z.object({
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  documents: z.object({ done: z.number().int(), all: z.number().int() }),
  vectors: z.object({ done: z.number().int(), all: z.number().int() }),
  error: z.string().nullable(),
});

const backup = z.object({ path: z.string(), bytes: z.number().int(), madeAt: z.string() });

export const operations = {
  status: operation(
    "Show what is stored and any problems",
    "nothing",
    z.object({ folder }),
    z.object({
      version: z.string(),
      daemon: daemonState,
      store: z.object({
        kind: z.enum(["sqlite", "postgres"]),
        place: z.string(),
        bytes: z.number().nullable(),
      }),
      counts: z.object({
        projects: z.number().int(),
        sessions: z.number().int(),
        observations: z.number().int(),
      }),
      here: z
        .object({ project: z.string(), sessions: z.number().int(), observations: z.number().int() })
        .nullable(),
      tasks: z
        .array(
          z.object({ name: z.string(), phase: z.string(), done: z.number().int(), steps: z.number().int() }),
        )
        .describe("the open tasks of the folder's project, the one that changed last first"),
      review: reviewCounts.describe("what you are asked to decide, in this project or in all"),
      inbox: z.object({ waiting: z.number().int(), unreadable: z.number().int() }),
      jobs: z.object({ pending: z.number().int(), running: z.number().int(), failed: z.number().int() }),
      lastCaptureAt: z.string().nullable(),
      week: z
        .object({
          sessions: z.number().int().describe("in which something was injected"),
          told: z.number().int().describe("notes that were injected"),
          used: z.number().int().describe("those that the agent used afterwards"),
        })
        .describe("the last seven days"),
      search: z.object({
        model: z.string().describe("the embedding model"),
        vectors: z.number().int(),
        documents: z.number().int(),
        trouble: z.string().nullable(),
      }),
      model: z
        .object({
          name: z.string(),
          waiting: z.number().int().describe("observations that it will compress"),
          today: used,
          month: used,
        })
        .nullable()
        .describe("null: rules only"),
      summaries: z
        .object({
          byRules: z.number().int(),
          byModel: z.number().int(),
          waiting: z.number().int().describe("the model has not answered yet"),
          trouble: z.string().nullable().describe("why they wait"),
        })
        .describe("sessions by what has described them"),
      problems: z.array(problem),
    }),
    [],
    { cli: { within: "status" } },
  ),
  report: operation(
    "Report on today, a session or a period",
    "nothing",
    z.object({
      session: z.string().optional().describe("only this session"),
      since: z
        .string()
        .optional()
        .describe("start of the period: yesterday, monday, 24h, 7d or a date (default: today)"),
      eval: z
        .boolean()
        .default(false)
        .describe("tellback's own quality and cost: compression, context, search, spend"),
      folder,
      allProjects,
    }),
    report,
    [],
    { cli: { within: "report" } },
  ),
  jobs: operation(
    "List pending, running and failed background jobs",
    "nothing",
    z.object({
      state: z.enum(["pending", "running", "failed"]).optional().describe("only jobs in this state"),
    }),
    z.object({ jobs: z.array(job) }),
  ),
  "jobs.retry": operation(
    "Retry failed jobs",
    "memory",
    z.object({}),
    z.object({ retried: z.number().int() }),
  ),
  backup: operation(
    "Back up the store to a file",
    "nothing",
    z.object({
      path: path(z.string().optional().describe("file to write (default: in the backups folder)")),
      force,
    }),
    backup,
    ["path"],
  ),
  "reindex.start": operation("Rebuild the search index", "memory", z.object({}), reindexState, [], {
    cli: { within: "reindex" },
  }),
  "reindex.state": operation("Show the progress of reindexing", "nothing", z.object({}), reindexState, [], {
    cli: { within: "reindex" },
  }),
  "daemon.state": operation("Show the daemon's status", "nothing", z.object({}), daemonState, [], {
    cli: { within: "daemon status" },
  }),
  "daemon.stop": operation(
    "Stop the daemon after its current work",
    "daemon",
    z.object({}),
    z.object({ stopping: z.literal(true) }),
    [],
    { cli: { within: "daemon stop" } },
  ),
} as const;
