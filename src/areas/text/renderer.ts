// The type of a renderer.

import type { OperationName, OutputOf } from "../contracts.ts";

/** A text for the answer of each operation in a part of the table; what only agents call has none. */
export type TextsOf<Operations> = {
  [N in keyof Operations & OperationName as Operations[N] extends { isForAgentsOnly: true } ? never : N]: (
    output: OutputOf<N>,
  ) => string;
};

/** The same as markdown, where a document makes sense; for the others the command line refuses it. */
export type MarkdownsOf<Operations> = Partial<TextsOf<Operations>>;
