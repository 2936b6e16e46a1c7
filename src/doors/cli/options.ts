// One definition gives parser, help and completion: an operation's inputs become the command's options.

import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Form, Input } from "./forms.ts";

/** Typed as words, without quotes around them. */
const words: ReadonlySet<string> = new Set(["query", "content", "tags"]);

/** Instead of which `-` takes what is piped in. */
const texts: ReadonlySet<string> = new Set(["content", "summary", "input"]);

export function addInputs(command: Command, form: Form, given: { optional: boolean }): Command {
  for (const name of form.positional) {
    const input = form.inputs[name];
    const shown = words.has(name) ? `${name}...` : name;
    const isRequired = input?.isRequired && !given.optional;
    command.argument(isRequired ? `<${shown}>` : `[${shown}]`, input?.description ?? "");
  }
  return addOptions(command, form);
}

/** The inputs that are not taken by position, without some of them. */
export function addOptions(command: Command, form: Form, without: readonly string[] = []): Command {
  const left = [...form.positional, ...without];
  for (const [name, input] of Object.entries(form.inputs))
    if (!left.includes(name)) command.addOption(optionOf(name, input));
  return command;
}

/** Turns positional arguments and options into the operation's input. */
export function inputOf(form: Form, positional: readonly unknown[], options: Record<string, unknown>) {
  const named = Object.entries(options).filter(([name]) => Object.hasOwn(form.inputs, name));
  const byPosition = form.positional.map((name, i) => {
    const value = positional[i];
    const typed = Array.isArray(value) ? (value.length === 0 ? undefined : value.join(" ")) : value;
    return [name, typed === "-" && texts.has(name) ? readFileSync(0, "utf8").trim() : typed] as const;
  });
  return Object.fromEntries([...named, ...byPosition].filter(([, value]) => value !== undefined));
}

function optionOf(name: string, input: Input): Option {
  const flag = `--${name.replace(/([A-Z])/g, "-$1").toLowerCase()}`;
  const takes = input.type === "boolean" ? "" : ` <${input.type === "integer" ? "n" : name.toLowerCase()}>`;
  const description = input.description ?? "";
  const value = String(input.default ?? "");
  const shown = value === "" || input.default === false ? "" : ` (default: ${value})`;
  const option = new Option(flag + takes, description + shown);
  // The folder has a default: the current one.
  if (input.isRequired && name !== "folder") option.makeOptionMandatory();
  if (input.enum) option.choices(input.enum);
  if (input.type === "integer" || input.type === "number") option.argParser(asNumber);
  return option;
}

function asNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw new InvalidArgumentError("It must be a number.");
  return number;
}
