// What every kind of extraction gives: a learning that has yet to be judged, and where it was seen.

import type { Judged } from "../judge.ts";

export interface Candidate extends Judged {
  observationId: string | null;
  /** When it was said or happened. */
  at: string;
  /** The words in which it was seen. */
  claim: string;
  /** The observation that proves it, for what was a guess first or came of trying. */
  proof: string | null;
}
