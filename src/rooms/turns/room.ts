// The room of turns: a prompt, what was done for it and its outcome. Import only this file; the other files are private.

export { checksIn } from "./checks.ts";
export { improveTurn } from "./improve.ts";
export { markPoint } from "./marks.ts";
export { hasContent, isTurnWorthOffering } from "./offering.ts";
export { isWorthALine, openList, toldPoints } from "./open-list.ts";
export {
  completedIn,
  decidedIn,
  doneLines,
  openLines,
  outcomesOf,
  outlinesOf,
  requestsOf,
} from "./overview.ts";
export { turnOwner } from "./owner.ts";
export { saidOpen } from "./points.ts";
export { lastInTurns, lastPromptAt, makeTurns, startOfTurnBefore, turnsMissingFrom } from "./rebuild.ts";
export { recordsOf } from "./record.ts";
export { turnRecords } from "./records.ts";
export { takenBack } from "./taken-back.ts";
export {
  getTurn,
  lastOutcomes,
  recentTurns,
  turnAt,
  turnsAbout,
  turnsById,
  turnsHaving,
  turnsOf,
  turnsWithin,
} from "./turns.ts";
export { answeredIn, askedIn, edited, limited, ownOf } from "./work-done.ts";
