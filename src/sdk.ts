// The functions of the SDK. Each calls one operation, either of a memory opened in this process or of the daemon; the
// first argument decides which. Every failure is a TellbackError.

import { type HandlerContext, noReindex } from "./areas/context.ts";
import {
  type Call,
  type InputOf,
  isOperationName,
  type OperationName,
  type OutputOf,
} from "./areas/contracts.ts";
import { perform } from "./areas/perform.ts";
import type { Client } from "./client/client.ts";
import type { LoadOptions } from "./config/load.ts";
import { openMemory as open } from "./journeys/followers.ts";
import type { Memory } from "./memory/memory.ts";
import { TellbackError } from "./protocol/errors.ts";
import { type Functions, functionsOf } from "./sdk-functions.ts";
import { type Work, workIn } from "./sdk-work.ts";

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
  "map.start",
  "map.state",
  "doctor",
  "page.open",
] as const satisfies OperationName[];

/** Operations that a memory in this process can answer. */
export type EmbeddedOperation = Exclude<OperationName, (typeof daemonOperations)[number]>;

export interface OpenOptions extends LoadOptions {
  /** The project of `memory.tasks`, `memory.sessions` and `memory.project` (default: the current folder). */
  folder?: string | undefined;
}

/** A memory with the tasks, sessions and context of one project, and the function library. */
export type OpenedMemory = Memory & Work & { functions: Functions };

/** Opens the store in this process; no daemon is needed or started. */
export async function openMemory({ folder, ...options }: OpenOptions = {}): Promise<OpenedMemory> {
  const memory = await open(options).catch(asTellbackError);
  const at = folder ?? process.cwd();
  return Object.assign(memory, projectWork(memory, at), { functions: functionLibrary(memory, at) });
}

/** The tasks, sessions and context of a project; also of one that the daemon serves. */
export function projectWork(of: Memory | Client, folder: string): Work {
  return workIn(callOf(of), folder);
}

/** The function library; also the one that the daemon serves. */
export function functionLibrary(of: Memory | Client, folder = process.cwd()): Functions {
  return functionsOf(callOf(of), folder);
}

function callOf(of: Memory | Client): Call {
  return (name, input) => ask(of as Client, name, input);
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
  return answer.catch(asTellbackError);
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
    throw new TellbackError("unavailable", "the memory is closed", {
      hint: "Open it again with openMemory().",
    });
  }
  if (!isOperationName(name)) throw new TellbackError("not_found", `no operation ${name}`);
  if ((daemonOperations as readonly OperationName[]).includes(name)) throw needsDaemon(name);
  return perform(contextOf(memory), name, input);
}

/** A memory in this process is closed by its owner. */
const never = new AbortController().signal;

function contextOf(memory: Memory): HandlerContext {
  return {
    memory,
    imports: new Map(),
    reindexes: { run: noReindex },
    exports: { run: { state: "none", records: 0 } },
    maps: new Map(),
    daemonState() {
      throw needsDaemon("daemon.state");
    },
    stop() {
      throw needsDaemon("daemon.stop");
    },
    stopping: never,
    openPage() {
      throw needsDaemon("page.open");
    },
    doctor() {
      throw needsDaemon("doctor");
    },
    onRequest() {},
    log() {},
  };
}

function needsDaemon(name: OperationName): TellbackError {
  return new TellbackError("not_supported", `${name} needs the daemon`, {
    hint: "Use the client that connect() returns.",
  });
}

function asTellbackError(thrown: unknown): never {
  throw TellbackError.from(thrown);
}
