// What only a person decides, not an agent that types the command.

import { callerEnvironment } from "../../config/environment.ts";
import { TellbackError } from "../../protocol/errors.ts";

/** For `--force` of a version that breaks a test. */
export function refuseForceOfAgent(input: { force?: unknown }): void {
  if (input.force !== true || callerEnvironment().agent === "user") return;
  throw new TellbackError("forbidden", "only a person promotes a version that breaks a test", {
    hint: "Correct the code or its tests, or ask the user to run the command.",
  });
}
