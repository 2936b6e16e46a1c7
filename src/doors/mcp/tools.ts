// The tools that engram offers over MCP, made from the operation table. Where the caller stands is not asked of the
// model: its folder, and the session that calls, are filled in.

import { z } from "zod";
import { EngramError } from "../../protocol/errors.ts";
import {
  agentOperationNames,
  type InputOf,
  type OperationName,
  type OutputOf,
  operationTable,
} from "../../protocol/operations.ts";
import { parseInput } from "../../protocol/parse.ts";

/** Where the caller stands. */
export interface Where {
  /** The project's folder; without one every project is meant. */
  folder: string | undefined;
  /** The session that calls, where it is known. */
  session(): Promise<string | undefined>;
}

export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

export interface Tool {
  name: string;
  operation: OperationName;
  /** What a model may give. */
  input: z.ZodObject;
  output: z.ZodObject;
  run(call: Call, args: unknown, where: Where): Promise<Record<string, unknown>>;
}

export const tools: readonly Tool[] = agentOperationNames.map(toolOf);

function toolOf(operation: OperationName): Tool {
  const { tool: name = operation, input, output } = operationTable[operation];
  const asked = forModel(input);
  return {
    name,
    operation,
    input: asked,
    output: output as z.ZodObject,
    async run(call, args, where) {
      parseInput(asked, args);
      const whole = { ...(args as object), ...(await fromPlace(input, args as object, where)) };
      return (await call(operation, whole as never)) as Record<string, unknown>;
    },
  };
}

function forModel({ shape }: z.ZodObject): z.ZodObject {
  const asked = Object.entries(shape as Record<string, z.ZodType>).filter(([name]) => name !== "folder");
  return z.strictObject(
    Object.fromEntries(
      asked.map(([name, schema]) => [name, name === "session_id" ? schema.optional() : schema]),
    ),
  );
}

async function fromPlace({ shape }: z.ZodObject, args: object, where: Where): Promise<object> {
  const folder = "folder" in shape && where.folder !== undefined ? { folder: where.folder } : {};
  const isOpen = shape.session_id?.safeParse(undefined).success ?? true;
  if (isOpen || "session_id" in args) return folder;
  const session_id = await where.session();
  if (session_id) return { ...folder, session_id };
  throw new EngramError("invalid_input", "the session that calls is not known", {
    hint: "Give session_id; list_sessions shows the ids.",
  });
}
