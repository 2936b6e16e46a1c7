// The room of observations: what happened, one compressed thing at a time. Import only this file; the other files are
// private.

export { activityIn } from "./activity.ts";
export { toolUseBehind } from "./changed-by.ts";
export { removeObservation, rewriteObservation } from "./edits.ts";
export { dropTwins, importedKey, twinOf } from "./imported.ts";
export {
  countObservations,
  filesTouchedBy,
  getObservation,
  improveObservation,
  indexQuestions,
  markUnimproved,
  newestObservationAt,
  observationByKey,
  observationsOf,
  putSymbols,
  recentObservations,
} from "./observations.ts";
export { oldMaterial, oldObservations } from "./old-material.ts";
export { observationOwner } from "./owner.ts";
export {
  type NewObservation,
  type PreparedObservation,
  prepareObservation,
  putObservations,
  type RecordResult,
  storedAmong,
} from "./record.ts";
export { observationRecords } from "./records.ts";
export { type EndedFailure, endedFailureLike } from "./runs.ts";
export { outlineOf, positionOf, timelineOf } from "./timeline.ts";

export {
  keepWholeTexts,
  repliesBetween,
  sessionsOfObservations,
  textsOf,
  type WholeObservation,
  wholeObservations,
  wholeTextBeyond,
} from "./whole-texts.ts";
