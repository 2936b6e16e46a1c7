// The functions of the SDK. Each calls one operation, either of a memory opened in this process or of the daemon; the
// first argument decides which. Every failure is an EngramError.

import type { Client } from "./client/client.ts";
import type { LoadOptions } from "./config/load.ts";
import { type Memory, openMemory as open } from "./memory.ts";
import { type HandlerContext, noImport, noReindex } from "./operations/context.ts";
import { perform } from "./operations/perform.ts";
import { EngramError } from "./protocol/errors.ts";
import { type InputOf, isOperationName, type OperationName, type OutputOf } from "./protocol/operations.ts";

/** They are about the daemon, or leave work for it. */
const daemonOperations = [
  "status",
  "daemon.state",
  "daemon.stop",
  "import.start",
  "import.state",
  "reindex.start",
  "reindex.state",
  "compress.start",
] as const satisfies OperationName[];

/** Operations that a memory in this process can answer. */
export type EmbeddedOperation = Exclude<OperationName, (typeof daemonOperations)[number]>;

/** Opens the store in this process; no daemon is needed or started. */
export async function openMemory(options: LoadOptions = {}): Promise<Memory> {
  return open(options).catch(asEngramError);
}

export function ask<N extends OperationName>(of: Client, name: N, input: InputOf<N>): Promise<OutputOf<N>>;
export function ask<N extends EmbeddedOperation>(
  of: Memory | Client,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>>;
export async function ask<N extends OperationName>(
  of: Memory | Client,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const answer = "call" in of ? of.call(name, input) : askMemory(of, name, input);
  return answer.catch(asEngramError);
}

/** Finds what was done, asked, answered or remembered, by words and by meaning. */
export function searchMemory(of: Memory | Client, input: InputOf<"search">): Promise<OutputOf<"search">> {
  return ask(of, "search", input);
}

/** Stores a node in the graph. */
export function remember(of: Memory | Client, input: InputOf<"remember">): Promise<OutputOf<"remember">> {
  return ask(of, "remember", input);
}

/** The results of a query as quoted text within a token budget, ready for a prompt. */
export function recall(of: Memory | Client, input: InputOf<"recall">): Promise<OutputOf<"recall">> {
  return ask(of, "recall", input);
}

/** The nodes that match a query in the graph's language. */
export function query(of: Memory | Client, input: InputOf<"query">): Promise<OutputOf<"query">> {
  return ask(of, "query", input);
}

/** Any owner in full, by its id. */
export function show(of: Memory | Client, input: InputOf<"show">): Promise<OutputOf<"show">> {
  return ask(of, "show", input);
}

async function askMemory<N extends OperationName>(
  memory: Memory,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  if (memory.isClosed()) {
    throw new EngramError("unavailable", "the memory is closed", {
      hint: "Open it again with openMemory().",
    });
  }
  if (!isOperationName(name)) throw new EngramError("not_found", `no operation ${name}`);
  if ((daemonOperations as readonly OperationName[]).includes(name)) throw needsDaemon(name);
  return perform(contextOf(memory), name, input);
}

function contextOf(memory: Memory): HandlerContext {
  return {
    memory,
    imports: { run: noImport },
    reindexes: { run: noReindex },
    daemonState() {
      throw needsDaemon("daemon.state");
    },
    stop() {
      throw needsDaemon("daemon.stop");
    },
    onRequest() {},
    log() {},
  };
}

function needsDaemon(name: OperationName): EngramError {
  return new EngramError("not_supported", `${name} needs the daemon`, {
    hint: "Use the client that connect() returns.",
  });
}

function asEngramError(thrown: unknown): never {
  throw EngramError.from(thrown);
}
