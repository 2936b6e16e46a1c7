// Reads a model's answer: the JSON in it, checked by the requested schema. Pure.

import type { z } from "zod";
import { describeIssues } from "../../protocol/complaint.ts";

export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; why: string };

export function readAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  const json = parse(text);
  if (json === undefined) return { ok: false, why: "it is not JSON" };
  const parsed = schema.safeParse(json.value);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, why: describeIssues(parsed.error, "the answer") };
}

/** Small models often add a fence or a sentence around it. */
function parse(text: string): { value: unknown } | undefined {
  const fenced = text.split("```", 2)[1]?.replace(/^json/, "");
  const braces = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, fenced, braces]) {
    if (!candidate) continue;
    try {
      return { value: JSON.parse(candidate) };
    } catch {
      // The next candidate may be it.
    }
  }
  return undefined;
}
