// Operations on the function library.

import { z } from "zod";
import {
  functionLanguage,
  functionRun,
  functionVersion,
  libraryFunction,
  metrics,
  testResult,
} from "../../protocol/functions.ts";
import { shownForms } from "../../protocol/shown.ts";
import { deleted, folder, force, limit, operation, path, tags } from "../operation.ts";

const name = z.string().min(1).max(100).describe("name or id of the function");
const version = z.number().int().min(1).optional();

const saved = z.object({
  function: libraryFunction,
  version: z.number().int(),
  isNewVersion: z.boolean().describe("false: the promoted version has this code already"),
  heldBack: z.string().nullable().describe("why it is not promoted"),
  refused: z.string().nullable().describe("why it would not run"),
  results: z.array(testResult),
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
      folder,
    }),
    saved,
    ["name"],
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
  ),
  "fn.versions": operation(
    "List a function's versions, newest first, with their figures",
    "nothing",
    z.object({ name }),
    z.object({ function: libraryFunction, versions: z.array(functionVersion), metrics: z.array(metrics) }),
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
    "fn.show",
  ),
  "fn.allow": operation(
    "Allow a module for one function, which a person decides in a terminal",
    "memory",
    z.object({ name, module: z.string().min(1).max(100).describe("the module's name") }),
    z.object({ function: libraryFunction }),
    ["name", "module"],
  ),
} as const;
