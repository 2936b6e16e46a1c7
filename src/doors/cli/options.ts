// One definition gives parser, help and completion: an operation's input schema becomes the command's options.

import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import type { Operation } from "../../protocol/operations.ts";

interface Property {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
}

/** Typed as words, without quotes around them. */
const words: ReadonlySet<string> = new Set(["query", "content", "tags"]);

export function addInputs(command: Command, operation: Operation, given: { optional: boolean }): Command {
  const schema = z.toJSONSchema(operation.input, { io: "input" });
  const required = new Set(schema.required ?? []);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>);
  for (const name of operation.positional) {
    const property = properties.find(([key]) => key === name)?.[1];
    const shown = words.has(name) ? `${name}...` : name;
    const isRequired = required.has(name) && !given.optional;
    command.argument(isRequired ? `<${shown}>` : `[${shown}]`, property?.description ?? "");
  }
  for (const [name, property] of properties) {
    if (!operation.positional.includes(name)) command.addOption(optionOf(name, property));
  }
  return command;
}

/** Positional arguments and options as the operation's input. */
export function inputOf(
  operation: Operation,
  positional: readonly unknown[],
  options: Record<string, unknown>,
) {
  const known = Object.keys(operation.input.shape);
  const named = Object.entries(options).filter(([name]) => known.includes(name));
  const placed = operation.positional.map((name, i) => {
    const value = positional[i];
    return [name, Array.isArray(value) ? value.join(" ") : value] as const;
  });
  return Object.fromEntries([...named, ...placed].filter(([, value]) => value !== undefined));
}

function optionOf(name: string, property: Property): Option {
  const flag = `--${name.replace(/([A-Z])/g, "-$1").toLowerCase()}`;
  const value =
    property.type === "boolean" ? "" : ` <${property.type === "integer" ? "n" : name.toLowerCase()}>`;
  const description = property.description ?? "";
  const shown =
    property.default === undefined || property.default === false ? "" : ` (default: ${property.default})`;
  const option = new Option(flag + value, description + shown);
  if (property.enum) option.choices(property.enum);
  if (property.type === "integer" || property.type === "number") option.argParser(asNumber);
  return option;
}

function asNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw new InvalidArgumentError("Not a number.");
  return number;
}
