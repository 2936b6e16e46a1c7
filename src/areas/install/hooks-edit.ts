// tellback's hooks in the settings of a host, next to those of others: Claude Code's format, which other hosts share.

import type { Hooks } from "../../agents/hook-groups.ts";
import type { Edit } from "./edit.ts";
import {
  appendTo,
  checkContainer,
  isObject,
  type JsonPath,
  readObject,
  removeAt,
  setIn,
} from "./json-file.ts";

export function hooksEdit(name: string, hooks: Hooks): Edit {
  const remove = (text: string) => withoutOwnHooks(text, name);
  return {
    add(text) {
      let result = text ?? "";
      if (JSON.stringify(ownHooks(result, name)) === JSON.stringify(hooks)) return result;
      result = remove(result);
      checkContainer(result, ["hooks"], "object", name);
      for (const [event, groups] of Object.entries(hooks)) {
        checkContainer(result, ["hooks", event], "array", name);
        for (const group of groups) {
          const there = readObject(result, name).hooks;
          const list = isObject(there) ? there[event] : undefined;
          result = Array.isArray(list)
            ? appendTo(result, ["hooks", event], group)
            : setIn(result, ["hooks", event], [group]);
        }
      }
      return result;
    },
    remove,
  };
}

/** With another home, TELLBACK_HOME is in the command. */
const own = [/tellback.*\/hooks\/hook\.sh/i, /tellback(?:\.mjs)?["']? hook [a-z-]+/];

/** Whether a hook of settings.json is tellback's. */
export function isOwnHook(hook: unknown): boolean {
  if (!isObject(hook) || typeof hook.command !== "string") return false;
  const args = Array.isArray(hook.args) ? hook.args.join(" ") : "";
  return own.some((pattern) => pattern.test(`${hook.command} ${args}`));
}

/** tellback's own groups, as they are in the file. */
export function ownHooks(text: string, name: string): Hooks {
  const { hooks } = readObject(text, name);
  const found: Hooks = {};
  for (const [event, groups] of Object.entries(isObject(hooks) ? hooks : {})) {
    const ours = (Array.isArray(groups) ? groups : []).filter((group) => hooksOf(group).some(isOwnHook));
    if (ours.length > 0) found[event] = ours;
  }
  return found;
}

/** Also those in a duplicate "hooks" key, which becomes effective when the first is removed. */
function withoutOwnHooks(text: string, name: string): string {
  const rest = withoutSeenHooks(text, name);
  return rest === text ? rest : withoutOwnHooks(rest, name);
}

function withoutSeenHooks(text: string, name: string): string {
  const before = readObject(text, name);
  const hooks = isObject(before.hooks) ? before.hooks : {};
  let result = text;
  // From the end, so that earlier positions stay valid.
  const paths: JsonPath[] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) continue;
    groups.forEach((group, at) => {
      const inside = hooksOf(group);
      const ours = inside.flatMap((hook, i) => (isOwnHook(hook) ? [i] : []));
      if (ours.length === 0) return;
      if (ours.length === inside.length) paths.push(["hooks", event, at]);
      else paths.push(...ours.map((i): JsonPath => ["hooks", event, at, "hooks", i]));
    });
  }
  if (paths.length === 0) return text;
  for (const path of paths.reverse()) result = removeAt(result, path);
  return withoutEmptied(result, name, Object.keys(hooks));
}

/** Lists and objects that contained only tellback's part are removed with it. */
function withoutEmptied(text: string, name: string, events: readonly string[]): string {
  let result = text;
  for (const event of events) {
    const { hooks } = readObject(result, name);
    const list = isObject(hooks) ? hooks[event] : undefined;
    if (Array.isArray(list) && list.length === 0) result = removeAt(result, ["hooks", event]);
  }
  const { hooks } = readObject(result, name);
  return isObject(hooks) && Object.keys(hooks).length === 0 ? removeAt(result, ["hooks"]) : result;
}

function hooksOf(group: unknown): unknown[] {
  if (!isObject(group)) return [];
  // Some hosts have no groups: the hooks of an event are a plain list.
  if (typeof group.command === "string") return [group];
  return Array.isArray(group.hooks) ? group.hooks : [];
}
