// Describes an invalid input to its caller: which field, and what it must be. Never shows a library's own text.

import type { z } from "zod";
import { plural } from "./plural.ts";

type Issue = z.core.$ZodIssue;

/** The first three complaints; more would not be read. */
export function describeIssues({ issues }: z.ZodError, about = "it"): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${nameOf(issue.path, about)} ${mustBe(issue)}`)
    .join("; ");
}

function nameOf(path: readonly PropertyKey[], about: string): string {
  return path.length === 0 ? about : path.map(String).join(".");
}

function mustBe(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && /undefined$/.test(issue.message)
        ? "is missing"
        : `must be ${kinds[issue.expected] ?? `of the type ${issue.expected}`}`;
    case "too_small":
      return boundText(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return boundText(issue.origin, "at most", Number(issue.maximum));
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `has ${issue.keys.map((key) => `"${key}"`).join(", ")}, which tellback does not know`;
    case "invalid_format":
      // A schema with a pattern describes the format in its own message.
      return issue.format === "regex" ? `is not valid: ${issue.message}` : `must be a valid ${issue.format}`;
    case "custom":
      return issue.message;
    default:
      return "is not valid";
  }
}

const kinds: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function boundText(origin: string, bound: string, limit: number): string {
  if (origin === "string") {
    if (bound === "at least" && limit === 1) return "must not be empty";
    return `must have ${bound} ${plural(limit, "character")}`;
  }
  return origin === "array"
    ? `must have ${bound} ${plural(limit, "entry", "entries")}`
    : `must be ${bound} ${limit}`;
}
