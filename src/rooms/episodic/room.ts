// The episodic room: what happened, session by session. This is its front door; the other files are private to it.

export { identify } from "./identity.ts";
export {
  countObservations,
  countObservationsOf,
  deleteObservation,
  editObservation,
  getObservation,
  indexObservations,
  type NewObservation,
  observationsOf,
  type Recorded,
  record,
} from "./observations.ts";
export {
  deleteSession,
  endSession,
  findProject,
  getSession,
  listSessions,
  openProjectAt,
  openSession,
  resumeSession,
  type SessionPlace,
} from "./sessions.ts";
export { shorten } from "./shorten/shorten.ts";
export {
  indexSummaries,
  markSummarized,
  type NewSummary,
  putSummary,
  silentSessions,
  summaryOf,
  upToOf,
} from "./summaries.ts";
export { summarise } from "./summarise.ts";
