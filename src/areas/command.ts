// The form of a command that is more than one operation: several operations, a dialogue, or work outside of the daemon.
// An area's command.ts declares its commands by the words that are typed. Help and completion load every declaration, so
// the work is in a file beside it and is imported when the command runs.

import type { InputOf, OperationName, OutputOf } from "./contracts.ts";

type Options = Record<string, unknown>;

/** Calls an operation and prints its answer as the options say. */
export type RunOperation = (
  name: OperationName,
  given: Record<string, unknown>,
  options: Options,
) => Promise<void>;

export interface AreaCommand {
  /** Its own, or that of an operation. */
  summary: string | { of: OperationName };
  /** In a list of commands, where it stands for those below it too. */
  groupSummary?: string;
  args?: string;
  options?: readonly (readonly [flags: string, description: string])[];
  /** The operation whose inputs are its options too, and the inputs that it does not offer. */
  inputsOf?: OperationName;
  without?: readonly string[];
  hasMarkdown?: true;
  /** Further values of --format. */
  formats?: readonly string[];
  /** Missing for a group: the commands below it do the work. */
  run?(args: string[], options: Options, runOperation: RunOperation): Promise<unknown>;
}

/** By the words that are typed. */
export type AreaCommands = Readonly<Record<string, AreaCommand>>;

/** What the command of an operation does besides calling it. */
interface AroundCall<N extends OperationName> {
  /** Throws if this caller may not. */
  check?(input: Record<string, unknown>): void;
  /** Instead of the call, in a terminal, where no words are typed. */
  withoutWords?(options: Options): Promise<void>;
  /** In a terminal, after the answer is shown. */
  afterwards?(input: InputOf<N>, output: OutputOf<N>): Promise<void>;
  /** Whether a script should stop after this answer. */
  isFailure?(output: OutputOf<N>): boolean;
}

export type AroundCallsOf<Operations> = { [N in keyof Operations & OperationName]?: AroundCall<N> };

export const withoutAsking = ["--yes", "do not ask for confirmation"] as const;
