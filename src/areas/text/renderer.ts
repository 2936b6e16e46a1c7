// The types of what an area gives to show an answer: text, markdown, what would be lost.

import type { OperationName, OutputOf } from "../contracts.ts";
import type { LossShownBy } from "../operation.ts";

/** A text for the answer of each operation in a part of the table; what only agents call has none. */
export type TextsOf<Operations> = {
  [N in keyof Operations & OperationName as Operations[N] extends { isForAgentsOnly: true } ? never : N]: (
    output: OutputOf<N>,
  ) => string;
};

/** The same as markdown, where a document makes sense; for the others the command line refuses it. */
export type MarkdownsOf<Operations> = Partial<TextsOf<Operations>>;

/** What is deleted for good, in words. */
export interface Loss {
  goes: string;
  /** What stays elsewhere, and how to remove that too. */
  stays: readonly string[];
}

/**
 * The loss in words, from the output of the operation that shows it; null if there is nothing to lose. `backups` says
 * which backups still hold it.
 */
export type LossesOf<Operations> = {
  [N in keyof Operations & LossShownBy]: (
    output: OutputOf<N>,
    input: Record<string, unknown>,
    backups: readonly string[],
  ) => Loss | null;
};
