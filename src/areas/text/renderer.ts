// The type of a renderer.

import type { OperationName, OutputOf } from "../contracts.ts";

/** A text for the answer of each operation in a part of the table. */
export type TextsOf<Operations> = {
  [N in keyof Operations & OperationName]: (output: OutputOf<N>) => string;
};
