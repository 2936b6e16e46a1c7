// The form of an operation, and the inputs that many operations share.

import { z } from "zod";

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  summary: string;
  input: Input;
  output: Output;
  /** Inputs that the command line takes by position, in this order. */
  positional: readonly (keyof Input["shape"] & string)[];
  changes: "nothing" | "memory" | "daemon";
  /**
   * Set for an operation that deletes something for good: the operation that shows it, with the same input. The command
   * line runs that first and asks before it deletes.
   */
  lossShownBy?: LossShownBy | undefined;
  cli?: CliForm;
  /** Makes it an MCP tool, and a tool of the chat. */
  forAgents?: ForAgents;
  /** The form of its events, for a caller that wants to see the answer while it is made. */
  streams?: z.ZodType;
}

/** How the command line offers it; by default as the command of its name: `session.list` is `tellback session list`. */
export type CliForm =
  /** Another command runs it. */
  | { within: string }
  | {
      /** The command, if it is not the name of the operation. */
      path?: string;
      /** Whether its group does this without a further word. */
      isDefault?: true;
      /** Further names of the same command: `tellback remember` is short for `tellback node add`. */
      aliases?: readonly string[];
    };

/** Who calls a tool. The model does not pass it. */
export interface Where {
  /** The project's folder; without it, all projects. */
  folder: string | undefined;
  /** The calling session, if known. */
  session(): Promise<string | undefined>;
  /** The same, where the client itself says which one it is: a guess would hide the work of another. */
  askedIn?(): Promise<string | undefined>;
  /** A session that is not searched: a conversation is not found by itself. */
  exceptSession?: string | undefined;
}

/**
 * An operation as a tool of agents. Every session pays for the name of each listed tool, and one that loads the tools for
 * each word of a description and an input: `bench/mcp-cost.ts`. Answers are small and paged.
 */
export interface ForAgents<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Args extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
> {
  tool: string;
  description: string;
  /** What a model may pass. */
  input: Args;
  output: Answer;
  /** The operation's input. */
  asks(args: z.output<Args>, where: Where): z.input<Input> | Promise<z.input<Input>>;
  /** The operation's output, cut down to what a model needs. */
  answers(output: z.output<Output>, args: z.output<Args>): z.input<Answer>;
  /** False for a tool that can be called and is not in the list: another one does the same. */
  isListed?: false;
  /** Of an operation that writes: whether a call with these arguments only reads. */
  onlyReads?(args: Record<string, unknown>): boolean;
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

interface More<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Args extends z.ZodObject,
  Answer extends z.ZodObject,
> extends Pick<Operation, "cli" | "lossShownBy"> {
  forAgents?: ForAgents<Input, Output, Args, Answer>;
}

export function operation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Args extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodObject = z.ZodObject,
>(
  summary: string,
  changes: Operation["changes"],
  input: Input,
  output: Output,
  positional: readonly (keyof Input["shape"] & string)[] = [],
  { forAgents, ...more }: More<Input, Output, Args, Answer> = {},
): Operation<Input, Output> {
  const asTool = forAgents === undefined ? {} : { forAgents: forAgents as unknown as ForAgents };
  return { summary, changes, input, output, positional, ...more, ...asTool };
}

/** Only agents call it, over MCP: it has no command and no text for people. */
export interface AgentOperation<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Operation<Input, Output> {
  isForAgentsOnly: true;
}

/** An operation that only agents need. `place` are the inputs that the model does not pass: folder, session. */
export function agentOperation<
  Args extends z.ZodObject,
  Answer extends z.ZodObject,
  Place extends z.core.$ZodLooseShape = Record<never, never>,
>(
  tool: string,
  description: string,
  changes: Operation["changes"],
  input: Args,
  output: Answer,
  { place, ...more }: { place?: Place } & Partial<Pick<ForAgents, "asks" | "onlyReads">> = {},
): AgentOperation<z.ZodObject<Args["shape"] & Place>, Answer> {
  const inputs = place ?? ({} as Place);
  return {
    ...{ summary: description, changes, output, positional: [], isForAgentsOnly: true },
    input: z.object({ ...input.shape, ...inputs }) as z.ZodObject<Args["shape"] & Place>,
    forAgents: {
      ...{ tool, description, input, output },
      asks: async (args, where) => ({ ...args, ...(await placeOf(inputs, where)) }),
      answers: (answer) => answer as Record<string, unknown>,
      ...more,
    },
  };
}

async function placeOf(inputs: object, where: Where): Promise<object> {
  const session = "session" in inputs ? await where.session() : undefined;
  return {
    ...("folder" in inputs && where.folder !== undefined && { folder: where.folder }),
    ...(session !== undefined && { session: `host:${session}` }),
  };
}

/** More digits cost tokens and add nothing. */
export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

/** The inputs and the output by which an agent pages through a list. */
export const pageInputs = (size: number) => ({
  limit: z.number().int().min(1).max(100).default(size),
  cursor: z.string().optional(),
});
export const nextCursor = { next_cursor: z.string().optional() };

export const limit = (max: number) =>
  z.number().int().min(1).max(1000).default(max).describe("maximum number of rows");
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

const acting = new WeakSet<z.ZodType>();

/** The session in which a command acts: inside a host it is known from the environment. */
export function actingIn<Schema extends z.ZodType>(schema: Schema): Schema {
  acting.add(schema);
  return schema;
}

export function isActing(field: z.ZodType | undefined): boolean {
  return field !== undefined && acting.has(field);
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
