// Calls an operation of the daemon and prints its answer as text, JSON or markdown. For commands.

import { setImmediate } from "node:timers/promises";
import type { OperationName } from "../../areas/contracts.ts";
import { aroundCalls } from "../../areas/tables/around-call.ts";
import { say, sayJson } from "../../areas/text/output.ts";
import { ask } from "../../client/ask.ts";
import { callerEnvironment } from "../../config/environment.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { type Form, forms } from "./forms.ts";

export const isJson = (options: Record<string, unknown>) =>
  options.json === true || options.format === "json";

type Texts = Partial<Record<OperationName, (output: never) => string>>;

export async function hasMarkdown(name: OperationName): Promise<boolean> {
  return name in (await import("../../areas/tables/markdown.ts")).markdowns;
}

/** Loads only what this answer needs: rendering is a third of the program. */
async function printerOf(
  name: OperationName,
  options: Record<string, unknown>,
): Promise<(output: unknown) => void> {
  if (isJson(options)) return sayJson;
  if (options.format === "markdown") {
    const { markdowns } = await import("../../areas/tables/markdown.ts");
    return (output) => say((markdowns as Texts)[name]?.(output as never) ?? "");
  }
  const { texts } = await import("../../areas/tables/text.ts");
  return (output) => say((texts as Texts)[name]?.(output as never) ?? "");
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

/** Inside a host, the session in which an operation acts is known from the environment. */
export function asCaller(name: OperationName, input: Record<string, unknown>): Record<string, unknown> {
  const { sessionId, agent } = callerEnvironment();
  if ("askedIn" in forms[name].inputs && sessionId !== undefined) return { askedIn: sessionId, ...input };
  if (!forms[name].isActing) return input;
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
  await callAndPrint(name, asCaller(name, withFolder(form, Object.fromEntries(known))), options);
}

export async function callAndPrint(
  name: OperationName,
  input: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<unknown> {
  const [output, print] = await Promise.all([callOperation(name, input), afterSending(name, options)]);
  print(output);
  if (aroundCalls[name]?.isFailure?.(output as never)) process.exitCode = 1;
  return output;
}

/** Loading blocks this process: the request leaves first, and the daemon works meanwhile. */
async function afterSending(name: OperationName, options: Record<string, unknown>) {
  await setImmediate();
  return printerOf(name, options);
}

export async function callOperation(name: OperationName, input: Record<string, unknown>): Promise<unknown> {
  return ask(pathsOf(), name, input as never);
}
