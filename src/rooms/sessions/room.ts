// The room of sessions: conversations of host agents, their transcripts and summaries. Import only this file; the other
// files are private.

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
  markSummarized,
  putSummary,
  recentSummaries,
  silentSessions,
  summaryOf,
  upToOf,
} from "./summaries.ts";
export {
  dropTranscriptMark,
  noteTranscript,
  saveTranscriptMark,
  type TranscriptMark,
  transcriptMark,
  transcriptPaths,
  transcriptsOfSession,
  transcriptsReadSince,
  transcriptTwins,
} from "./transcripts.ts";
