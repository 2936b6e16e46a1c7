// Operations on tasks, on the sessions that people work in, and on what is known of a project.

import { z } from "zod";
import { session } from "../../protocol/sessions.ts";
import {
  acting,
  entry,
  entryKind,
  projectContext,
  task,
  taskInFull,
  violation,
} from "../../protocol/tasks.ts";
import { actingIn, agentOperation, deleted, folder, limit, operation, tags } from "../operation.ts";

const name = z.string().min(1).max(2_000).describe("name of the task");
const current = name.optional().describe("name of the task (default: the current one)");
const sessionInput = actingIn(
  z.string().optional().describe("act in this session, by name or id (default: the current one)"),
);
const maxLength = 200_000;
const content = z.string().max(maxLength);
const agent = z.string().min(1).max(100).default("user").describe("who writes it");
const ticks = z
  .union([z.string(), z.array(z.number().int().min(1).max(999))])
  .default([])
  .transform((given) =>
    typeof given === "string"
      ? given
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number)
      : given,
  )
  .pipe(z.array(z.number().int().min(1).max(999)))
  .describe("numbers of the plan's steps that are done, separated by commas");
const who = { session: sessionInput, folder };

const files = z.object({
  scratchpad: z.string().nullable(),
  plan: z.string().nullable(),
  progress: z.string().nullable(),
});

/** What every step answers. */
const answer = z.object({
  task,
  next: z.string().describe("the next allowed step"),
  session: acting.describe("the session that acted"),
  files,
  warnings: z.array(z.string()),
});
const taskStatusAnswer = z.object({ ...answer.shape, ...taskInFull.omit({ task: true }).shape });

const taskOperations = {
  scratchpad: operation(
    "Write the notes of a task, or show them (phase 1: explore)",
    "memory",
    z.object({
      task: name,
      content: content.optional().describe("the notes; they replace the ones before (- reads stdin)"),
      ...who,
    }),
    z.object({ ...answer.shape, scratchpad: z.string().nullable() }),
    ["task"],
    { cli: { within: "scratchpad" } },
  ),
  plan: operation(
    "Write the plan of a task, or show it (phase 2: decide)",
    "memory",
    z.object({
      task: name,
      content: content
        .optional()
        .describe("the plan; it can be corrected until the first entry (- reads stdin)"),
      fromScratchpad: z.boolean().default(false).describe("the scratchpad becomes the plan"),
      agent,
      ...who,
    }),
    z.object({ ...answer.shape, plan: z.string().nullable() }),
    ["task"],
    { cli: { within: "plan" } },
  ),
  append: operation(
    "Add an entry to the progress of a task (phase 3: report)",
    "memory",
    z.object({
      task: name,
      text: content.min(1).describe("what was done, found or changed"),
      kind: entryKind.default("progress").describe("what the entry is"),
      ticks,
      agent,
      repeat: z.boolean().default(false).describe("store it although an earlier entry says the same"),
      key: z.string().min(1).max(200).optional().describe("your own key: sent twice, it is stored once"),
      ...who,
    }),
    z.object({ ...answer.shape, entry, steps: taskInFull.shape.steps }),
    ["task", "text"],
    { cli: { within: "append" } },
  ),
  task: agentOperation(
    "task",
    "Work over several sessions: notes (scratchpad), a plan that the first report seals, reports (append). Without text: read. context: what a sub-agent needs for the text.",
    "memory",
    z.strictObject({
      action: z.enum(["scratchpad", "plan", "append", "status", "context"]).default("status"),
      task: z.string().min(1).max(2_000).optional(),
      text: z.string().max(50_000).optional(),
      from_scratchpad: z.boolean().optional(),
      kind: entryKind.default("progress"),
      ticks: z.array(z.number().int()).optional().describe("steps of the plan that are done"),
      agent: z.string().max(100).optional(),
    }),
    z.object({
      task: z.string(),
      phase: z.string(),
      next: z.string(),
      text: z.string().optional().describe("the scratchpad or the context"),
      plan: z.string().optional(),
      entry: z.number().int().optional(),
      open_tasks: z.array(z.string()).optional(),
      steps: z.array(z.object({ number: z.number().int(), text: z.string(), done: z.boolean() })).optional(),
      entries: z
        .array(z.object({ number: z.number().int(), kind: z.string(), agent: z.string(), text: z.string() }))
        .optional(),
    }),
    {
      place: { session: z.string().optional(), folder },
      onlyReads: ({ action = "status" }) => action === "status" || action === "context",
    },
  ),
  "task.list": operation(
    "List tasks with their phase and their next step",
    "nothing",
    z.object({
      closed: z.boolean().default(false).describe("also closed tasks"),
      limit: limit(50),
      ...who,
    }),
    z.object({
      tasks: z.array(z.object({ ...task.shape, next: z.string() })),
      current: z.string().nullable().describe("name of the current task"),
    }),
  ),
  "task.start": operation(
    "Make a task the current one; creates it, or opens it again",
    "memory",
    z.object({ task: name, ...who }),
    answer,
    ["task"],
  ),
  "task.status": operation(
    "Show the phase of a task, its steps and its last progress",
    "memory",
    z.object({ task: current, ...who }),
    taskStatusAnswer,
    ["task"],
  ),
  "task.show": operation(
    "Show a task in full: scratchpad, plan, progress",
    "memory",
    z.object({ task: current, ...who }),
    taskStatusAnswer,
    ["task"],
  ),
  "task.export": operation(
    "Print a whole task as text or JSON",
    "memory",
    z.object({ task: current, ...who }),
    taskStatusAnswer,
    ["task"],
  ),
  "task.verify": operation(
    "Check that plans and progress are as they were sealed",
    "memory",
    z.object({
      task: name.optional().describe("only this task"),
      restore: z
        .boolean()
        .default(false)
        .describe("write changed files again; the changed version is kept beside"),
      ...who,
    }),
    z.object({
      tasks: z.number().int().describe("tasks that were checked"),
      violations: z.array(violation),
      restored: z.array(z.string()).describe("files that were written again"),
    }),
    ["task"],
  ),
  "task.context": operation(
    "Show what a sub-agent receives of the current task",
    "nothing",
    z.object({
      for: z.string().max(10_000).default("").describe("the prompt of the sub-agent"),
      ...who,
    }),
    z.object({ text: z.string().nullable(), tokens: z.number().int(), task: z.string().nullable() }),
  ),
  "task.close": operation(
    "Close a task: its working nodes leave the context",
    "memory",
    z.object({ task: current, ...who }),
    answer,
    ["task"],
  ),
  "task.reopen": operation("Open a closed task again", "memory", z.object({ task: name, ...who }), answer, [
    "task",
  ]),
  "task.delete": operation(
    "Delete a task with its files",
    "memory",
    z.object({ task: name, ...who }),
    deleted,
    ["task"],
    { lossShownBy: "task.show" },
  ),
} as const;

