// What only a person decides, not an agent that types the command.

import { refuseAgent } from "../person.ts";

/** For `--force` of a version that breaks a test. */
export function refuseForceOfAgent(input: { force?: unknown }): void {
  if (input.force !== true) return;
  refuseAgent(
    "only a person promotes a version that breaks a test",
    "Correct the code or its tests, or ask the user to run the command.",
  );
}
