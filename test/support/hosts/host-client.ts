// What tests and the bench know about the real program of a host: how it is pinned and started, one scripted session, and
// what tellback should keep of it. Each file beside this one has a host; clients.ts names them.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { User } from "../../program/install/user.ts";
import type { Available } from "../available.ts";

const execute = promisify(execFile);

/** A model that answers as the session is scripted, in the protocol that the host speaks. */
interface ScriptedModel {
  url: string;
  /** The bodies of the requests that the script answered. */
  asked: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Asked {
  prompt: string;
  url: string;
  /** Goes on with the last session in this folder, or with a copy of it. */
  goesOn?: GoesOn;
  /** The id of that session. */
  session?: string;
}

export type GoesOn = "resume" | "fork";

export interface HostClient {
  host: string;
  /** As npm has it. */
  version: string;
  find(): Promise<Available<{ path: string }>>;
  /** The user's own settings, before tellback is installed. */
  settings(url: string, home: string): Record<string, string>;
  command(program: string, asked: Asked): { args: string[]; env?: Record<string, string> };
  /** Which ways of going on it has without a terminal. */
  goesOn: readonly GoesOn[];
  /** A model for the scripted session in that folder, and for anything that is asked later. */
  model(project: string): Promise<ScriptedModel>;
  /** What is kept of the session, each once. */
  kept: readonly string[];
}

export const asked = "Write down what the harbour has";
export const replied = "The harbour is written down.";
/** Stands in what a sub-agent is asked to do. */
export const forAgent = "SUBTASK";
export const platform = `${process.platform}-${process.arch}`;

/** One session of the client, without a terminal. */
export async function runClient(
  client: HostClient,
  program: string,
  user: User,
  asked: Asked,
  cwd = user.project,
): Promise<string> {
  const { args, env: more } = client.command(program, asked);
  // By its home a process that the client leaves behind is found and ended with the user's other processes.
  const home = { HOME: user.home, TELLBACK_HOME: user.tellbackHome };
  const env = { PATH: process.env.PATH, ...home, TELLBACK_EMBED_PROVIDER: "off", ...more };
  const isScript = /\.[cm]?js$/.test(program);
  const [file, given] = isScript ? [process.execPath, [program, ...args]] : [program, args];
  const child = execute(file, given, { cwd, env, timeout: 100_000 });
  child.child.stdin?.end();
  return (await child).stdout;
}
