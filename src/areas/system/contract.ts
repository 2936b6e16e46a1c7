// Operations on tellback itself: status, reports, background jobs.

import { z } from "zod";
import { report } from "../../protocol/report.ts";
import { allProjects, folder, force, operation, path, used } from "../operation.ts";

export const job = z.object({
  id: z.string(),
  kind: z.string(),
  key: z.string(),
  state: z.enum(["pending", "running", "failed"]),
  attempts: z.number().int(),
  runAt: z.string(),
  error: z.string().nullable(),
});

export const problemCode = z.enum([
  "store_damaged",
  "disk_full",
  "intake_blocked",
  "embedder_unavailable",
  "spend_cap_reached",
  "jobs_failed",
  "payloads_unreadable",
]);
export type ProblemCode = z.infer<typeof problemCode>;

export const problem = z.object({
  code: problemCode.describe("what is wrong, for programs"),
  message: z.string(),
  hint: z.string(),
});

export const daemonState = z.object({
  pid: z.number().int(),
  version: z.string(),
  startedAt: z.string(),
  home: z.string(),
  idleMinutes: z.number(),
  rssBytes: z.number().int(),
});

const importState = z.object({
  run: z.string().nullable().describe("names this import for import.state; null if there was none"),
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  files: z.number().int(),
  filesDone: z.number().int(),
  bytes: z.number().int(),
  bytesDone: z.number().int(),
  stored: z.number().int(),
  duplicates: z.number().int(),
  counts: z.record(z.string(), z.number().int()).describe("what was read, by kind"),
  unknown: z.record(z.string(), z.number().int()).describe("unknown and unreadable records, by kind"),
  preview: z
    .object({
      bytesKnown: z.number().int().describe("read earlier, and not read again"),
      projects: z.array(
        z.object({
          root: z.string(),
          sessions: z.number().int(),
          stored: z.number().int(),
          duplicates: z.number().int(),
        }),
      ),
    })
    .optional()
    .describe("more about a dry run of transcripts"),
  error: z.string().nullable(),
});

export const reindexState = z.object({
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  documents: z.object({ done: z.number().int(), all: z.number().int() }),
  vectors: z.object({ done: z.number().int(), all: z.number().int() }),
  error: z.string().nullable(),
});

const backup = z.object({ path: z.string(), bytes: z.number().int(), madeAt: z.string() });

export const systemOperations = {
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
      inbox: z.object({ waiting: z.number().int(), unreadable: z.number().int() }),
      jobs: z.object({ pending: z.number().int(), running: z.number().int(), failed: z.number().int() }),
      lastCaptureAt: z.string().nullable(),
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
      problems: z.array(problem),
    }),
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
        .describe("tellback's own quality and cost: compression, search, spend"),
      folder,
      allProjects,
    }),
    report,
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
  "import.start": operation(
    "Import transcripts, or the memory of another tool",
    "memory",
    z.object({
      folder: path(z.string().describe("folder or file to read")),
      source: z.string().default("claude-code").describe("what wrote it"),
      since: z.string().optional().describe("only what changed since: yesterday, monday, 24h, 7d or a date"),
      project: path(z.string().optional().describe("only what belongs to the project of this folder")),
      into: path(z.string().optional().describe("the project for what the store names no project of")),
      dryRun: z.boolean().default(false).describe("count what would be imported, and store nothing"),
    }),
    importState,
    ["folder"],
  ),
  "import.state": operation(
    "Show the progress of an import",
    "nothing",
    z.object({ run: z.string().optional().describe("which one, from import.start (default: the last)") }),
    importState,
  ),
  "reindex.start": operation("Rebuild the search index", "memory", z.object({}), reindexState),
  "reindex.state": operation("Show the progress of reindexing", "nothing", z.object({}), reindexState),
  "daemon.state": operation("Show the daemon's status", "nothing", z.object({}), daemonState),
  "daemon.stop": operation(
    "Stop the daemon after its current work",
    "daemon",
    z.object({}),
    z.object({ stopping: z.literal(true) }),
  ),
} as const;
