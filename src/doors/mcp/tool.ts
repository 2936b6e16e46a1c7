// The form of one MCP tool: which operation it is, what a client may ask of it, and how the answer is told.

import { z } from "zod";
import { EngramError } from "../../protocol/errors.ts";
import type { InputOf, OperationName, OutputOf } from "../../protocol/operations.ts";

/** Where the caller stands. */
export interface Where {
  /** The project's folder; without one every project is meant. */
  folder: string | undefined;
  /** The session that calls, where it is known. */
  session(): Promise<string | undefined>;
}

export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

/** What a client may do without asking its user. */
export type Effect = "reads" | "adds" | "runs";

export interface Tool {
  name: string;
  /** The operation it stands for; a tool whose room does not exist yet is not in the table. */
  operation: OperationName;
  description: string;
  effect: Effect;
  input: z.ZodObject;
  output: z.ZodObject;
  run(call: Call, args: unknown, where: Where): Promise<Told>;
}

export interface Told {
  /** The answer as data, in the form of the tool's output schema. */
  data: Record<string, unknown>;
  heading: string;
  /** The answer as text, a line for each thing. */
  lines: string[];
}

interface Definition<N extends OperationName, Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  operation: N;
  description: string;
  effect: Effect;
  input: Input;
  output: Output;
  ask(args: z.output<Input>, where: Where): InputOf<N> | Promise<InputOf<N>>;
  tell(answer: OutputOf<N>, args: z.output<Input>): z.output<Output>;
  heading: string;
  lines(told: z.output<Output>): string[];
}

export function tool<N extends OperationName, Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<N, Input, Output>,
): Tool {
  const { ask, tell, lines, heading, ...rest } = definition;
  return {
    ...rest,
    async run(call, args, where) {
      const parsed = parse(definition.input, args);
      const answer = await call(definition.operation, await ask(parsed, where));
      const data = tell(answer, parsed);
      return { data: data as Record<string, unknown>, heading, lines: lines(data) };
    },
  };
}

function parse<Input extends z.ZodObject>(schema: Input, args: unknown): z.output<Input> {
  const parsed = schema.strict().safeParse(args);
  if (parsed.success) return parsed.data as z.output<Input>;
  throw new EngramError("invalid_input", z.prettifyError(parsed.error).replace(/^✖ /, ""));
}

/** More digits cost tokens and say nothing. */
export function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
