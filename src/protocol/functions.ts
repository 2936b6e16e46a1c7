// The function library: functions with immutable versions, their tests and their runs.

import { z } from "zod";

export const functionLanguage = z.enum(["python", "javascript", "typescript"]);
export type FunctionLanguage = z.output<typeof functionLanguage>;

const findingRule = z.enum([
  ...([
    "module",
    "builtin",
    "attribute",
    "dynamic code",
    "input and output",
    "unbounded loop",
    "syntax",
  ] as const),
]);
export type FindingRule = z.output<typeof findingRule>;

/** What the analysis of the code found, before anything runs. */
const finding = z.object({
  rule: findingRule,
  line: z.number().int(),
  what: z.string().describe("the code that was found"),
  message: z.string(),
  isRefused: z.boolean().describe("the function does not run because of it, unless a person allows it"),
});
export type Finding = z.output<typeof finding>;

const analysis = z.object({
  findings: z.array(finding),
  securityScore: z.number().int().describe("100: nothing was found; 0: certainly hostile"),
  cyclomatic: z.number().int().describe("independent paths through the code"),
  cognitive: z.number().int().describe("how hard the code is to follow; nesting counts more"),
});
export type Analysis = z.output<typeof analysis>;

export const libraryFunction = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  language: functionLanguage,
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  version: z.number().int().describe("the promoted version"),
  newestVersion: z.number().int().describe("higher than `version` if the newest one is held back"),
  signature: z.string(),
  testsPass: z.boolean().nullable().describe("null: it has no tests, or they have not run in this store"),
  allowed: z.array(z.string()).describe("modules that a person has allowed for this function"),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type LibraryFunction = z.output<typeof libraryFunction>;

export const functionVersion = z.object({
  version: z.number().int(),
  code: z.string(),
  signature: z.string(),
  change: z.string().describe("what changed"),
  author: z.string(),
  heldBack: z.string().nullable().describe("why it is not promoted"),
  analysis,
  dependencies: z.array(z.string()),
  createdAt: z.string(),
});
export type FunctionVersion = z.output<typeof functionVersion>;

/** What a test expects: a value, an error, or a property of the result. */
export const expectation = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.json(), tolerance: z.number().min(0).default(0) }),
  z.object({ kind: z.literal("error"), contains: z.string().default("") }),
  z.object({
    kind: z.literal("property"),
    property: z
      .string()
      .min(1)
      .describe("an expression in the function's language, with `result` and `args`"),
  }),
]);
export type Expectation = z.output<typeof expectation>;

/** A test as people and agents write it: it names what it expects. */
export const writtenTest = z.object({
  name: z.string().max(120).optional(),
  args: z.array(z.json()).default([]),
  value: z.json().optional(),
  tolerance: z.number().min(0).optional(),
  error: z.string().optional(),
  property: z.string().optional(),
  timeoutMs: z.number().int().min(10).max(60_000).optional(),
});
export type WrittenTest = z.output<typeof writtenTest>;

export const functionTest = z.object({
  id: z.string(),
  name: z.string(),
  args: z.array(z.json()),
  expects: expectation,
  timeoutMs: z.number().int().nullable(),
});
export type FunctionTest = z.output<typeof functionTest>;

export const runStatus = z.enum([
  ...(["ok", "error", "timeout", "memory", "output", "crash", "refused", "unavailable"] as const),
]);

export const functionRun = z.object({
  status: runStatus,
  value: z.json(),
  stdout: z.string(),
  stderr: z.string(),
  error: z.string(),
  ms: z.number(),
  peakMb: z.number(),
});
export type FunctionRun = z.output<typeof functionRun>;

export const testResult = z.object({
  test: z.string(),
  passed: z.boolean(),
  expected: z.string(),
  got: z.string(),
  ms: z.number(),
});
export type TestResult = z.output<typeof testResult>;

/** A run as it is kept: arguments and result as JSON, long ones cut. */
export const keptRun = z.object({
  id: z.string(),
  at: z.string(),
  version: z.number().int(),
  test: z.string().nullable().describe("name of the test that ran; null: a run that somebody asked for"),
  passed: z.boolean().nullable().describe("of a test"),
  status: runStatus,
  args: z.string(),
  value: z.string(),
  error: z.string(),
  ms: z.number(),
  peakMb: z.number(),
});
export type KeptRun = z.output<typeof keptRun>;

export const testHistory = z.object({
  test: z.string(),
  passed: z.boolean(),
  since: z.string().describe("the first of the runs in a row with this result"),
  version: z.number().int().describe("the version that ran then"),
  wasOther: z.boolean().describe("it had the other result before"),
});
export type TestHistory = z.output<typeof testHistory>;

export const metrics = z.object({
  version: z.number().int(),
  runs: z.number().int(),
  successRate: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  peakMb: z.number().nullable(),
});
export type Metrics = z.output<typeof metrics>;
