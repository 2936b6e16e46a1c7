// A zod schema as the JSON schema for clients: every constraint that is checked, and nothing that only costs tokens.

import { z } from "zod";

export interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

export function objectSchema(schema: z.ZodObject, io: "input" | "output"): ObjectSchema {
  return shorten(z.toJSONSchema(schema, { io }), noise[io]) as ObjectSchema;
}

const noise: Record<"input" | "output", ReadonlySet<string>> = {
  input: new Set(["$schema", "default"]),
  // An answer may contain more fields than the schema lists.
  output: new Set(["$schema", "default", "additionalProperties", "minimum", "maximum"]),
};

function shorten(schema: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => shorten(one, without));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !without.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === "properties" ? eachProperty(value, without) : shorten(value, without),
    ]),
  );
}

/** A property may have the name of a keyword. */
function eachProperty(properties: object, without: ReadonlySet<string>): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, shorten(schema, without)]),
  );
}
