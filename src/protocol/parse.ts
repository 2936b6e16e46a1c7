// An input that comes from outside, checked against its schema: what does not fit is refused in words.

import type { z } from "zod";
import { complaintOf } from "./complaint.ts";
import { EngramError } from "./errors.ts";

/** Names that the schema does not know are refused, because a misspelt filter must not be ignored. */
export function parseInput<Schema extends z.ZodObject>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.strict().safeParse(input);
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new EngramError("invalid_input", complaintOf(parsed.error, "the input"));
}
