// The entry for code that parses: trees, symbols, file maps and call graphs.

export { likelyConfidence } from "./calls/edges.ts";
export { createKeeper, type KeptSummary } from "./calls/kept.ts";
export { Nearby } from "./calls/nearby.ts";
export { resolveCalls, resolveInParts, summarise } from "./calls/resolve.ts";
export type { FileSummary } from "./calls/summary.ts";
export { mapFile } from "./map-file.ts";
export { parse } from "./parse.ts";
export { symbolsOf } from "./symbols.ts";
export type { Tree, TreeNode } from "./tree.ts";
