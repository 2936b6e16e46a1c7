// The entry for code that must not load the parser: commands, hooks, the store, the daemon's main thread.

export { definedIn, hashOf } from "./body.ts";
export { type ConfirmedCall, confirmedCalls, heal } from "./calls/confidence.ts";
export type { CallEdge } from "./calls/edges.ts";
export type { AroundAnswer, AroundQuestion, ProjectFiles } from "./calls/nearby.ts";
export { callsInTraces, type SeenCall } from "./calls/stack-trace.ts";
export { definitionIn } from "./definitions.ts";
export { compareSymbols, type EarlierSymbol, provingWeight, type SymbolWithBefore } from "./diff.ts";
export {
  contentHash,
  type FileMap,
  isMappable,
  isTestPath,
  type MappedSymbol,
  maxFileLength,
  skippedAs,
} from "./file-map.ts";
export type { CallResolution, SymbolChangeKind, SymbolKind } from "./kinds.ts";
export { languageOf } from "./languages/of-path.ts";
export { fits, type Parameters, parametersOf } from "./parameters.ts";
