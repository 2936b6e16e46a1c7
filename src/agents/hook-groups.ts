// A host's table of hooks as groups, in the form of Claude Code's settings.json, which other hosts share. Pure.

import { type Hook, type HookTable, hooksAt } from "./hook-table.ts";

type Entry = Record<string, unknown>;

/** Event → groups, or the hooks themselves where a host has no groups. */
export type Hooks = Record<string, ({ matcher?: string; hooks: Entry[] } | Entry)[]>;
export type Groups = Record<string, { matcher?: string; hooks: Entry[] }[]>;

export function groupsOf(
  hooks: HookTable,
  entry: (hook: Hook, eventName: string) => Record<string, unknown>,
): Groups {
  return Object.fromEntries(
    Object.keys(hooks).map((event) => [
      event,
      hooksAt(hooks, event).map((hook) => ({ ...matcherOf(hook), hooks: [entry(hook, event)] })),
    ]),
  );
}

/** A list of names, or a regular expression. */
function matcherOf({ tools, exceptTools }: Hook): { matcher?: string } {
  if (tools) return { matcher: tools.join("|") };
  return exceptTools ? { matcher: `^(?!(?:${exceptTools.join("|")})$)` } : {};
}
