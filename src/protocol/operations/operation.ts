// What an operation is, and the inputs that many of them share.

import { z } from "zod";

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  summary: string;
  input: Input;
  output: Output;
  /** Inputs that the command line takes by position, in this order. */
  positional: readonly (keyof Input["shape"] & string)[];
  changes: "nothing" | "memory" | "daemon";
  /** The name under which agents call it over MCP; its summary is what they read. */
  tool?: string;
  /**
   * Set where something goes that no other command brings back: by this operation, with the same input, the command
   * line shows what it is, and asks before it is done.
   */
  lossShownBy?: string | undefined;
}

export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  summary: string,
  changes: Operation["changes"],
  input: Input,
  output: Output,
  positional: readonly (keyof Input["shape"] & string)[] = [],
  lossShownBy?: string,
): Operation<Input, Output> {
  return { summary, changes, input, output, positional, lossShownBy };
}

export const limit = (most: number) =>
  z.number().int().min(1).max(1000).default(most).describe("most rows to show");
const paths = new WeakSet<z.ZodType>();

/** A field that leads to a file or a folder. */
export function path<Schema extends z.ZodType>(schema: Schema): Schema {
  paths.add(schema);
  return schema;
}

export function isPath(field: z.ZodType | undefined): boolean {
  return field !== undefined && paths.has(field);
}

export const folder = path(
  z.string().optional().describe("only the project of this folder (the command line means the current one)"),
);
export const tags = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (typeof given === "string" ? given : given.join(" ")))
  .describe("tags, between commas or spaces");
export const allProjects = z.boolean().default(false).describe("look in every project");

/** Of an operation that writes to `path`. */
export const force = z.boolean().default(false).describe("replace a file that is there");

export const deleted = z.object({ deleted: z.string() });
export const id = z.string().min(1).describe("id, or a beginning of it that is unique");
export const used = z.object({ usd: z.number(), capUsd: z.number() });
