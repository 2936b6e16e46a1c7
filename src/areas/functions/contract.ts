// Operations on the function library.

import { z } from "zod";
import {
  functionLanguage,
  functionRun,
  functionVersion,
  keptRun,
  libraryFunction,
  metrics,
  runStatus,
  testHistory,
  testResult,
} from "../../protocol/functions.ts";
import { cut, pageOf, reach } from "../../protocol/paging.ts";
import { shownForms } from "../../protocol/shown.ts";
import {
  deleted,
  folder,
  force,
  limit,
  nextCursor,
  operation,
  pageInputs,
  path,
  rounded,
  tags,
} from "../operation.ts";

const name = z.string().min(1).max(100).describe("name or id of the function");
const version = z.number().int().min(1).optional();

const saved = z.object({
  function: libraryFunction,
  version: z.number().int(),
  isNewVersion: z.boolean().describe("false: the promoted version has this code already"),
  heldBack: z.string().nullable().describe("why it is not promoted"),
  refused: z.string().nullable().describe("why it would not run"),
  results: z.array(testResult),
  breaks: z.array(z.string()).describe("functions that need it and of which it breaks a test"),
});

export const operations = {
  "fn.save": operation(
    "Save a function, or a new version of one, and run its tests",
    "memory",
    z.object({
      name: z.string().min(1).max(100).describe("its name, which the code defines"),
      code: z
        .string()
        .max(200_000)
        .optional()
        .describe(
          "the code (on the command line also by stdin or --file); of a known function it may be left out",
        ),
      from: z.string().max(4000).optional().describe("take it out of a source file: src/text.py:slugify"),
      language: functionLanguage.optional().describe("python, javascript or typescript (default: as before)"),
      description: z.string().max(2000).optional().describe("what it does (default: its documentation)"),
      category: z.string().max(60).optional().describe("default: derived from its words"),
      tags: tags.optional(),
      change: z.string().max(500).optional().describe("what changed since the version before"),
      needs: z
        .string()
        .max(2000)
        .optional()
        .describe("names of functions of the library that it calls (default: as before)"),
      tests: z.string().max(200_000).optional().describe('JSON: [{"args": ["A b"], "value": "a-b"}, …]'),
      force: z.boolean().default(false).describe("promote it although it breaks a test"),
      author: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .default("user")
        .describe("who wrote it (on the command line: your user name)"),
      folder,
    }),
    saved,
    ["name"],
    {
      cli: { within: "fn save" },
      forAgents: {
        tool: "save_function",
        description: "Keep a tested function for later sessions.",
        input: z.strictObject({
          name: z.string(),
          language: functionLanguage,
          code: z.string().max(200_000),
          description: z.string().max(2000),
          // The whole form of a test would cost every session 250 tokens.
          tests: z
            .array(z.record(z.string(), z.unknown()))
            .default([])
            .describe("{args, value|error|property}"),
          needs: z.array(z.string()).optional(),
        }),
        output: z.object({
          name: z.string(),
          version: z.number().int(),
          held_back: z.string().optional(),
          refused: z.string().optional(),
          failed: z.array(z.object({ test: z.string(), expected: z.string(), got: z.string() })),
        }),
        asks: ({ tests, needs, ...made }) => ({
          ...{ ...made, author: "agent" as const, tests: JSON.stringify(tests) },
          ...(needs !== undefined && { needs: needs.join(" ") }),
        }),
        answers({ function: { name }, version, heldBack, refused, results }) {
          const failed = results.filter(({ passed }) => !passed);
          return {
            ...{ name, version },
            ...(heldBack !== null && { held_back: heldBack }),
            ...(refused !== null && { refused }),
            failed: failed.map(({ test, expected, got }) => ({ test, expected, got })),
          };
        },
      },
    },
  ),
  "fn.list": operation(
    "List the functions of the library",
    "nothing",
    z.object({
      language: functionLanguage.optional().describe("only this language"),
      category: z.string().optional().describe("only this category"),
      tag: z.string().optional().describe("only with this tag"),
      limit: limit(50),
    }),
    z.object({ functions: z.array(libraryFunction), categories: z.array(z.string()) }),
  ),
  "fn.show": operation(
    "Show a function: code, tests, figures, what it needs, similar ones and those used with it",
    "nothing",
    z.object({ name }),
    shownForms.function.extend({
      needs: z.array(z.string()),
      neededBy: z.array(z.string()),
      similar: z.array(z.string()).describe("functions that do something similar"),
      usedTogether: z.array(z.string()).describe("functions that were often run around the same time"),
    }),
    ["name"],
  ),
  "fn.search": operation(
    "Search functions by what they do",
    "nothing",
    z.object({ query: z.string().min(1).max(10_000).describe("words"), limit: limit(10) }),
    z.object({ functions: z.array(libraryFunction.extend({ relevance: z.number() })) }),
    ["query"],
    {
      forAgents: {
        tool: "search_functions",
        description: "Find saved functions by what they do.",
        input: z.strictObject({ query: z.string().max(10_000), ...pageInputs(5) }),
        output: z.object({
          functions: z.array(
            z.object({
              name: z.string(),
              description: z.string(),
              language: functionLanguage,
              signature: z.string(),
              tests_pass: z.boolean().nullable(),
              relevance: z.number(),
            }),
          ),
          ...nextCursor,
        }),
        asks: ({ query, limit, cursor }) => ({ query, limit: reach(pageOf(limit, cursor)) }),
        answers({ functions }, { limit, cursor }) {
          const { items, ...rest } = cut(functions, pageOf(limit, cursor));
          return {
            functions: items.map(({ name, description, language, signature, testsPass, relevance }) => ({
              ...{ name, description, language, signature, tests_pass: testsPass },
              relevance: rounded(relevance),
            })),
            ...rest,
          };
        },
      },
    },
  ),
  "fn.run": operation(
    "Run a function in the sandbox",
    "memory",
    z.object({
      name,
      args: z.string().max(1_000_000).default("[]").describe('arguments as a JSON array: ["A b", 3]'),
      use: version.describe("an earlier version"),
      timeoutMs: z.number().int().min(10).max(60_000).optional().describe("time limit in milliseconds"),
    }),
    z.object({ name: z.string(), version: z.number().int(), run: functionRun }),
    ["name", "args"],
    {
      forAgents: {
        tool: "run_function",
        description: "Run a saved function in the sandbox.",
        input: z.strictObject({ name: z.string(), args: z.array(z.unknown()).default([]) }),
        output: z.object({
          ...{ status: runStatus, value: z.json(), stdout: z.string(), error: z.string(), ms: z.number() },
        }),
        asks: ({ name, args }) => ({ name, args: JSON.stringify(args) }),
        answers: ({ run: { status, value, stdout, error, ms } }) => ({ status, value, stdout, error, ms }),
      },
    },
  ),
  "fn.test": operation(
    "Run a function's tests",
    "memory",
    z.object({
      name,
      use: version.describe("an earlier version"),
      remove: z.string().max(200).optional().describe("first delete the test of this name"),
    }),
    z.object({
      name: z.string(),
      version: z.number().int(),
      passed: z.boolean().nullable(),
      results: z.array(testResult),
    }),
    ["name"],
    {
      forAgents: {
        tool: "test_function",
        description: "Run the tests of a saved function.",
        input: z.strictObject({ name: z.string() }),
        output: z.object({ passed: z.boolean().nullable(), results: z.array(testResult) }),
        asks: ({ name }) => ({ name }),
        answers: ({ passed, results }) => ({ passed, results }),
      },
    },
  ),
  "fn.versions": operation(
    "List a function's versions, newest first, with their figures",
    "nothing",
    z.object({ name }),
    z.object({ function: libraryFunction, versions: z.array(functionVersion), metrics: z.array(metrics) }),
    ["name"],
  ),
  "fn.runs": operation(
    "List a function's runs, newest first, and since when each test passes or fails",
    "nothing",
    z.object({
      name,
      tests: z.boolean().default(false).describe("only runs of tests"),
      failed: z.boolean().default(false).describe("only runs that failed"),
      limit: limit(20),
    }),
    z.object({ name: z.string(), runs: z.array(keptRun), tests: z.array(testHistory) }),
    ["name"],
  ),
  "fn.diff": operation(
    "Compare two versions of a function",
    "nothing",
    z.object({
      name,
      from: version.describe("default: the version before"),
      to: version.describe("default: the newest"),
    }),
    z.object({
      name: z.string(),
      from: z.number().int(),
      to: z.number().int(),
      diff: z.string(),
      changed: z.array(z.object({ symbol: z.string(), how: z.enum(["new", "changed", "gone"]) })),
    }),
    ["name"],
  ),
  "fn.rollback": operation(
    "Return to an earlier version, as a new version",
    "memory",
    z.object({
      name,
      to: z.number().int().min(1).describe("the version to return to"),
      force: force.describe("also if it breaks a test"),
    }),
    saved,
    ["name"],
  ),
  "fn.deps": operation(
    "Show what a function needs and what needs it",
    "nothing",
    z.object({ name }),
    z.object({ name: z.string(), needs: z.array(z.string()), neededBy: z.array(z.string()) }),
    ["name"],
  ),
  "fn.export": operation(
    "Write functions with all versions and tests to a JSON file",
    "nothing",
    z.object({
      path: path(z.string().min(1).describe("the file")),
      names: z.string().optional().describe("only these, separated by commas"),
      force,
    }),
    z.object({ path: z.string(), functions: z.number().int() }),
    ["path"],
  ),
  "fn.import": operation(
    "Import functions from such a file; known versions are skipped",
    "memory",
    z.object({ path: path(z.string().min(1).describe("the file")) }),
    z.object({
      functions: z.number().int(),
      versions: z.number().int().describe("that were new here"),
      heldBack: z.array(z.string()).describe("functions whose newest version breaks a test here"),
    }),
    ["path"],
  ),
  "fn.delete": operation(
    "Delete a function with its versions, tests and runs",
    "memory",
    z.object({ name }),
    deleted,
    ["name"],
    { lossShownBy: "fn.show" },
  ),
  "fn.allow": operation(
    "Allow a module for one function, which a person decides in a terminal",
    "memory",
    z.object({ name, module: z.string().min(1).max(100).describe("the module's name") }),
    z.object({ function: libraryFunction }),
    ["name", "module"],
    { cli: { within: "fn allow" } },
  ),
} as const;
