// The MCP tools, derived from the operation table. The model does not pass the caller's folder and session: they are
// filled in here.

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

/** The caller. */
export interface Where {
  /** The project's folder; without it, all projects. */
  folder: string | undefined;
  /** The calling session, if known. */
  session(): Promise<string | undefined>;
}

export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

export interface Tool {
  name: string;
  operation: OperationName;
  /** What a model may pass. */
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
  throw new EngramError("invalid_input", "the calling session is unknown", {
    hint: "Pass session_id; list_sessions shows the ids.",
  });
}
