// What only a person decides, not an agent that types the command.

import { callerEnvironment } from "../config/environment.ts";
import { TellbackError } from "../protocol/errors.ts";

export function refuseAgent(message: string, hint: string): void {
  if (callerEnvironment().agent === "user") return;
  throw new TellbackError("forbidden", message, { hint });
}
