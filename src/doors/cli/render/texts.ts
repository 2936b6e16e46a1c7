// What a renderer is, and how ids are shown.

import type { OperationName, OutputOf } from "../../../protocol/operations.ts";

/** A text for the answer of each operation of a part of the table. */
export type TextsOf<Operations> = {
  [N in keyof Operations & OperationName]: (output: OutputOf<N>) => string;
};

/** As much of an id as people need to type; longer when the store grows. */
export function shortId(id: string): string {
  const ulid = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id);
  return ulid ? id : id.slice(0, 8);
}
