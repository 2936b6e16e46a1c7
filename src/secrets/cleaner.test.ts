import { expect, test } from "vitest";
import { operationNames, operationTable } from "../areas/contracts.ts";
import { cleanerFor } from "./cleaner.ts";

const clean = cleanerFor("/nowhere");
const token = ["ghp", "k9QmZ4tR7xVb2NwL8sYc3HdJ6fGpA1uE5oTi"].join("_");

test("the keys of tellback's own answers name no secret, and their texts are cleaned", () => {
  const own = {
    functions: [{ name: "parse", signature: "parse(text: string): Tree", session_id: "5eed0001" }],
  };
  expect(clean.ownAnswer(own)).toEqual(own);
  expect(clean.ownAnswer({ signature: `call("${token}")` }).signature).not.toContain(token);
  expect(clean.deep({ signature: "parse(text: string): Tree" })).not.toEqual(own.functions[0]);
});

test("no field of an operation's answer is taken for the name of a secret", () => {
  const names = operationNames.flatMap((name) => fieldsOf(operationTable[name].output));
  const answer = Object.fromEntries(names.map((name) => [name, "parse(text: string): Tree"]));
  expect(names).toContain("signature");
  expect(clean.ownAnswer(answer)).toEqual(answer);
});

/** The names of all fields, at any depth. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema as { def?: Record<string, unknown> };
  const shape = (def?.shape ?? {}) as Record<string, unknown>;
  const inner = [def?.element, def?.innerType, def?.valueType, ...((def?.options as unknown[]) ?? [])];
  return [
    ...Object.keys(shape),
    ...[...Object.values(shape), ...inner].flatMap((one) => fieldsOf(one, seen)),
  ];
}
