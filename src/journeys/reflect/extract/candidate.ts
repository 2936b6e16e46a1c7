// The result of every kind of extraction: a learning that is not judged yet, and where it was seen.

import type { SaidBy } from "../../../protocol/knowledge.ts";
import type { Judged } from "../judge.ts";

export interface Candidate extends Judged {
  /** Whose words it is; null if nobody said it: it showed in what was done. */
  saidBy: SaidBy | null;
  /** Worth keeping without a person's word. */
  isSure: boolean;
  /** Something was chosen: it is stored as a decision. */
  isDecision: boolean;
  observationId: string | null;
  /** When it was said or happened. */
  at: string;
  /** The text in which it was seen. */
  claim: string;
  /** The observation that proves it, for a hypothesis or a result of trying. */
  proof: string | null;
}
