// The room of compactions: summaries of what a host compacted away. Import only this file; the other files are private.

export {
  type CompactionEvent,
  compactionsOf,
  getCompaction,
  latestCompactions,
  type MadeSummary,
  noteCompaction,
  putCompactionSummary,
  putMessageRange,
} from "./compactions.ts";
export { lengthsOf as lengthsOfCompaction } from "./lengths.ts";
export { compactionNamed, summaryFileOf, tiersOf } from "./session-tiers.ts";
export { countIn, observationsIn, type Stretch, stretchOf, windowOf } from "./stretch.ts";
export { summariseStretch, type Words } from "./summarise.ts";
