// The code map as callers see it: symbols, changes, calls.

import { z } from "zod";
import { callResolutions, symbolChangeKinds, symbolKinds } from "../../libs/callgraph/kinds.ts";

const symbolKind = z.enum(symbolKinds);

const symbolChange = z.enum(symbolChangeKinds);

const callResolution = z.enum(callResolutions);

export const codeSymbol = z.object({
  id: z.string(),
  file: z.string(),
  name: z.string(),
  qualified: z.string().describe("with the names around it"),
  kind: symbolKind,
  parent: z.string().nullable(),
  signature: z.string().describe("as written"),
  decorators: z.array(z.string()),
  documentation: z.string().describe("first line"),
  startLine: z.number().int(),
  endLine: z.number().int(),
  isTest: z.boolean(),
  change: symbolChange.describe("against the snapshot before"),
  changedAt: z.string().nullable(),
});
export type CodeSymbol = z.infer<typeof codeSymbol>;

export const mapProgress = z.object({
  files: z.number().int().describe("files of a known language"),
  done: z.number().int(),
  mapped: z.number().int().describe("parsed in this run"),
  unchanged: z.number().int().describe("not parsed again, because their content is the same"),
  removed: z.number().int().describe("files that are gone"),
  symbols: z.number().int(),
  broken: z
    .array(z.string())
    .describe("files that do not parse, whose last good map stays, or that are not valid UTF-8"),
  skipped: z.array(z.object({ reason: z.string(), files: z.number().int(), names: z.array(z.string()) })),
});
export type MapProgress = z.infer<typeof mapProgress>;

/** How complete and how current the map is: an empty answer must never look like "nobody calls it". */
export const mapStatus = z.object({
  mappedAt: z.string().nullable().describe("when all files were last mapped; null if only touched files are"),
  files: z.number().int(),
  skipped: z.number().int(),
  symbols: z.number().int(),
  calls: z.number().int(),
  unresolvedCalls: z
    .number()
    .int()
    .describe(
      "calls without a known target of a name that the project defines: each may be one that is missing",
    ),
  externalCalls: z
    .number()
    .int()
    .describe("calls of libraries, and of names that the project does not define"),
  callsAt: z.string().nullable().describe("when calls were last resolved for the whole project"),
  filesWithoutCalls: z
    .number()
    .int()
    .describe("files whose calls are not resolved for their current content"),
  notMapped: z.array(z.string()).describe("files of a known language without a map, with the reason"),
  broken: z.array(z.string()).describe("files that do not parse, and what is shown of them"),
  stale: z.array(z.string()).describe("files in this answer that changed after they were mapped"),
});
export type MapStatus = z.infer<typeof mapStatus>;

export const symbolChangeEntry = z.object({
  symbolId: z.string().nullable().describe("null if the symbol is gone"),
  file: z.string(),
  qualified: z.string(),
  kind: symbolKind,
  signature: z.string(),
  change: symbolChange,
  was: z.string().nullable().describe("file#name before it was renamed or moved"),
  at: z.string(),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
});
export type SymbolChangeEntry = z.infer<typeof symbolChangeEntry>;

/** A call that still uses the name of a symbol that was renamed, moved or deleted. */
export const danglingCall = z.object({
  was: z.string().describe("what it called, as file#name"),
  now: z.string().nullable().describe("the new name, as file#name; null for a symbol that was deleted"),
  file: z.string().describe("the file that contains the call"),
  line: z.number().int(),
  written: z.string().describe("the call as written"),
  caller: z.string().nullable().describe("null for code outside of every function"),
});
export type DanglingCall = z.infer<typeof danglingCall>;

/** One end of a call, seen from the other. */
export const callSite = z.object({
  symbol: codeSymbol
    .nullable()
    .describe("null for code outside of every function, or a target outside of the project"),
  name: z.string().describe("its qualified name, or the name of what is called outside of the project"),
  file: z.string().describe("the file that contains the call"),
  line: z.number().int(),
  written: z.string().describe("the call as written"),
  resolution: callResolution,
  confidence: z
    .number()
    .describe("rises when a stack trace shows the call, and fades if nothing confirms a guess for long"),
  confirmedAt: z.string().nullable().describe("when a stack trace last showed the call"),
});
export type CallSite = z.infer<typeof callSite>;
