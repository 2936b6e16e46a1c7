// A zod schema as the JSON schema that a client reads, without what costs tokens and tells a model nothing.

import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";

export function objectSchema(schema: z.ZodObject, io: "input" | "output"): Tool["inputSchema"] {
  return shorten(z.toJSONSchema(schema, { io })) as Tool["inputSchema"];
}

const noise: ReadonlySet<string> = new Set([
  ...["$schema", "additionalProperties", "minLength", "maxLength", "default"],
  ...["minimum", "maximum"],
]);

/** What is left out is still checked when a call comes in, and a wrong value is answered in words. */
function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !noise.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === "properties" ? eachProperty(value) : shorten(value)]),
  );
}

/** A property may be called like a keyword. */
function eachProperty(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shorten(schema)]));
}
