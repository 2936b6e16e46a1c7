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
export { branchOf } from "./branch.ts";
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
export { deleteObservation, dropObservation, editObservation } from "./edits.ts";
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
export { isForgottenRecord, standInFor } from "./forgotten.ts";
export {
  type ForgottenWords,
  forgetPhrase,
  forgetSentences,
  forgottenWords,
  sessionsOfObservations,
  textsOfSession,
  wordsOfObservation,
} from "./forgotten-words.ts";
export { identify, treeOf } from "./identity.ts";
export {
  dropTwins,
  type ImportedSession,
  importedKey,
  openImportedSession,
  openProjectNamed,
  twinOf,
} from "./imported.ts";
export {
  type Conversation,
  countUsage,
  dropOrphans,
  forgetWindow,
  injectionsOf,
  listInjections,
  markAsked,
  markUsed,
  type NewInjection,
  noteInjections,
  type Present,
  presentIn,
  sessionsWithInjections,
  unusedIn,
  usageBy,
  usageByHour,
  usesOf,
} from "./injections.ts";
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
export {
  countObservationsOf,
  countPrompts,
  filesTouchedBy,
  getObservation,
  improveObservation,
  markUnimproved,
  newestObservationAt,
  observationByKey,
  observationsAbout,
  observationsOf,
  offline,
  putSymbols,
  recentObservations,
} from "./observations.ts";
export { deleteOldMaterial, type OldMaterial, oldMaterial } from "./old-material.ts";
export { compactionOwner, observationOwner, sessionOwner, turnOwner } from "./owners.ts";
export { episodicRecords } from "./portable.ts";
export {
  countMemories,
  countProjects,
  deleteProjectWithoutSessions,
  findProject,
  listProjects,
  lockProject,
  openProjectAt,
  projectKeys,
  projectNames,
  projectOf,
  projectRoot,
  projectRoots,
  projectScope,
  projectsNamed,
  rootsOfSessions,
} from "./projects.ts";
export {
  knownAmong,
  type NewObservation,
  type PreparedObservation,
  prepareObservation,
  type Recorded,
  record,
  recordAll,
} from "./record.ts";
export { keepSaid, type SaidOrDone, saidBeyond, storyOf, withWholePrompts } from "./said.ts";
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
export { shorten } from "./shorten/shorten.ts";
export { shownPath } from "./shorten/text/paths.ts";
export { linesAroundEdits } from "./shorten/tools/write.ts";
export {
  markSummarized,
  type NewSummary,
  putSummary,
  silentSessions,
  summaryOf,
  upToOf,
} from "./summaries.ts";
export { summarise } from "./summarise.ts";
export { outlineOf, positionOf, timelineOf } from "./timeline.ts";
export { type TouchingRow, toolUseBehind, touchesBefore, touchesSince } from "./touches.ts";
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
export { checksIn } from "./turns/checks.ts";
export { improveTurn } from "./turns/improve.ts";
export { hasContent, isTurnWorthOffering, isWorthOffering } from "./turns/offering.ts";
export { decidedIn, outcomesOf, requestsOf, stillOpen, type TurnGist } from "./turns/overview.ts";
export { completeTurns, observationsOfTurn, rebuildTurns, reviseTurns } from "./turns/rebuild.ts";
export { takenBack } from "./turns/taken-back.ts";
export {
  getTurn,
  recentTurns,
  type TurnFilter,
  titleOf as titleOfTurn,
  turnsAbout,
  turnsById,
  turnsOf,
  turnsWithin,
} from "./turns/turns.ts";
export { valuesIn } from "./turns/values.ts";
