// The entry for code that reads lasting statements out of text: it loads the statement model and its weights.

export { claimTerms, readStatement } from "./statements/claim.ts";
export {
  type Clash,
  clashOf,
  oneCoversOther,
  overlap,
  sharedTerms,
} from "./statements/clash.ts";
export type { Kind } from "./statements/classify.ts";
export { isImperative } from "./statements/features.ts";
export { type Obedience, obedienceOf } from "./statements/obedience.ts";
export { asContent, ownSentences } from "./statements/own-sentences.ts";
export { withoutFiller } from "./statements/read.ts";
export { splitReason } from "./statements/reason.ts";
export { isAnnounced } from "./statements/standalone.ts";
export {
  decisionsSaid,
  isFirm,
  type Stated,
  statementsIn,
  statementsSaid,
} from "./statements/statements.ts";
