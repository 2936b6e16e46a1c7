// The form of an operation, and the inputs that many operations share.

import { z } from "zod";

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  summary: string;
  input: Input;
  output: Output;
  /** Inputs that the command line takes by position, in this order. */
  positional: readonly (keyof Input["shape"] & string)[];
  changes: "nothing" | "memory" | "daemon";
  /** The name of its MCP tool; the summary is the tool's description. */
  tool?: string;
  /** False for a tool that can be called and is not in the list: another one does the same. */
  isListed?: boolean;
  /**
   * Set for an operation that deletes something for good: the operation that shows it, with the same input. The command
   * line runs that first and asks before it deletes.
   */
  lossShownBy?: LossShownBy | undefined;
  /** Of an operation that writes: whether a call with this input only reads. */
  onlyReads?(input: Record<string, unknown>): boolean;
  /** The form of its events, for a caller that wants to see the answer while it is made. */
  streams?: z.ZodType;
}

/** The command line has words for what each of them shows. One with `dryRun` shows what it would delete itself. */
export type LossShownBy =
  | "session.show"
  | "observation.show"
  | "node.show"
  | "view.list"
  | "task.show"
  | "fn.show"
  | "cleanup"
  | "forget.preview"
  | "redact.preview";

export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  summary: string,
  changes: Operation["changes"],
  input: Input,
  output: Output,
  positional: readonly (keyof Input["shape"] & string)[] = [],
  lossShownBy?: LossShownBy,
): Operation<Input, Output> {
  return { summary, changes, input, output, positional, lossShownBy };
}

export const limit = (most: number) =>
  z.number().int().min(1).max(1000).default(most).describe("maximum number of rows");
export const offset = z.number().int().min(0).max(100_000_000).default(0).describe("rows to skip");
export const total = z.number().int().describe("all rows, shown here or not");
const paths = new WeakSet<z.ZodType>();

/** A field that holds the path of a file or a folder. */
export function path<Schema extends z.ZodType>(schema: Schema): Schema {
  paths.add(schema);
  return schema;
}

export function isPath(field: z.ZodType | undefined): boolean {
  return field !== undefined && paths.has(field);
}

const given = new WeakSet<z.ZodType>();

/** A field whose value never becomes a memory (it is compared with memories, or is itself a secret): it is not redacted. */
export function asGiven<Schema extends z.ZodType>(schema: Schema): Schema {
  given.add(schema);
  return schema;
}

export function isAsGiven(field: z.ZodType | undefined): boolean {
  return field !== undefined && given.has(field);
}

export const folder = path(
  z.string().optional().describe("only the project of this folder (on the command line: the current folder)"),
);
export const tags = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => (typeof given === "string" ? given : given.join(" ")))
  .describe("tags, separated by commas or spaces");
export const allProjects = z.boolean().default(false).describe("search in every project");

/** For an operation that writes to `path`. */
export const force = z.boolean().default(false).describe("replace an existing file");

export const deleted = z.object({ deleted: z.string() });
export const id = z.string().min(1).describe("id, or a unique prefix of it");
