// Tasks in three phases and what was detected about a project, as every door shows them.

import { z } from "zod";

const phases = ["discovery", "planning", "execution"] as const;
/** Derived from what exists: a scratchpad, a plan, progress. */
const phase = z.enum(["none", ...phases]);
export type Phase = z.infer<typeof phase>;

export const entryKind = z.enum(["progress", "deviation", "finding"]);
export type EntryKind = z.infer<typeof entryKind>;

export const entry = z.object({
  id: z.string(),
  number: z.number().int(),
  kind: entryKind,
  text: z.string(),
  ticks: z.array(z.number().int()).describe("steps of the plan that it completes"),
  agent: z.string().describe("who wrote it"),
  sessionId: z.string().nullable(),
  at: z.string(),
  hash: z.string().describe("covers the entry and the hash of the one before"),
});
export type Entry = z.infer<typeof entry>;

const step = z.object({
  number: z.number().int(),
  text: z.string(),
  doneBy: z.number().int().nullable().describe("number of the entry that completed it"),
});
export type Step = z.infer<typeof step>;

export const task = z.object({
  id: z.string(),
  name: z.string(),
  projectId: z.string(),
  folder: z.string().describe("name of its folder"),
  state: z.enum(["open", "closed"]),
  phase,
  entries: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  closedAt: z.string().nullable(),
});
export type Task = z.infer<typeof task>;

const seal = z.object({ hash: z.string(), at: z.string(), by: z.string() });

export const taskInFull = z.object({
  task,
  scratchpad: z.string().nullable(),
  plan: z.string().nullable(),
  plansBefore: z.string().nullable().describe("plans that were corrected before the first entry"),
  seal: seal.nullable().describe("of the plan, which cannot change after the first entry"),
  steps: z.array(step).describe("the plan's checklist, with what progress completed"),
  entries: z.array(entry),
});
export type TaskInFull = z.infer<typeof taskInFull>;

const fileProblem = z.enum(["changed", "deleted", "replaced", "unreadable", "store changed"]);

export const violation = z.object({
  task: z.string(),
  file: z.string(),
  problem: fileProblem,
  entry: z.number().int().nullable().describe("the first entry that differs; null: the plan, or the heading"),
  at: z.string().nullable().describe("when the file was changed, if the file shows it"),
  by: z
    .object({ id: z.string(), title: z.string(), sessionId: z.string() })
    .nullable()
    .describe("the tool call that changed it, where one is known"),
  says: z.string().describe("what is wrong, in one sentence"),
});
export type Violation = z.infer<typeof violation>;

/** Who acts: the session of each command is in its answer. */
export const acting = z.object({
  sessionId: z.string().nullable(),
  name: z.string().nullable(),
  chosenBy: z.string().describe("why this session"),
});
export type SessionChoice = z.infer<typeof acting>;

const command = z.object({
  run: z.string(),
  source: z.string().describe("the manifest that names it, or the observation in which it worked"),
});

export const projectContext = z.object({
  project: z.string(),
  root: z.string(),
  languages: z.array(z.string()),
  frameworks: z.array(z.string()),
  packageManager: z.string().nullable(),
  commands: z.object({
    test: command.nullable(),
    lint: command.nullable(),
    build: command.nullable(),
    run: command.nullable(),
  }),
  structure: z.array(z.string()).describe("folders, and packages of a workspace"),
  entryPoints: z.array(z.string()),
  git: z.object({ branch: z.string().nullable(), changed: z.number().int() }),
  notes: z.record(z.string(), z.string()).describe("the user's own, from the settings"),
  hash: z.string().describe("of the files that were read"),
  detectedAt: z.string(),
});
export type ProjectContext = z.infer<typeof projectContext>;
export type CommandPurpose = keyof ProjectContext["commands"];
