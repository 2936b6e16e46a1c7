// Operations on the code map: symbols, calls, changes, and drawings of them.

import { z } from "zod";
import {
  callSite,
  codeSymbol,
  danglingCall,
  mapProgress,
  mapStatus,
  symbolChangeEntry,
} from "../../protocol/codemap.ts";
import { agentOperation, folder, limit, operation, path } from "../operation.ts";

const name = z.string().min(1).max(500).describe("a name, a qualified name (Bill.total), or src/a.ts#total");
const budget = z.number().int().min(50).max(200_000).default(4_000).describe("maximum tokens");
const status = mapStatus;

const mapRun = z.object({
  state: z.enum(["none", "waiting", "running", "done", "failed"]),
  progress: mapProgress,
  error: z.string().nullable(),
});

const symbols = z.array(codeSymbol);
const dangling = z
  .array(danglingCall)
  .describe("calls that still use the name from before a symbol was renamed, moved or deleted");
const calls = z.object({
  symbols: symbols.describe("what the name stands for"),
  calls: z.array(callSite),
  maybe: z.array(callSite).describe("calls of that name whose target could not be resolved"),
  status,
});

export const operations = {
  "map.start": operation(
    "Map the code of a folder: find its symbols and what changed",
    "memory",
    z.object({ path: path(z.string().describe("folder or file to map")) }),
    mapRun,
    ["path"],
    { cli: { within: "map" } },
  ),
  "map.state": operation(
    "Show the progress of mapping a folder",
    "nothing",
    z.object({ path: path(z.string().describe("folder or file that is mapped")) }),
    mapRun,
    ["path"],
    { cli: { within: "map" } },
  ),
  "map.show": operation(
    "Show the symbols of a folder or file, the most important ones within a token budget",
    "nothing",
    z.object({
      path: path(z.string().optional().describe("folder or file (on the command line: the current folder)")),
      budget,
      mention: z
        .string()
        .max(2_000)
        .optional()
        .describe("names or words that the task is about: they are shown first"),
      folder,
    }),
    z.object({
      project: z.string(),
      files: z.array(
        z.object({ file: z.string(), language: z.string().nullable(), symbols, left: z.number().int() }),
      ),
      shown: z.number().int(),
      left: z.number().int().describe("symbols that did not fit"),
      tokens: z.number().int(),
      status,
    }),
    ["path"],
    { cli: { within: "map" } },
  ),
  code_map: agentOperation(
    "code_map",
    "Show the code's most important symbols with signatures, the callers of one, or what changes since a commit break.",
    "nothing",
    z.strictObject({
      mention: z.string().max(10_000).optional(),
      path: path(z.string().optional()),
      callers_of: z.string().optional(),
      changes_since: z.string().max(200).optional(),
      budget: z.number().int().min(100).max(10_000).default(1_500),
    }),
    z.object({
      text: z.string(),
      left: z.number().int().describe("symbols or calls left out"),
      note: z.string().describe("how complete it is"),
    }),
    { place: { folder } },
  ),
  symbol: operation(
    "Show a symbol: signature, documentation, callers, callees, changes",
    "nothing",
    z.object({ name, folder }),
    z.object({
      symbols: z.array(
        codeSymbol.extend({
          callers: z.number().int(),
          callees: z.number().int(),
          changes: z.array(symbolChangeEntry),
        }),
      ),
      status,
    }),
    ["name"],
  ),
  callers: operation(
    "List the calls of a symbol",
    "nothing",
    z.object({ name, limit: limit(100), folder }),
    calls.extend({ dangling }),
    ["name"],
  ),
  callees: operation(
    "List the calls that a symbol makes",
    "nothing",
    z.object({
      name,
      all: z.boolean().default(false).describe("also calls of builtins and logging"),
      limit: limit(100),
      folder,
    }),
    calls.extend({ noise: z.number().int().describe("calls of builtins and logging that are left out") }),
    ["name"],
  ),
  impact: operation(
    "Show what could break: everything that calls a symbol or file, directly or not",
    "nothing",
    z.object({
      name: name.describe("a file, or a symbol"),
      depth: z.number().int().min(1).max(20).default(5).describe("maximum distance in calls"),
      limit: limit(200),
      folder,
    }),
    z.object({
      symbols,
      dangling,
      reached: z.array(z.object({ symbol: codeSymbol, depth: z.number().int(), confidence: z.number() })),
      tests: z.array(z.object({ symbol: codeSymbol, depth: z.number().int(), confidence: z.number() })),
      memories: z.array(z.object({ id: z.string(), content: z.string(), stale: z.boolean() })),
      maybe: z
        .number()
        .int()
        .describe("unresolved calls of these names: each may be a caller that is missing here"),
      status,
    }),
    ["name"],
    { cli: { within: "impact" } },
  ),
  "impact.diff": operation(
    "Show what the changes since a commit mean: callers, broken calls, tests, memories, code without callers",
    "nothing",
    z.object({
      base: z
        .string()
        .min(1)
        .max(200)
        .default("HEAD")
        .describe("a branch or commit; uncommitted changes count too"),
      depth: z.number().int().min(1).max(20).default(3).describe("maximum distance in calls"),
      limit: limit(200),
      folder,
    }),
    z.object({
      base: z.string(),
      files: z.array(z.string()).describe("files that differ"),
      changes: z.array(
        symbolChangeEntry
          .pick({ file: true, qualified: true, kind: true, signature: true, change: true, was: true })
          .extend({ line: z.number().int().nullable().describe("null for a deleted symbol") }),
      ),
      dangling,
      reached: z.array(
        z.object({
          symbol: codeSymbol,
          depth: z.number().int(),
          confidence: z.number(),
          callsOf: z.array(z.object({ file: z.string(), qualified: z.string() })),
        }),
      ),
      tests: z.array(z.object({ file: z.string(), names: z.array(z.string()) })).describe("tests to run"),
      unused: z
        .array(z.object({ file: z.string(), qualified: z.string(), line: z.number().int() }))
        .describe("functions that the changes called, and nothing calls or names any more"),
      memories: z.array(z.object({ id: z.string(), content: z.string(), stale: z.boolean() })),
      left: z.number().int().describe("changes that did not fit"),
      status,
    }),
    ["base"],
    { cli: { within: "impact" } },
  ),
  tests: operation(
    "List the tests that reach a file or symbol by calls",
    "nothing",
    z.object({
      name: name.describe("a file, or a symbol"),
      depth: z.number().int().min(1).max(20).default(8),
      folder,
    }),
    z.object({
      tests: z.array(z.object({ file: z.string(), names: z.array(z.string()) })),
      maybe: z.number().int(),
      status,
    }),
    ["name"],
  ),
  dead: operation(
    "List functions that nothing calls or names, or that nothing would call if a symbol were deleted",
    "nothing",
    z.object({
      ifDeleted: name.optional().describe("the symbol that would be deleted"),
      limit: limit(100),
      folder,
    }),
    z.object({ unused: symbols, status }),
  ),
  hotspots: operation(
    "List the symbols that change often and have many callers",
    "nothing",
    z.object({ limit: limit(20), folder }),
    z.object({
      symbols: z.array(
        z.object({ symbol: codeSymbol, changes: z.number().int(), callers: z.number().int() }),
      ),
      status,
    }),
  ),
  changes: operation(
    "List the symbols that changed, newest first",
    "nothing",
    z.object({
      session: z.string().optional().describe("only by this session"),
      since: z.string().optional().describe("yesterday, monday, 24h, 7d or a date"),
      limit: limit(100),
      folder,
    }),
    z.object({ changes: z.array(symbolChangeEntry), status }),
  ),
  "code.draw": operation(
    "Draw the calls between the symbols of a project or file",
    "nothing",
    z.object({
      file: z.string().optional().describe("only this file, and what it calls or is called from"),
      as: z.enum(["mermaid", "dot"]).default("mermaid").describe("language of the drawing"),
      limit: limit(60),
      folder,
    }),
    z.object({
      text: z.string(),
      symbols: z.number().int(),
      edges: z.number().int(),
      left: z.number().int().describe("symbols that did not fit"),
      status,
    }),
    ["file"],
    { cli: { within: "report" } },
  ),
} as const;
