// Finds definitions by name as a file sees them: its own, those of its package or folder, what it imports, and last a
// name that only one file of the language defines.

import type { FileSummary } from "../summary.ts";
import type { FunctionFact, TypeFact, TypeName } from "./facts.ts";

export interface FactInFile<Fact> {
  fact: Fact;
  file: FileSummary;
}

export class Names {
  /** By path, without their calls: definitions of all files fit into memory, calls need not. */
  readonly files = new Map<string, FileSummary>();
  private readonly types = new Map<string, FactInFile<TypeFact>[]>();
  private readonly free = new Map<string, FactInFile<FunctionFact>[]>();
  private readonly members = new Map<string, FactInFile<FunctionFact>[]>();
  private readonly derived = new Map<string, FactInFile<TypeFact>[]>();
  private readonly methodNames = new Map<string, Set<string>>();
  private readonly goModule: string | undefined;

  constructor(files: Iterable<FileSummary>, goModule: string | undefined) {
    this.goModule = goModule;
    for (const { facts, ...rest } of files) {
      const file: FileSummary = facts ? { ...rest, facts: { ...facts, calls: [] } } : rest;
      this.files.set(file.path, file);
      for (const fact of file.facts?.types ?? []) {
        push(this.types, fact.name, { fact, file });
        for (const base of fact.bases) push(this.derived, base.name, { fact, file });
      }
      for (const fact of file.facts?.functions ?? []) {
        if (!fact.type) push(this.free, fact.name, { fact, file });
        else {
          push(this.members, `${fact.type}.${fact.name}`, { fact, file });
          const names = this.methodNames.get(fact.type) ?? new Set<string>();
          this.methodNames.set(fact.type, names.add(fact.name));
        }
      }
    }
  }

  type({ name, qualifier }: TypeName, file: FileSummary): FactInFile<TypeFact> | undefined {
    const candidates = this.ofLanguage(this.types.get(name), file);
    if (candidates.length === 0) return undefined;
    if (qualifier) {
      const inside = candidates.filter((one) => this.isInPackage(one.file, qualifier, file));
      if (inside[0]) return inside[0];
    }
    return this.inSight(candidates, name, file).found[0];
  }

  functions(
    name: string,
    file: FileSummary,
  ): { found: FactInFile<FunctionFact>[]; by: "direct" | "import" | "inferred" } {
    return this.inSight(this.ofLanguage(this.free.get(name), file), name, file);
  }

  /** Functions of a package or module that the file imports under this name. */
  inPackage(alias: string, name: string, file: FileSummary): FactInFile<FunctionFact>[] {
    return this.ofLanguage(this.free.get(name), file).filter((one) =>
      this.isInPackage(one.file, alias, file),
    );
  }

  methods(type: FactInFile<TypeFact>, name: string): FactInFile<FunctionFact>[] {
    const all = this.ofLanguage(this.members.get(`${type.fact.name}.${name}`), type.file);
    if (all.length < 2) return all;
    const sameFile = all.filter(({ file }) => file === type.file);
    if (sameFile.length > 0) return sameFile;
    const near = all.filter(({ file }) => scopeOf(file) === scopeOf(type.file));
    return near.length > 0 ? near : (this.types.get(type.fact.name)?.length ?? 0) < 2 ? all : [];
  }

  /** Types that say they extend it; in Go, types with all its methods. */
  implementers(type: FactInFile<TypeFact>): FactInFile<TypeFact>[] {
    const said = this.ofLanguage(this.derived.get(type.fact.name), type.file);
    if (type.file.language !== "go") return said;
    const wanted = [...(this.methodNames.get(type.fact.name) ?? [])];
    if (wanted.length === 0) return [];
    const found: FactInFile<TypeFact>[] = [];
    for (const [name, has] of this.methodNames) {
      if (name === type.fact.name || !wanted.every((one) => has.has(one))) continue;
      const [first] = this.ofLanguage(this.types.get(name), type.file);
      if (first && found.length < 20) found.push(first);
    }
    return found;
  }

  private ofLanguage<Fact>(
    candidates: FactInFile<Fact>[] | undefined,
    file: FileSummary,
  ): FactInFile<Fact>[] {
    const family = familyOf(file.language);
    return candidates?.filter((one) => familyOf(one.file.language) === family) ?? [];
  }

  private inSight<Fact>(
    candidates: FactInFile<Fact>[],
    name: string,
    file: FileSummary,
  ): { found: FactInFile<Fact>[]; by: "direct" | "import" | "inferred" } {
    const own = candidates.filter((one) => one.file === file);
    if (own.length > 0) return { found: own, by: "direct" };
    const imported = candidates.filter((one) => this.isImported(one.file, name, file));
    if (imported.length > 0) return { found: imported, by: "import" };
    const near = candidates.filter((one) => scopeOf(one.file) === scopeOf(file));
    if (near.length > 0) return { found: near, by: "direct" };
    return { found: candidates.length === 1 ? candidates : [], by: "inferred" };
  }

  /** `import a.b.Name`, `use crate::a::Name`, or a star import of where it is. */
  private isImported(target: FileSummary, name: string, file: FileSummary): boolean {
    return (file.facts?.imports ?? []).some(([local, path]) => {
      if (local !== name && local !== "*" && !path.endsWith("*")) return false;
      const holder = local === "*" ? path : path.replace(/(::|\.|\\)[^:.\\]+$/, "");
      return isAt(target, holder);
    });
  }

  private isInPackage(target: FileSummary, alias: string, file: FileSummary): boolean {
    const paths = (file.facts?.imports ?? []).filter(([local]) => local === alias).map(([, path]) => path);
    if (paths.length === 0) return file.language === "rust" && isAt(target, alias);
    return paths.some((path) => {
      if (file.language !== "go") return isAt(target, path);
      const inside =
        this.goModule && path.startsWith(this.goModule) ? path.slice(this.goModule.length + 1) : path;
      const folder = folderOf(target.path);
      return folder === inside || (!this.goModule && folder !== "" && path.endsWith(`/${folder}`));
    });
  }
}

/** Whether a file is what a dotted path names: its package, or its place among the folders. */
function isAt(target: FileSummary, path: string): boolean {
  const parts = path
    .split(/::|\.|\\|\//)
    .filter((one) => one && !["crate", "self", "super", "*"].includes(one));
  const declared = target.facts?.package.split(/\.|\\/) ?? [];
  if (target.facts?.package && declared.join("/") === parts.join("/")) return true;
  const own = target.path
    .replace(/\.\w+$/, "")
    .replace(/\/(mod|lib|main|index|__init__)$/, "")
    .split("/");
  if (parts.length === 0) return /(^|\/)(lib|main|mod)\.rs$/.test(target.path);
  return (
    own.slice(-parts.length).join("/") === parts.join("/") ||
    [...own, ...parts.slice(-1)].slice(-parts.length).join("/") === parts.join("/")
  );
}

/** Where names are visible without an import. */
function scopeOf(file: FileSummary): string {
  const declared = file.facts?.package;
  return file.language === "go" || !declared ? `folder ${folderOf(file.path)}` : `package ${declared}`;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** Languages that call each other by the same names. */
function familyOf(language: string): string {
  if (language === "c" || language === "cpp") return "c";
  return language === "java" || language === "kotlin" ? "jvm" : language;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
