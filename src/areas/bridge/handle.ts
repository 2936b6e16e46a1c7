// Operations on the bridge.

import { bridgeStatus } from "../../journeys/bridge/bridge.ts";
import { pull } from "../../journeys/bridge/pull.ts";
import { push } from "../../journeys/bridge/push.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  "bridge.status": ({ memory }, { folder }) => bridgeStatus(memory, named(folder)),
  "bridge.pull": ({ memory }, { folder }) => pull(memory, named(folder)),
  "bridge.push": ({ memory }, { folder }) => push(memory, named(folder), true),
} satisfies HandlersOf<typeof operations>;

function named(folder: string | undefined): string {
  if (folder) return folder;
  throw new TellbackError("invalid_input", "no project given", { hint: "Give the folder of the project." });
}
