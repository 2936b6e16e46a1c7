// Arguments and tests of a function as people write them: JSON in one text.

import { z } from "zod";
import { TellbackError } from "../../protocol/errors.ts";
import { type Expectation, type WrittenTest, writtenTest } from "../../protocol/functions.ts";
import type { NewTest } from "../../rooms/functions/room.ts";

/** A value that is not an array is the only argument. */
export function argsOf(text: string): unknown[] {
  const value = jsonOf(text, "the arguments are not JSON", 'Write a JSON array: ["A b", 3]');
  return Array.isArray(value) ? value : [value];
}

function asNewTest({ name, args, timeoutMs, ...rest }: WrittenTest): NewTest {
  const named = [rest.value, rest.error, rest.property].filter((one) => one !== undefined);
  if (named.length !== 1) {
    throw new TellbackError("invalid_input", "a test expects exactly one of: value, error, property", {
      hint: testsHint,
    });
  }
  return { name, args, timeoutMs, expects: expected(rest) };
}

const testsHint = 'Write a JSON array: [{"args": ["A b"], "value": "a-b"}]';

function expected({ value, tolerance, error, property }: Omit<WrittenTest, "args">): Expectation {
  if (error !== undefined) return { kind: "error", contains: error };
  if (property !== undefined) return { kind: "property", property };
  return { kind: "value", value: value ?? null, tolerance: tolerance ?? 0 };
}

export function testsOf(text: string): NewTest[] {
  return testsFrom(jsonOf(text, "the tests are not JSON", testsHint));
}

function testsFrom(given: unknown): NewTest[] {
  const parsed = z.array(writtenTest).safeParse(given);
  if (parsed.success) return parsed.data.map(asNewTest);
  throw new TellbackError("invalid_input", `invalid tests: ${parsed.error.issues[0]?.message ?? ""}`, {
    hint: testsHint,
  });
}

function jsonOf(text: string, message: string, hint: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TellbackError("invalid_input", message, { hint });
  }
}
