// The room of observations: what happened, one compressed thing at a time. Import only this file; the other files are
// private.

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
export { excerptOf, wholeText } from "./compress/excerpt.ts";
export { improvedBy } from "./compress/improve.ts";
export { requestFor } from "./compress/request.ts";
export { dropObservation, rewriteObservation } from "./edits.ts";
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
export { dropTwins, importedKey, twinOf } from "./imported.ts";
export {
  countObservations,
  filesTouchedBy,
  getObservation,
  improveObservation,
  markUnimproved,
  newestObservationAt,
  observationByKey,
  observationsAbout,
  observationsOf,
  putSymbols,
  recentObservations,
} from "./observations.ts";
export { deleteOldMaterial, oldMaterial } from "./old-material.ts";
export { observationOwner } from "./owner.ts";
export {
  knownAmong,
  type NewObservation,
  type PreparedObservation,
  prepareObservation,
  type Recorded,
  record,
  recordAll,
} from "./record.ts";
export { observationRecords } from "./records.ts";
export {
  keepSaid,
  type SaidOrDone,
  saidBeyond,
  storyOf,
  wholeObservations,
  withWholePrompts,
} from "./said.ts";
export { outlineOf, positionOf, timelineOf } from "./timeline.ts";
export { type TouchingRow, toolUseBehind, touchesBefore, touchesSince } from "./touches.ts";
