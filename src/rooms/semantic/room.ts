// The semantic room: what is known, how sure it is, and why. This is its front door; the other files are private to it.

export { listChanges, noteChange, type Undone, undoChange } from "./changes.ts";
export { applyStep, type Kept, listKept, planConsolidation, type Step } from "./consolidate.ts";
export { claimsOf, evidenceOf } from "./evidence.ts";
export type { Candidate } from "./extract/candidate.ts";
export { categoryOf } from "./extract/category.ts";
export { extract } from "./extract/extract.ts";
export { proofOf } from "./extract/hypotheses.ts";
export { learningsIn } from "./figures.ts";
export { forgetSession } from "./forget.ts";
export { judge, type Likeness, likenessOf, type Neighbour } from "./judge.ts";
export {
  addLearning,
  confirmLearning,
  getLearning,
  type Learned,
  learn,
  listLearnings,
  prove,
  rejectLearning,
  type Seen,
  standingOf,
} from "./learnings.ts";
export { cosine, sharedWords } from "./likeness.ts";
export { indexNodes, linksOf } from "./nodes.ts";
export { countShown, countUsed } from "./usage.ts";
