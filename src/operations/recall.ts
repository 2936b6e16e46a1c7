// Operations that show what recall injects.

import { contextFor, whyShown } from "../journeys/recall/preview.ts";
import type { recallOperations } from "../protocol/operations/recall.ts";
import type { HandlersOf } from "./context.ts";

export const recallHandlers = {
  context: ({ memory }, input) => contextFor(memory, input),
  why: ({ memory }, { id }) => whyShown(memory, id),
} satisfies HandlersOf<typeof recallOperations>;
