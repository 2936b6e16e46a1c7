// The episodic room: what happened, session by session. This is its front door; the other files are private to it.

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
} from "./figures.ts";
export { identify } from "./identity.ts";
export {
  countObservations,
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
  listSessions,
  openSession,
  resumeSession,
  type SessionPlace,
} from "./sessions.ts";
export { shorten } from "./shorten/shorten.ts";
