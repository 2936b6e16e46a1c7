// The time that a user typed, for `--since` and its like.

import { sinceExamples, sinceTime } from "../../libs/language/index.ts";
import { TellbackError } from "./errors.ts";

/** As an ISO time. */
export function parseSince(text: string, now = new Date()): string {
  const time = sinceTime(text, now);
  if (time !== null) return time;
  throw new TellbackError("invalid_input", `invalid time "${text}"`, { hint: `Examples: ${sinceExamples}.` });
}
