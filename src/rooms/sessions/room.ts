// The room of sessions: conversations of host agents, their transcripts and summaries. Import only this file; the other files are private.

export {
  dropTwins,
  type ImportedSession,
  importedKey,
  openImportedSession,
  openProjectNamed,
  twinOf,
} from "./imported.ts";
export {
  type Caller,
  leaveSession,
  nameSession,
  newestActive,
  openNamedSession,
  sessionNamed,
  switchedTo,
  switchTo,
  terminalHost,
} from "./named-sessions.ts";
export { compactionOwner, observationOwner, sessionOwner, turnOwner } from "./owners.ts";
export { episodicRecords } from "./portable.ts";
export {
  closeSilentSession,
  countSessions,
  currentWork,
  deleteSession,
  endSession,
  getSession,
  isSession,
  listSessions,
  markSeen,
  type OpenedSession,
  openSession,
  resumeSession,
} from "./sessions.ts";
export {
  markSummarized,
  type NewSummary,
  putSummary,
  silentSessions,
  summaryOf,
  upToOf,
} from "./summaries.ts";
export { summarise } from "./summarise.ts";
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