const sessionAnswer = z.object({ session: session.nullable(), acting, task: z.string().nullable() });

const sessionOperations = {
  "session.start": operation(
    "Start a session of your own, or name the host session in which it runs",
    "memory",
    z.object({
      name: z.string().min(1).max(200).optional().describe("its name"),
      tags: tags.optional(),
      ...who,
    }),
    sessionAnswer,
  ),
  "session.info": operation(
    "Show the session in which commands act",
    "nothing",
    z.object(who),
    sessionAnswer,
  ),
  "session.switch": operation(
    "Act in another session from now on",
    "memory",
    z.object({ id: z.string().min(1).describe("its name or id"), ...who }),
    sessionAnswer,
    ["id"],
  ),
  "session.resume": operation(
    "Open an ended session again and act in it",
    "memory",
    z.object({ id: z.string().min(1).describe("its name or id"), ...who }),
    sessionAnswer,
    ["id"],
  ),
  "session.end": operation(
    "End a session (default: the current one)",
    "memory",
    z.object({ id: z.string().min(1).optional().describe("its name or id"), ...who }),
    sessionAnswer,
    ["id"],
  ),
} as const;

const projectOperations = {
  init: operation(
    "Prepare a project for tasks and show what tellback detects in it",
    "memory",
    z.object({ folder }),
    z.object({ context: projectContext, tasksFolder: z.string(), next: z.string() }),
    [],
    { cli: { path: "project init", aliases: ["init"] } },
  ),
  "project.info": operation(
    "Show a project's language, tools and commands in short",
    "nothing",
    z.object({ folder }),
    z.object({ context: projectContext, lines: z.array(z.string()).describe("as at session start") }),
    [],
    { cli: { aliases: ["project-info"], isDefault: true } },
  ),
  "project.context": operation(
    "Show everything that is detected about a project, as sub-agents receive it",
    "memory",
    z.object({ refresh: z.boolean().default(false).describe("read the files again"), folder }),
    z.object({ context: projectContext, text: z.string(), isCached: z.boolean() }),
    [],
    { cli: { aliases: ["project-context"] } },
  ),
  cleanup: operation(
    "Delete the raw material of old sessions and orphaned files; knowledge and tasks stay",
    "memory",
    z.object({
      days: z.number().int().min(1).max(36_500).default(30).describe("age of a session in days"),
      dryRun: z.boolean().default(false).describe("only show what would be deleted"),
      folder,
      allProjects: z.boolean().default(false).describe("in every project"),
    }),
    z.object({
      dryRun: z.boolean(),
      before: z.string().describe("sessions that ended before this time"),
      sessions: z.number().int(),
      observations: z.number().int(),
      bytes: z.number().int().describe("size of their texts"),
      orphans: z.array(z.string()).describe("files that no task owns"),
      orphanBytes: z.number().int(),
    }),
    [],
    { lossShownBy: "cleanup" },
  ),
} as const;

export const operations = { ...taskOperations, ...sessionOperations, ...projectOperations } as const;
