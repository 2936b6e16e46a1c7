// Which function of the code is called, and its signature.

import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";
import type { CodeReader } from "../../rooms/functions/room.ts";

type Definition = Awaited<ReturnType<CodeReader["outline"]>>["definitions"][number];

export interface Entry {
  entry: string;
  signature: string;
  documentation: string;
}

/** The function with this name, else the only one at the top level. */
export async function entryIn(
  { functionCode }: Memory,
  code: string,
  language: FunctionLanguage,
  name: string,
): Promise<Entry> {
  const { definitions, hasError } = await functionCode.outline(code, language);
  const top = definitions.filter(({ parent }) => parent === null);
  const functions = top.filter(isFunction);
  const named = top.find((one) => one.name === name);
  const found = named ?? (functions.length === 1 ? functions[0] : undefined);
  if (found && mayBeCalled(found))
    return { entry: found.name, signature: found.signature, documentation: found.documentation };
  if (hasError && !named)
    throw new TellbackError("invalid_input", `the code is not valid ${language}`, {
      hint: "Correct its syntax.",
    });
  const names = functions.map((one) => one.name);
  const what = named ? `${name} is not a function but a ${named.kind}` : `the code has no function "${name}"`;
  throw new TellbackError("invalid_input", what, {
    hint:
      names.length === 0
        ? "Define it at the top level."
        : `Name it as one of: ${names.slice(0, 20).join(", ")}.`,
  });
}

function mayBeCalled({ kind }: Definition): boolean {
  return kind === "function" || kind === "constant" || kind === "variable";
}

/** A variable may hold anything; what its line shows to be a function is one. */
function isFunction(symbol: Definition): boolean {
  return (
    symbol.kind === "function" || (mayBeCalled(symbol) && /=>|\bfunction\b|\blambda\b/.test(symbol.signature))
  );
}
