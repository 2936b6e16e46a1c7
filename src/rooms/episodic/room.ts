// The episodic room: what happened, session by session. Import only this file; the other files are private.

export {
  compressionIn,
  countsIn,
  failuresIn,
  hoursIn,
  lastReplyOf,
  namedMost,
  type Span,
  sessionsIn,
  spanOfSession,
  toolsIn,
} from "./activity.ts";
export {
  type CompactionEvent,
  compactionsOf,
  getCompaction,
  latestCompactions,
  type MadeSummary,
  noteCompaction,
  putCompactionSummary,
  putMessageRange,
} from "./compactions/compactions.ts";
export { lengthsOf as lengthsOfCompaction } from "./compactions/lengths.ts";
export { compactionNamed, summaryFileOf, tiersOf } from "./compactions/session-tiers.ts";
export { countIn, observationsIn, type Stretch, stretchOf, windowOf } from "./compactions/stretch.ts";
export { summariseStretch, type Words } from "./compactions/summarise.ts";
export { excerptOf, wholeText } from "./compress/excerpt.ts";
export { improvedBy } from "./compress/improve.ts";
export { requestFor } from "./compress/request.ts";
export {
  batchOf,
  countWaiting,
  dropRaw,
  keepRaw,
  nextBatch,
  noteTrouble,
  pruneRaw,
  type Waiting,
} from "./excerpts.ts";
export { identify, treeOf } from "./identity.ts";
export {
  type Conversation,
  countUsage,
  dropOrphans,
  forgetWindow,
  injectionsOf,
  markAsked,
  markUsed,
  type NewInjection,
  noteInjections,
  presentIn,
  unusedIn,
  usesOf,
} from "./injections.ts";
export {
  countObservationsOf,
  countPrompts,
  deleteObservation,
  editObservation,
  filesTouchedBy,
  getObservation,
  improveObservation,
  markUnimproved,
  type NewObservation,
  newestObservationAt,
  observationByKey,
  observationsAbout,
  observationsOf,
  offline,
  type Recorded,
  recentObservations,
  record,
} from "./observations.ts";
export { compactionOwner, observationOwner, sessionOwner } from "./owners.ts";
export {
  countMemories,
  countProjects,
  deleteProjectWithoutSessions,
  findProject,
  lockProject,
  openProjectAt,
  projectNames,
  projectOf,
  projectRoot,
  projectRoots,
  projectScope,
  projectsNamed,
  rootsOfSessions,
} from "./projects.ts";
export {
  currentWork,
  deleteSession,
  endSession,
  getSession,
  isSession,
  listSessions,
  type OpenedSession,
  openSession,
  resumeSession,
} from "./sessions.ts";
export { shorten } from "./shorten/shorten.ts";
export { shownPath } from "./shorten/text/paths.ts";
export {
  markSummarized,
  type NewSummary,
  putSummary,
  silentSessions,
  summaryOf,
  upToOf,
} from "./summaries.ts";
export { summarise } from "./summarise.ts";
export { type TouchingRow, touchesBefore, touchesSince } from "./touches.ts";
export {
  closeSilentSession,
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
