// What a renderer is.

import type { OperationName, OutputOf } from "../../../protocol/operations.ts";

/** A text for the answer of each operation of a part of the table. */
export type TextsOf<Operations> = {
  [N in keyof Operations & OperationName]: (output: OutputOf<N>) => string;
};
