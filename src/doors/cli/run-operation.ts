// Calls an operation of the daemon and prints its answer as text, JSON or markdown. For commands.

import { callerEnvironment } from "../../config/environment.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import type { OperationName, OutputOf } from "../../protocol/operations.ts";
import { type Form, forms } from "./forms.ts";
import { say, sayJson } from "./output.ts";
import { markdowns } from "./render/markdown.ts";
import { renderers } from "./render.ts";

export const isJson = (options: Record<string, unknown>) =>
  options.json === true || options.format === "json";

/** Answers after which a script should stop. */
const isFailure: Partial<Record<OperationName, (output: never) => boolean>> = {
  "fn.run": ({ run }: OutputOf<"fn.run">) => run.status !== "ok",
  "fn.test": ({ passed }: OutputOf<"fn.test">) => passed === false,
  "fn.rollback": ({ heldBack }: OutputOf<"fn.rollback">) => heldBack !== null,
  forget: ({ proof }: OutputOf<"forget">) => proof !== null && proof.found.length > 0,
  sync: ({ refused }: OutputOf<"sync">) => refused.length > 0,
  "task.verify": ({ violations }: OutputOf<"task.verify">) => violations.length > 0,
};

export function print(name: OperationName, output: unknown, options: Record<string, unknown>): void {
  if (isJson(options)) sayJson(output);
  else if (options.format === "markdown") say(markdowns[name]?.(output as never) ?? "");
  else say(renderers[name](output as never));
  if (isFailure[name]?.(output as never)) process.exitCode = 1;
}

/** Defaults on the command line: the project is that of the current folder, and paths are relative to it. */
export function withFolder({ inputs }: Form, input: Record<string, unknown>): Record<string, unknown> {
  const located =
    "folder" in inputs && input.folder === undefined ? { ...input, folder: process.cwd() } : input;
  if (typeof located.path !== "string") return located;
  const path = fromUser(located.path);
  // An operation that may replace a file writes to it: it must not follow a link that the project has put there.
  if ("force" in inputs) refuseLinkOnPath(path, process.cwd());
  return { ...located, path };
}

/** Operations that act in a session: inside a host the session is known from the environment. */
const inSession = /^(?:scratchpad|plan|append|task\.\w+|session\.(?:start|info|list|switch|resume|end))$/;

export function asCaller(name: OperationName, input: Record<string, unknown>): Record<string, unknown> {
  if (!inSession.test(name)) return input;
  const { sessionId, agent } = callerEnvironment();
  return {
    ...(sessionId !== undefined && { session: `host:${sessionId}` }),
    ...("agent" in forms[name].inputs && { agent }),
    ...input,
  };
}

/** For a command of several operations: calls one, and prints its answer. */
export async function runOperation(
  name: OperationName,
  given: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<void> {
  const form = forms[name];
  const known = Object.entries(given).filter(([key, value]) => key in form.inputs && value !== undefined);
  print(
    name,
    await callOperation(name, asCaller(name, withFolder(form, Object.fromEntries(known)))),
    options,
  );
}

export async function callOperation(name: OperationName, input: Record<string, unknown>): Promise<unknown> {
  const { ask } = await import("../../client/ask.ts");
  return ask(pathsOf(), name, input as never);
}
