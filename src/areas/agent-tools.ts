// The tools of agents, derived from the operation table: for MCP clients and for the chat. The model does not pass the
// caller's folder and session: they are filled in here.

import { z } from "zod";
import { TellbackError } from "../protocol/errors.ts";
import { parseInput } from "../protocol/parse.ts";
import {
  agentOperationNames,
  type InputOf,
  type OperationName,
  type OutputOf,
  operationTable,
} from "./contracts.ts";

/** The caller. */
export interface Where {
  /** The project's folder; without it, all projects. */
  folder: string | undefined;
  /** The calling session, if known. */
  session(): Promise<string | undefined>;
  /** A session that is not searched: a conversation is not found by itself. */
  exceptSession?: string | undefined;
}

export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

export interface Tool {
  name: string;
  operation: OperationName;
  /** What a model may pass. */
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether a call changes the memory: a chat asks its user first. */
  writes(args: unknown): boolean;
  run(call: Call, args: unknown, where: Where): Promise<Record<string, unknown>>;
}

/** Inputs that the model does not pass. */
const ofPlace: ReadonlySet<string> = new Set(["folder", "session", "except_session"]);

export const tools: readonly Tool[] = agentOperationNames.map(toolOf);

function toolOf(operation: OperationName): Tool {
  const { tool: name = operation, input, output, changes, onlyReads } = operationTable[operation];
  const asked = forModel(input);
  return {
    name,
    operation,
    input: asked,
    output: output as z.ZodObject,
    writes: (args) => changes !== "nothing" && !onlyReads?.((args ?? {}) as Record<string, unknown>),
    async run(call, args, where) {
      parseInput(asked, args);
      const whole = { ...(args as object), ...(await fromPlace(input, args as object, where)) };
      return (await call(operation, whole as never)) as Record<string, unknown>;
    },
  };
}

function forModel({ shape }: z.ZodObject): z.ZodObject {
  const asked = Object.entries(shape as Record<string, z.ZodType>).filter(([name]) => !ofPlace.has(name));
  return z.strictObject(
    Object.fromEntries(
      asked.map(([name, schema]) => [name, name === "session_id" ? schema.optional() : schema]),
    ),
  );
}

async function fromPlace({ shape }: z.ZodObject, args: object, where: Where): Promise<object> {
  const caller = "session" in shape ? await where.session() : undefined;
  const folder = {
    ...("folder" in shape && where.folder !== undefined && { folder: where.folder }),
    ...(caller !== undefined && { session: `host:${caller}` }),
    ...("except_session" in shape && where.exceptSession && { except_session: where.exceptSession }),
  };
  const isOpen = shape.session_id?.safeParse(undefined).success ?? true;
  if (isOpen || "session_id" in args) return folder;
  const session_id = await where.session();
  if (session_id) return { ...folder, session_id };
  throw new TellbackError("invalid_input", "the calling session is unknown", {
    hint: "Pass session_id; search_memory without a query lists the sessions.",
  });
}
