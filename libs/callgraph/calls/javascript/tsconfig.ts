// Path aliases of tsconfig.json and jsconfig.json, with what they extend.

import { parse as parseJsonc } from "jsonc-parser";
import { join, parentOf, type ReadText } from "./modules.ts";

export interface PathAliases {
  /** Paths inside the project that a specifier in a folder may mean. */
  candidates(folder: string, specifier: string): string[];
}

interface Config {
  base: string | undefined;
  paths: [pattern: string, targets: string[]][];
  from: string;
}

export function pathAliases(read: ReadText): PathAliases {
  const byFolder = new Map<string, Config | undefined>();

  const load = (path: string, depth: number): Config | undefined => {
    const text = read(path);
    if (text === undefined) return undefined;
    const json = parseJsonc(text) as
      | { extends?: unknown; compilerOptions?: { baseUrl?: unknown; paths?: unknown } }
      | undefined;
    if (typeof json !== "object" || json === null) return undefined;
    const folder = parentOf(path);
    const options = json.compilerOptions ?? {};
    const extended = [json.extends].flat().filter((one) => typeof one === "string" && one.startsWith("."));
    const parents =
      depth > 4
        ? []
        : extended.map((one) =>
            load(join(folder, /\.json$/.test(String(one)) ? String(one) : `${one}.json`), depth + 1),
          );
    const parent = parents.filter((one) => one !== undefined).at(-1);
    const base = typeof options.baseUrl === "string" ? join(folder, options.baseUrl) : parent?.base;
    const isObject = typeof options.paths === "object" && options.paths !== null;
    const paths = isObject
      ? Object.entries(options.paths as object).map(([pattern, targets]): [string, string[]] => [
          pattern,
          Array.isArray(targets) ? targets.filter((one) => typeof one === "string") : [],
        ])
      : (parent?.paths ?? []);
    return { base, paths, from: isObject ? (base ?? folder) : (parent?.from ?? folder) };
  };

  const configOf = (folder: string): Config | undefined => {
    if (byFolder.has(folder)) return byFolder.get(folder);
    const prefix = folder ? `${folder}/` : "";
    const own = load(`${prefix}tsconfig.json`, 0) ?? load(`${prefix}jsconfig.json`, 0);
    const found = own ?? (folder ? configOf(parentOf(folder)) : undefined);
    byFolder.set(folder, found);
    return found;
  };

  return {
    candidates(folder, specifier) {
      const config = configOf(folder);
      if (!config) return [];
      const found: string[] = [];
      for (const [pattern, targets] of config.paths) {
        const star = matched(pattern, specifier);
        if (star !== undefined)
          found.push(...targets.map((target) => join(config.from, target.replace("*", star))));
      }
      if (config.base !== undefined) found.push(join(config.base, specifier));
      return found;
    },
  };
}

/** What `*` stands for; undefined when the pattern does not fit. */
export function matched(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === text ? "" : undefined;
  const before = pattern.slice(0, star);
  const behind = pattern.slice(star + 1);
  const fits =
    text.length >= before.length + behind.length && text.startsWith(before) && text.endsWith(behind);
  return fits ? text.slice(before.length, text.length - behind.length) : undefined;
}
