// The result of every kind of extraction: a learning that is not judged yet, and where it was seen.

import type { Judged } from "../judge.ts";

export interface Candidate extends Judged {
  observationId: string | null;
  /** When it was said or happened. */
  at: string;
  /** The text in which it was seen. */
  claim: string;
  /** The observation that proves it, for a hypothesis or a result of trying. */
  proof: string | null;
}
