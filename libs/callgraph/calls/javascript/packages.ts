// Entry points of packages inside the project: package.json's exports, imports, main. What names a built file is looked
// for among the sources as well.

import { join, parentOf, type ReadText } from "./modules.ts";
import { matched } from "./tsconfig.ts";

export interface PackageEntries {
  /** Paths that a bare specifier may mean: the package's own name, `#` imports, other packages of the project. */
  candidates(folder: string, specifier: string): string[];
  /** Entry points for a subpath (`.` for the package itself), relative to the package's folder. */
  entriesOf(folder: string, subpath: string): string[];
}

interface Package {
  folder: string;
  name: string;
  exports: unknown;
  imports: unknown;
  mains: string[];
}

export function packageEntries(paths: readonly string[], read: ReadText): PackageEntries {
  const packages = new Map<string, Package | undefined>();
  const byName = new Map<string, Package>();

  const packageIn = (folder: string): Package | undefined => {
    if (packages.has(folder)) return packages.get(folder);
    const found = parsePackage(folder, read(folder ? `${folder}/package.json` : "package.json"));
    packages.set(folder, found);
    if (found?.name && !folder.includes("node_modules")) byName.set(found.name, found);
    return found;
  };
  const folders = new Set<string>([""]);
  for (const path of paths)
    for (let at = parentOf(path); at && !folders.has(at); at = parentOf(at)) folders.add(at);
  for (const folder of folders) if (!folder.includes("node_modules")) packageIn(folder);

  const around = (folder: string): Package | undefined => {
    for (let at = folder; ; at = parentOf(at)) {
      const found = packageIn(at);
      if (found || !at) return found;
    }
  };
  const entries = (one: Package, subpath: string): string[] => {
    const found = conditions(lookup(one.exports, subpath));
    if (subpath === ".") found.push(...one.mains);
    return found.flatMap(withSources);
  };

  return {
    candidates(folder, specifier) {
      if (specifier.startsWith("#")) {
        const own = around(folder);
        return own
          ? conditions(lookup(own.imports, specifier))
              .flatMap(withSources)
              .map((path) => join(own.folder, path))
          : [];
      }
      const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier;
      const target = byName.get(name);
      if (!target) return [];
      const rest = specifier.slice(name.length);
      const found = entries(target, rest ? `.${rest}` : ".").map((path) => join(target.folder, path));
      if (rest) found.push(join(target.folder, rest), join(target.folder, `src${rest}`));
      else found.push(join(target.folder, "src/index"), join(target.folder, "index"));
      return found;
    },
    entriesOf(folder, subpath) {
      const one = packageIn(folder);
      return one ? entries(one, subpath) : [];
    },
  };
}

function parsePackage(folder: string, text: string | undefined): Package | undefined {
  if (text === undefined) return undefined;
  try {
    const json = JSON.parse(text) as Partial<
      Record<"name" | "source" | "module" | "main" | "types" | "exports" | "imports", unknown>
    >;
    if (typeof json !== "object" || json === null) return undefined;
    const mains = [json.source, json.module, json.main, json.types].filter((one) => typeof one === "string");
    const { exports, imports } = json;
    return { folder, name: typeof json.name === "string" ? json.name : "", exports, imports, mains };
  } catch {
    return undefined;
  }
}

/** The entry of `exports` or `imports` that fits, with `*` filled in. */
function lookup(table: unknown, key: string): unknown {
  if (typeof table === "string" || Array.isArray(table)) return key === "." ? table : undefined;
  if (typeof table !== "object" || table === null) return undefined;
  const entries = Object.entries(table);
  const isConditions = !entries.some(([one]) => one.startsWith(".") || one.startsWith("#"));
  if (isConditions) return key === "." ? table : undefined;
  for (const [pattern, target] of entries) {
    const star = matched(pattern, key);
    if (star !== undefined) return star ? fill(target, star) : target;
  }
  return undefined;
}

function fill(target: unknown, star: string): unknown {
  if (typeof target === "string") return target.replaceAll("*", star);
  if (typeof target !== "object" || target === null) return target;
  return Object.fromEntries(Object.entries(target).map(([condition, one]) => [condition, fill(one, star)]));
}

function conditions(target: unknown): string[] {
  if (typeof target === "string") return [target];
  if (typeof target !== "object" || target === null) return [];
  return Object.values(target).flatMap(conditions);
}

/** A built file and the sources it was probably built from. */
function withSources(path: string): string[] {
  const source = path.replace(/\.d\.([mc]?)ts$/, ".$1ts");
  const bare = source.replace(/\.[mc]?[jt]sx?$/, "");
  const inSources = bare
    .replace(/^(\.\/)?(dist|build|lib|out|es|esm|cjs)\//, "$1src/")
    .replace(/\/(esm|cjs|types)\//, "/");
  return [...new Set([path, source, bare, inSources])];
}
