// Parses input from outside by its schema; input that does not fit is refused with a readable error.

import type { z } from "zod";
import { describeIssues } from "./complaint.ts";
import { TellbackError } from "./errors.ts";

/** Unknown fields are refused, because a misspelt filter must not be ignored. */
export function parseInput<Schema extends z.ZodObject>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.strict().safeParse(input);
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new TellbackError("invalid_input", describeIssues(parsed.error, "the input"));
}
