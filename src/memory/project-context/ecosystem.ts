// What a reader of manifests gets and gives, and what the readers share. For detect.ts; pure.

import type { CommandPurpose } from "../../protocol/tasks.ts";

/** The files of a work tree that were read, by their path in it. */
type Files = ReadonlyMap<string, string>;

export interface Ecosystem {
  language: string;
  packageManager?: string | undefined;
  frameworks?: readonly string[];
  commands?: Partial<Record<CommandPurpose, { run: string; source: string }>>;
  packages?: readonly string[];
  entryPoints?: readonly string[];
}

export interface Tree {
  files: Files;
  /** Names in the root folder; a folder ends with a slash. */
  names: readonly string[];
  /** There is more TypeScript than JavaScript in it: Node and Bun run it without any package or tsconfig.json. */
  isTypeScript?: boolean;
}

export function withoutEmpty(
  commands: Partial<Record<CommandPurpose, { run: string; source: string } | undefined>>,
) {
  return Object.fromEntries(Object.entries(commands).filter(([, command]) => command)) as NonNullable<
    Ecosystem["commands"]
  >;
}

/** Frameworks by the dependency that gives them away. */
export function frameworksIn(
  text: string | readonly string[],
  known: Readonly<Record<string, string>>,
): string[] {
  const has = (name: string) =>
    typeof text === "string"
      ? new RegExp(`(?<![\\w.-])${name.replace(/[.\\/]/g, "\\$&")}(?![\\w-])`, "i").test(text)
      : text.includes(name);
  return Object.entries(known).flatMap(([dependency, framework]) => (has(dependency) ? [framework] : []));
}
