// The room of turns: a prompt, what was done for it and its outcome. Import only this file; the other files are private.

export { checksIn } from "./checks.ts";
export { improveTurn } from "./improve.ts";
export { hasContent, isTurnWorthOffering, isWorthOffering } from "./offering.ts";
export { decidedIn, outcomesOf, requestsOf, stillOpen, type TurnGist } from "./overview.ts";
export { completeTurns, observationsOfTurn, rebuildTurns, reviseTurns } from "./rebuild.ts";
export { takenBack } from "./taken-back.ts";
export {
  getTurn,
  recentTurns,
  type TurnFilter,
  titleOf as titleOfTurn,
  turnsAbout,
  turnsById,
  turnsOf,
  turnsWithin,
} from "./turns.ts";
export { valuesIn } from "./values.ts";
