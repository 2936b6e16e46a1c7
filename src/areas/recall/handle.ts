// Operations that show what recall injects.

import { changePoint, listPoints } from "../../journeys/recall/open-points.ts";
import { contextFor, whyShown } from "../../journeys/recall/preview.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  context: ({ memory }, input) => contextFor(memory, input),
  why: ({ memory }, { id }) => whyShown(memory, id),
  async "open-points"({ memory }, { folder }) {
    return { points: await listPoints(memory, folder ?? "") };
  },
  async "open-points.close"({ memory }, { id, folder }) {
    return { point: await changePoint(memory, folder ?? "", id, null) };
  },
  async "open-points.edit"({ memory }, { id, text, folder }) {
    return { point: await changePoint(memory, folder ?? "", id, text) };
  },
} satisfies HandlersOf<typeof operations>;
