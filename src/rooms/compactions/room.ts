// The room of compactions: summaries of what a host compacted away. Import only this file; the other files are private.

export {
  type CompactionEvent,
  compactionsOf,
  isShown,
  latestCompactions,
  type MadeSummary,
  noteCompaction,
  putCompactionSummary,
  putMessageRange,
  unknown as unknownTrigger,
} from "./compactions.ts";
export { lengthsOf as lengthsOfCompaction } from "./lengths.ts";
export { compactionOwner } from "./owner.ts";
export { compactionRecords } from "./records.ts";
export { compactionNamed, summaryFileOf, tiersOf } from "./session-tiers.ts";
export { stretchOf, windowOf } from "./stretch.ts";
