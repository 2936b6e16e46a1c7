// Operations that show what recall injects.

import { contextFor, whyShown } from "../../journeys/recall/preview.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  context: ({ memory }, input) => contextFor(memory, input),
  why: ({ memory }, { id }) => whyShown(memory, id),
} satisfies HandlersOf<typeof operations>;
