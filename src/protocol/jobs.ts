// Every kind of background job, defined once: its lane, how long it may run without progress, and its payload. A
// payload that does not fit cannot be enqueued, and a kind without a handler does not compile.

import { z } from "zod";
import { ownerKinds } from "./owners.ts";

/** Each lane runs one job at a time, so that slow kinds do not delay the others. */
export const laneNames = ["quick", "bulk", "embedding", "compression", "reflection"] as const;
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

export const jobs = {
  "catch-up": job("quick", 5 * minute, z.object({ path: z.string(), projectDir: z.string().optional() })),
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
  scrub: job("quick", 15 * minute, nothing),
  import: job("bulk", 5 * minute, z.object({ folder: z.string() })),
  reindex: job(
    "bulk",
    15 * minute,
    z.object({ kind: z.enum(ownerKinds), after: z.string(), done: z.number().int() }).nullable(),
  ),
  embed: job("embedding", 15 * minute, nothing),
  compress: job("compression", 15 * minute, z.object({ batch: z.array(z.string()) }).nullable()),
  reflect: job("reflection", 15 * minute, session),
  "compact-by-model": job("reflection", 15 * minute, session),
  consolidate: job("reflection", 15 * minute, nothing),
} as const;

export type JobKind = keyof typeof jobs;
export type JobPayload<K extends JobKind> = z.output<(typeof jobs)[K]["payload"]>;
export const jobKinds = Object.keys(jobs) as JobKind[];
