// Every operation of engram, once: name, meaning, input, output. HTTP routes, the client's methods, CLI commands
// and MCP tools are made from this table, and an operation without a handler does not compile.

import { z } from "zod";
import { observation, session, sessionSummary } from "./episodic.ts";
import { report } from "./report.ts";
import { change, evidence, learning, learningCategory, link, nodeState, verdict } from "./semantic.ts";

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  summary: string;
  input: Input;
  output: Output;
  /** Inputs that the command line takes by position, in this order. */
  positional: readonly (keyof Input["shape"] & string)[];
  changes: "nothing" | "memory" | "daemon";
}

function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  summary: string,
  changes: Operation["changes"],
  input: Input,
  output: Output,
  positional: readonly (keyof Input["shape"] & string)[] = [],
): Operation<Input, Output> {
  return { summary, changes, input, output, positional };
}

const limit = (most: number) => z.number().int().min(1).max(1000).default(most).describe("most rows to show");
const folder = z
  .string()
  .optional()
  .describe("only the project of this folder (the command line means the current one)");
const allProjects = z.boolean().default(false).describe("look in every project");

const opinion = z.object({ rank: z.number().int(), score: z.number() }).nullable();

export const found = z.object({
  id: z.string().describe("id of what was found, e.g. an observation"),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  sessionId: z.string().nullable(),
  project: z.string(),
  happenedAt: z.string(),
  relevance: z.number().describe("how likely it answers the question, 0 to 1"),
  why: z
    .object({
      text: opinion.describe("what full text said"),
      meaning: opinion.describe("what the embedding model said"),
      parts: z.record(z.string(), z.number()).describe("what the score is made of"),
    })
    .optional(),
});

export const job = z.object({
  id: z.string(),
  kind: z.string(),
  key: z.string(),
  state: z.enum(["pending", "running", "failed"]),
  attempts: z.number().int(),
  runAt: z.string(),
  error: z.string().nullable(),
});

export const problem = z.object({ message: z.string(), hint: z.string() });

export const daemonState = z.object({
  pid: z.number().int(),
  version: z.string(),
  startedAt: z.string(),
  home: z.string(),
  idleMinutes: z.number(),
  rssBytes: z.number().int(),
});

export const importState = z.object({
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  files: z.number().int(),
  filesDone: z.number().int(),
  bytes: z.number().int(),
  bytesDone: z.number().int(),
  stored: z.number().int(),
  duplicates: z.number().int(),
  error: z.string().nullable(),
});

export const reindexState = z.object({
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  documents: z.object({ done: z.number().int(), all: z.number().int() }),
  vectors: z.object({ done: z.number().int(), all: z.number().int() }),
  error: z.string().nullable(),
});

export const compressionState = z.object({
  model: z.string().nullable().describe("null: rules alone"),
  waiting: z.number().int().describe("observations that the model will improve"),
  state: z.enum(["idle", "waiting", "running", "failed"]),
  trouble: z.string().nullable().describe("why some wait longer"),
  nextAt: z.string().nullable(),
});

const compressionSetting = z
  .string()
  .regex(/^(offline|offline-brief|model|(anthropic|openai-compatible|claude-cli):\S+)$/, "no such setting");
const settingsText = "offline, offline-brief, model (the one that is set), or PROVIDER:MODEL";

const arm = z.object({
  setting: z.string(),
  samples: z.number().int(),
  fidelity: z.number().nullable().describe("share of all files, identifiers and numbers that was kept"),
  files: z.number().nullable(),
  identifiers: z.number().nullable(),
  numbers: z.number().nullable(),
  tokens: z.number().describe("kept on average"),
  ratio: z.number().describe("tokens seen for each token kept"),
  brevity: z.number().describe("1: as short as wanted"),
  foundFirst: z.number().describe("share that a question from the raw text finds first"),
  foundInFive: z.number(),
  usd: z.number(),
  msEach: z.number(),
  fellBack: z
    .number()
    .int()
    .describe("samples for which the model gave nothing and the offline result counts"),
  trouble: z.string().nullable(),
});

