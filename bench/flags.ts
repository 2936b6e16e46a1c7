// The flags of every bench, listed by --help. An unknown flag is refused.

import { basename, isAbsolute, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

/** With a value, or a switch. */
type Flag = { value: string; default?: string; about: string } | { about: string };

type Values<Flags> = {
  [Name in keyof Flags]: Flags[Name] extends { value: string; default: string }
    ? string
    : Flags[Name] extends { value: string }
      ? string | undefined
      : boolean;
};

export const shared = {
  value: "DIR",
  default: resolve(import.meta.dirname, "../../shared"),
  about: "where the public data is",
} as const;

export function readFlags<const Flags extends Record<string, Flag>>(flags: Flags): Values<Flags> {
  const options = Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, optionOf(flag)]));
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", default: false } } });
    if (!values.help) return values as Values<Flags>;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${helpOf(flags)}`);
    process.exit(2);
  }
  process.stdout.write(helpOf(flags));
  process.exit();
}

function optionOf(flag: Flag): { type: "string" | "boolean"; default?: string | boolean } {
  if (!("value" in flag)) return { type: "boolean", default: false };
  return flag.default === undefined ? { type: "string" } : { type: "string", default: flag.default };
}

function helpOf(flags: Record<string, Flag>): string {
  const lines = Object.entries(flags).map(([name, flag]): [string, string] => [
    "value" in flag ? `--${name} ${flag.value}` : `--${name}`,
    "value" in flag && flag.default !== undefined
      ? `${flag.about} (default: ${shown(flag.default)})`
      : flag.about,
  ]);
  const width = Math.max(0, ...lines.map(([form]) => form.length));
  const own = basename(process.argv[1] ?? "");
  return [
    `node bench/${own}${lines.length > 0 ? " [flags]" : ""}`,
    ...lines.map(([form, about]) => `  ${form.padEnd(width)}  ${about}`),
    "",
  ].join("\n");
}

function shown(list: string): string {
  const values = list.split(",");
  return values.map((value) => (isAbsolute(value) ? relative(process.cwd(), value) : value)).join(",");
}
