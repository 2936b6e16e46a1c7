// Every kind of background job, defined once: its lane, how long it may run without progress, and its payload. A
// payload that does not fit cannot be enqueued, and a kind without a handler does not compile.

import { z } from "zod";
import { ownerKinds } from "./owners.ts";

/** Each lane runs one job at a time, so that slow kinds do not delay the others. */
export const laneNames = ["quick", "bulk", "mapping", "embedding", "models", "reflection"] as const;
export type LaneName = (typeof laneNames)[number];

interface Job<Payload extends z.ZodType> {
  lane: LaneName;
  /** A job without progress for this long counts as hung. Jobs that call a model wait for several answers. */
  deadlineMs: number;
  payload: Payload;
}

const minute = 60_000;

function job<Payload extends z.ZodType>(lane: LaneName, deadlineMs: number, payload: Payload): Job<Payload> {
  return { lane, deadlineMs, payload };
}

const session = z.object({ sessionId: z.string() });
const nothing = z.null();
/** One line of a stack trace. */
const frame = z.object({ function: z.string().optional(), path: z.string(), line: z.number().int() });

export const jobs = {
  "catch-up": job(
    "quick",
    5 * minute,
    // With a host: only what its hooks do not bring.
    z.object({ path: z.string(), projectDir: z.string().optional(), host: z.string().optional() }),
  ),
  "catch-up-folder": job("quick", 5 * minute, z.object({ path: z.string() })),
  commands: job("quick", 5 * minute, session),
  "late-reply": job(
    "quick",
    5 * minute,
    z.object({
      said: z.object({
        sessionId: z.string(),
        host: z.string(),
        agent: z.object({ id: z.string(), type: z.string() }).optional(),
        promptId: z.string().optional(),
        at: z.string(),
        projectDir: z.string().optional(),
        cwd: z.string().optional(),
        transcriptPath: z.string().optional(),
      }),
      text: z.string(),
    }),
  ),
  anchor: job("quick", 5 * minute, z.object({ id: z.string() })),
  "check-anchors": job(
    "quick",
    5 * minute,
    z.object({
      projectId: z.string(),
      dir: z.string(),
      file: z.string().nullable(),
      observationId: z.string().nullable(),
      at: z.string(),
    }),
  ),
  compact: job("quick", 5 * minute, session),
  sync: job("bulk", 15 * minute, z.object({ place: z.string() })),
  bridge: job("quick", 5 * minute, z.object({ folder: z.string() })),
  "give-back": job("quick", 5 * minute, z.object({ projectId: z.string() })),
  "take-in": job("quick", 5 * minute, z.object({ folder: z.string() })),
  "index-task": job("quick", 5 * minute, z.object({ taskId: z.string() })),
  scrub: job("quick", 15 * minute, nothing),
  import: job(
    "bulk",
    5 * minute,
    z.object({
      folder: z.string(),
      source: z.string().default("claude-code"),
      since: z.string().optional(),
      project: z.string().optional(),
      into: z.string().optional(),
      own: z.boolean().optional(),
      dryRun: z.boolean().optional(),
    }),
  ),
  reindex: job(
    "bulk",
    15 * minute,
    z.object({ kind: z.enum(ownerKinds), after: z.string(), done: z.number().int() }).nullable(),
  ),
  "map-file": job(
    "mapping",
    5 * minute,
    z.object({
      projectId: z.string(),
      dir: z.string(),
      file: z.string(),
      at: z.string(),
      by: z.object({ observationId: z.string(), sessionId: z.string() }).nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      edits: z.array(z.object({ from: z.string(), to: z.string(), isEverywhere: z.boolean() })),
    }),
  ),
  "map-changed": job(
    "mapping",
    5 * minute,
    z.object({ projectId: z.string(), dir: z.string(), isWhole: z.boolean() }),
  ),
  "confirm-calls": job(
    "mapping",
    5 * minute,
    z.object({
      projectId: z.string(),
      dir: z.string(),
      at: z.string(),
      seen: z.array(z.object({ caller: frame, callee: frame })),
    }),
  ),
  "resolve-calls": job("bulk", 15 * minute, z.object({ projectId: z.string(), dir: z.string() })),
  map: job("bulk", 5 * minute, z.object({ folder: z.string() })),
  "embed-words": job("embedding", 15 * minute, z.object({ projectId: z.string() })),
  embed: job("embedding", 15 * minute, nothing),
  compress: job("models", 15 * minute, z.object({ batch: z.array(z.string()) }).nullable()),
  statements: job(
    "reflection",
    5 * minute,
    z.object({
      sessionId: z.string(),
      observationId: z.string(),
      at: z.string(),
      stated: z.array(
        z.object({
          kind: z.enum(["decision", "rule", "warning", "fact", "rejected"]),
          isSure: z.boolean(),
          content: z.string(),
          claim: z.string(),
        }),
      ),
    }),
  ),
  reflect: job("reflection", 15 * minute, session),
  describe: job(
    "models",
    15 * minute,
    z.object({
      sessionId: z.string(),
      again: z.boolean().describe("also what a model has described"),
      tries: z.number().int().describe("answers that could not be used"),
    }),
  ),
  "compact-by-model": job("models", 15 * minute, session),
  consolidate: job("reflection", 15 * minute, nothing),
} as const;

export type JobKind = keyof typeof jobs;
export type JobPayload<K extends JobKind> = z.output<(typeof jobs)[K]["payload"]>;
export const jobKinds = Object.keys(jobs) as JobKind[];

/** They read or write files of the machine on which they arose; machines that share a store leave them to each other. */
const ofOneMachine: ReadonlySet<string> = new Set<JobKind>([
  ...(["catch-up", "catch-up-folder", "late-reply", "commands", "anchor", "check-anchors"] as const),
  ...(["sync", "bridge", "give-back", "take-in", "index-task", "import"] as const),
  ...(["map-file", "map-changed", "confirm-calls", "resolve-calls", "map"] as const),
]);

export function isOfOneMachine(kind: string): boolean {
  return ofOneMachine.has(kind);
}
