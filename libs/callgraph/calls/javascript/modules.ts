// Which file a JavaScript or TypeScript import names: relative paths, tsconfig paths, package.json's entry points, and
// packages that are part of the project.

import { type PackageEntries, packageEntries } from "./packages.ts";
import { type PathAliases, pathAliases } from "./tsconfig.ts";

export interface JavaScriptModules {
  find(from: string, specifier: string): string | undefined;
}

/** Reads a file of the project; undefined when there is none. */
export type ReadText = (path: string) => string | undefined;

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts"];
const sources: Record<string, string[]> = {
  ".js": [".ts", ".tsx", ".d.ts"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

export function javaScriptModules(
  paths: readonly string[],
  read: ReadText = () => undefined,
): JavaScriptModules {
  const files = new Set(paths);
  const aliases: PathAliases = pathAliases(read);
  const packages: PackageEntries = packageEntries(paths, read);
  const known = new Map<string, string | undefined>();

  const file = (base: string): string | undefined => {
    if (files.has(base)) return base;
    const dot = base.lastIndexOf(".");
    for (const extension of sources[base.slice(dot)] ?? []) {
      const source = base.slice(0, dot) + extension;
      if (files.has(source)) return source;
    }
    for (const extension of extensions) if (files.has(base + extension)) return base + extension;
    return undefined;
  };
  const fileOrFolder = (base: string): string | undefined => {
    const found = file(base);
    if (found) return found;
    for (const entry of packages.entriesOf(base, ".")) {
      const main = file(join(base, entry)) ?? file(join(base, `${entry}/index`));
      if (main) return main;
    }
    return file(base ? `${base}/index` : "index");
  };

  const search = (from: string, specifier: string): string | undefined => {
    const folder = parentOf(from);
    if (/^\.{1,2}(\/|$)/.test(specifier)) return fileOrFolder(join(folder, specifier));
    if (specifier.startsWith("/")) return undefined;
    for (const candidate of aliases.candidates(folder, specifier)) {
      const found = fileOrFolder(candidate);
      if (found) return found;
    }
    for (const candidate of packages.candidates(folder, specifier)) {
      const found = fileOrFolder(candidate);
      if (found) return found;
    }
    for (let at: string | undefined = folder; at !== undefined; at = at ? parentOf(at) : undefined) {
      const found = fileOrFolder(join(at, `node_modules/${specifier}`));
      if (found) return found;
    }
    return undefined;
  };

  return {
    find(from, specifier) {
      const key = `${parentOf(from)}\0${specifier}`;
      if (known.has(key)) return known.get(key);
      const found = search(from, specifier);
      known.set(key, found);
      return found;
    },
  };
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** A path inside the project, without `.` and `..`. */
export function join(folder: string, path: string): string {
  const parts = folder ? folder.split("/") : [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
