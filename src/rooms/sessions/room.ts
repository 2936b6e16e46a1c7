// The room of sessions: conversations of host agents and their summaries. Import only this file; the other
// files are private.

export { type MachineSeen, machinesSeen, sessionAuthors } from "./authors.ts";
export { openImportedSession } from "./imported.ts";
export {
  leaveSession,
  nameSession,
  newestActive,
  openNamedSession,
  sessionNamed,
  switchedTo,
  switchTo,
} from "./named-sessions.ts";
export { sessionOwner } from "./owner.ts";
export { sessionRecords } from "./records.ts";
export {
  addSession,
  closeSilentSession,
  continueSession,
  conversationIds,
  countSessions,
  currentWork,
  deleteSession,
  endSession,
  getSession,
  isSession,
  listSessions,
  markSeen,
  type OpenedSession,
  resumeSession,
  type SessionEvent,
} from "./sessions.ts";
export {
  countSummaries,
  lastUndescribed,
  markSummarized,
  noteUndescribed,
  putSummary,
  recentSummaries,
  silentSessions,
  summaryOf,
  undescribed,
  unsummarised,
  upToOf,
  writtenOf,
} from "./summaries.ts";
