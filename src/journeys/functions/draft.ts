// draft: what somebody wants to save, checked and completed from what the library knows of the function. Nothing is
// written or run here.

import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Analysis, FunctionLanguage } from "../../protocol/functions.ts";
import {
  findFunction,
  functionNamed,
  libraryOf,
  type NewTest,
  neededBy,
  refusalOf,
  versionRow,
} from "../../rooms/functions/room.ts";
import type { FunctionRow, FunctionVersionRow } from "../../store/schema.ts";
import { type Entry, entryIn } from "./entry.ts";
import type { CodeToRun } from "./run.ts";

export interface NewCode {
  name: string;
  /** Without it the promoted code stays: only tests and descriptions change. */
  code?: string | undefined;
  /** Of a known function its own. */
  language?: FunctionLanguage | undefined;
  description?: string | undefined;
  category?: string | undefined;
  tags?: readonly string[] | undefined;
  change?: string | undefined;
  /** A name, or `user` or `agent`. */
  author: string;
  /** Names of the functions that it calls. Without it: those of the promoted version that the code still names. */
  needs?: readonly string[] | undefined;
  tests?: readonly NewTest[] | undefined;
  /** A person promotes it although it breaks a test. */
  force?: boolean | undefined;
}

export interface Draft extends Omit<CodeToRun, "args">, Entry {
  known: FunctionRow | null;
  promoted: FunctionVersionRow | null;
  /** Ids of the functions that it calls. */
  needs: string[];
  analysis: Analysis;
  /** Why it would not run. */
  refused: string | null;
  /** False: the promoted version has the same code and calls the same functions. */
  isNewVersion: boolean;
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

export async function draftOf(memory: Memory, made: NewCode): Promise<Draft> {
  const { db } = memory;
  checkName(made.name);
  const known = await findFunction(db, made.name);
  const promoted = known && known.version > 0 ? await versionRow(db, known.id, known.version) : null;
  const code = made.code ?? promoted?.code;
  if (code === undefined) throw noCode(made.name);
  const language = languageOf(made, known);
  const entry = await entryIn(memory, code, language, made.name);
  const before = promoted ? await neededBy(db, promoted.function_id, promoted.version) : [];
  const names =
    made.needs ?? before.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const needed = await Promise.all(names.map((name) => functionNamed(db, name)));
  for (const one of needed) checkCallable(one, language);
  const library = await libraryOf(db, needed, { id: known?.id ?? "", name: made.name });
  const allowed = known ? (JSON.parse(known.allowed) as string[]) : [];
  const analysis = await memory.functionCode.analyse(code, language, allowed);
  const needs = needed.map(({ id }) => id);
  const isSame =
    code === promoted?.code &&
    haveSame(
      needs,
      before.map(({ id }) => id),
    );
  return {
    ...{ known, promoted, code, language, ...entry, library, allowed, needs, analysis },
    ...{ refused: refusalOf(analysis), isNewVersion: !isSame },
  };
}

function checkName(name: string): void {
  if (nameForm.test(name)) return;
  throw new TellbackError("invalid_input", `invalid name "${name}"`, {
    hint: "A name has letters, digits and _, and does not begin with a digit.",
  });
}

function noCode(name: string): TellbackError {
  return new TellbackError("invalid_input", `no code given, and the library has no function ${name}`, {
    hint: "Give --code, --file FILE, --from FILE:NAME, or the code on stdin.",
  });
}

function languageOf({ name, language }: NewCode, known: FunctionRow | null): FunctionLanguage {
  const found = language ?? known?.language;
  if (found === undefined) {
    throw new TellbackError("invalid_input", "no language given", {
      hint: "Give --language python, javascript or typescript.",
    });
  }
  if (known === null || known.language === found) return found;
  throw new TellbackError("conflict", `${name} is a ${known.language} function`, {
    hint: "Save it under another name.",
  });
}

/** TypeScript loses its types before it runs, and then calls JavaScript. */
function checkCallable({ name, language }: FunctionRow, caller: FunctionLanguage): void {
  if (language === caller || (language === "javascript" && caller === "typescript")) return;
  throw new TellbackError(
    "invalid_input",
    `a ${caller} function cannot call ${name}, a ${language} function`,
  );
}

function haveSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one) => b.includes(one));
}
