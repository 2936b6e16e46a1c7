// The ledger: what was injected, why, and whether it was used. Import only this file; the other files are private.

export {
  type Conversation,
  countUsage,
  dropOrphans,
  forgetWindow,
  injectionsOf,
  listInjections,
  markAsked,
  markUsed,
  noteInjections,
  openStatements,
  type Present,
  presentIn,
  promisesIn,
  sessionsWithInjections,
  unusedIn,
  usageBy,
  usageByHour,
  usesOf,
} from "./injections.ts";
export { injectionRecords } from "./records.ts";