const backup = z.object({ path: z.string(), bytes: z.number().int(), madeAt: z.string() });
const used = z.object({ usd: z.number(), capUsd: z.number() });
const deleted = z.object({ deleted: z.string() });
const id = z.string().min(1).describe("id, or a beginning of it that is unique");

export const operations = {
  status: operation(
    "Show what is remembered and whether all is well",
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
      problems: z.array(problem),
    }),
  ),
  search: operation(
    "Find what was done, asked or answered",
    "nothing",
    z.object({
      query: z.string().min(1).max(10_000).describe('words; "a phrase" must be there, -word must not'),
      limit: limit(10),
      kind: z.string().optional().describe("only this kind, e.g. observation"),
      folder,
      allProjects,
      session: z.string().optional().describe("only this session"),
      file: z.string().optional().describe("only what touched this file"),
      since: z.string().optional().describe("only what is newer: 24h, 7d, 2w or a date"),
      minRelevance: z.number().min(0).max(1).default(0).describe("leave out what is less relevant, 0 to 1"),
      quick: z
        .boolean()
        .default(false)
        .describe("answer by words alone while the embedding model still loads"),
      explain: z.boolean().default(false).describe("say why each result was found"),
    }),
    z.object({ results: z.array(found), ms: z.number(), note: z.string().nullable() }),
    ["query"],
  ),
  search_memory: operation(
    "Search what is remembered of earlier work",
    "nothing",
    z.object({
      query: z.string().min(1).max(10_000).describe("what to look for, in words"),
      limit: z.number().int().min(1).max(100).default(5).describe("most results"),
      session: z.string().optional().describe("only this session"),
      min_relevance: z.number().min(0).max(1).default(0).describe("0 to 1"),
      folder,
    }),
    z.object({ results: z.array(found), ms: z.number(), note: z.string().nullable() }),
    ["query"],
  ),
  show: operation(
    "Show anything by its id",
    "nothing",
    z.object({ id }),
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("observation"), observation }),
      z.object({
        kind: z.literal("session"),
        session,
        summary: sessionSummary.nullable(),
        observations: z.array(observation),
      }),
      z.object({
        kind: z.literal("learning"),
        learning,
        evidence: z.array(evidence),
        links: z.array(link),
      }),
    ]),
    ["id"],
  ),
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
  report: operation(
    "Report on today, a session or a period",
    "nothing",
    z.object({
      session: z.string().optional().describe("only this session"),
      since: z.string().optional().describe("from then on: 24h, 7d, 2w or a date (default: today)"),
      eval: z.boolean().default(false).describe("how well engram itself did: compression, search, spend"),
      folder,
      allProjects,
    }),
    report,
  ),
  "eval.compression": operation(
    "Compare two ways of compressing on your own transcripts",
    "nothing",
    z.object({
      a: compressionSetting.default("offline").describe(settingsText),
      b: compressionSetting.default("offline-brief").describe("the other one"),
      samples: z.number().int().min(2).max(500).default(40).describe("how many observations to try"),
      seed: z.number().int().default(1).describe("the same seed chooses and splits the same"),
      paired: z.boolean().default(false).describe("give every sample to both instead of splitting them"),
    }),
    z.object({ samples: z.number().int(), seed: z.number(), paired: z.boolean(), arms: z.array(arm) }),
  ),
  learnings: operation(
    "List what was learned, the surest first",
    "nothing",
    z.object({
      limit: limit(50),
      folder,
      allProjects,
      category: learningCategory.optional().describe("only this category"),
      state: nodeState.default("active").describe("also what was put away or rejected"),
      minConfidence: z.number().min(0).max(1).default(0).describe("leave out what is less sure, 0 to 1"),
    }),
    z.object({ learnings: z.array(learning) }),
  ),
  "learnings.show": operation(
    "Show one learning with what speaks for and against it",
    "nothing",
    z.object({ id }),
    z.object({ learning, evidence: z.array(evidence), links: z.array(link) }),
    ["id"],
  ),
  "learnings.add": operation(
    "Add something that agents should know",
    "memory",
    z.object({
      content: z.string().min(3).max(1000).describe("one sentence"),
      category: learningCategory.optional().describe("which kind it is (default: by its words)"),
      folder,
      global: z.boolean().default(false).describe("holds in every project"),
    }),
    z.object({ learning }),
    ["content"],
  ),
  "learnings.confirm": operation(
    "Confirm a learning: it is sure from now on, whatever sessions bring",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.reject": operation(
    "Reject a learning: it does not come back",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.edit": operation(
    "Correct a learning, which also confirms it",
    "memory",
    z.object({
      id,
      content: z.string().min(3).max(1000).optional().describe("new sentence"),
      category: learningCategory.optional().describe("new category"),
    }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.log": operation(
    "List what you and the consolidation changed, the newest first",
    "nothing",
    z.object({ limit: limit(20) }),
    z.object({ changes: z.array(change) }),
  ),
  "learnings.undo": operation(
    "Undo the newest change to learnings, or the one with this id",
    "memory",
    z.object({ id: id.optional() }),
    z.object({ change, learnings: z.array(learning) }),
    ["id"],
  ),
  jobs: operation(
    "List background work that waits, runs or has failed",
    "nothing",
    z.object({ state: z.enum(["pending", "running", "failed"]).optional().describe("only these") }),
    z.object({ jobs: z.array(job) }),
  ),
  "jobs.retry": operation(
    "Start failed jobs again",
    "memory",
    z.object({}),
    z.object({ retried: z.number().int() }),
  ),
  spend: operation(
    "Show what model calls have cost",
    "nothing",
    z.object({ by: z.enum(["day", "purpose", "model"]).default("day").describe("what to add up by") }),
    z.object({
      rows: z.array(
        z.object({
          name: z.string(),
          calls: z.number().int(),
          input: z.number().int().describe("tokens"),
          output: z.number().int().describe("tokens"),
          usd: z.number(),
        }),
      ),
      today: used.describe("since midnight UTC"),
      month: used.describe("since the first of the month, UTC"),
      open: z
        .object({ calls: z.number().int(), usd: z.number() })
        .describe("calls under way, at the most they can cost"),
      prices: z.string().describe("the file in which to set a model's price"),
    }),
  ),
  backup: operation(
    "Copy the store to a file",
    "nothing",
    z.object({ path: z.string().optional().describe("where to (default: the backups folder)") }),
    backup,
    ["path"],
  ),
  "import.start": operation(
    "Take in existing transcripts of Claude Code",
    "memory",
    z.object({ folder: z.string().describe("folder that holds the transcripts") }),
    importState,
    ["folder"],
  ),
  "compress.start": operation(
    "Let the model improve what waits for it",
    "memory",
    z.object({}),
    compressionState,
  ),
  "compress.state": operation("Show what waits for the model", "nothing", z.object({}), compressionState),
  "reindex.start": operation(
    "Make the search index anew from what is remembered",
    "memory",
    z.object({}),
    reindexState,
  ),
  "reindex.state": operation("Show how far the search index is", "nothing", z.object({}), reindexState),
  "import.state": operation("Show how far the import is", "nothing", z.object({}), importState),
  "daemon.state": operation("Show who the daemon is", "nothing", z.object({}), daemonState),
  "daemon.stop": operation(
    "Let the daemon finish what it does, then end it",
    "daemon",
    z.object({}),
    z.object({ stopping: z.literal(true) }),
  ),
} as const;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];
/** The same table for code that treats all operations alike. */
export const operationTable = operations as unknown as Record<OperationName, Operation>;
/** As a caller gives it: what has a default may be left out. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]["input"]>;
/** As a handler gets it. */
export type ParsedInputOf<N extends OperationName> = z.output<(typeof operations)[N]["input"]>;
export type OutputOf<N extends OperationName> = z.output<(typeof operations)[N]["output"]>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
