// What a file exports, by `export` or by `module.exports`, and what importing a name from it gives.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import type { JavaScriptModules } from "./modules.ts";
import type { Objects } from "./objects.ts";

export class Exports {
  private readonly solver: Solver;
  private readonly objects: Objects;
  private readonly modules: JavaScriptModules;
  private readonly names: Map<string, number>[] = [];
  private readonly exportsName: number;

  constructor(solver: Solver, objects: Objects, modules: JavaScriptModules) {
    this.solver = solver;
    this.objects = objects;
    this.modules = modules;
    this.exportsName = solver.string("exports");
  }

  begin(): void {
    const { program } = this.solver;
    program.files.forEach((file, at) => {
      const base = program.variableBase[at] as number;
      this.names.push(new Map(file.exports.map(([name, variable]) => [name, base + variable])));
    });
  }

  /** The file of the project that an import leads to. */
  find(from: number, module: string): number | undefined {
    const { program } = this.solver;
    const found = this.modules.find(program.files[from]?.path ?? "", module);
    return found === undefined ? undefined : program.fileByPath.get(found);
  }

  /** What a file exports under this name; `=` is `module.exports` itself. */
  give(file: number, name: string, to: number): void {
    this.member(file, name, to, new Set());
  }

  private member(file: number, name: string, to: number, seen: Set<number>): boolean {
    const { solver } = this;
    if (seen.has(file)) return false;
    seen.add(file);
    const summary = solver.program.files[file];
    const own = this.names[file];
    if (name === "=") {
      if (own && own.size > 0) solver.add(to, solver.heap.object(objectKind.module, file));
      else solver.copy(this.commonJs(file), to);
      return true;
    }
    const variable = own?.get(name);
    if (variable !== undefined) {
      solver.copy(variable, to);
      return true;
    }
    if (name !== "default") {
      for (const module of summary?.reexports ?? []) {
        const next = this.find(file, module);
        if (next !== undefined && this.member(next, name, to, seen)) return true;
      }
    }
    if (own && own.size > 0) return false;
    if (name === "default") {
      solver.each(this.commonJs(file), (object) => {
        solver.add(to, object);
        solver.copy(this.objects.lookup(object, solver.string("default")), to);
      });
    } else {
      const id = solver.string(name);
      solver.each(this.commonJs(file), (object) => solver.copy(this.objects.property(object, id), to));
    }
    return (summary?.reexports.length ?? 0) === 0;
  }

  /** The variable of `module.exports`; the front end allocates `module` right after the module itself. */
  private commonJs(file: number): number {
    const module = this.solver.allocObject((this.solver.program.allocBase[file] as number) + 1);
    return this.solver.field(module, this.exportsName);
  }

  /** What other programs can reach by the exports of files. */
  reachable(): ReadonlySet<number> {
    const { solver } = this;
    const found = new Set<number>();
    solver.program.files.forEach((_, file) => {
      for (const variable of this.names[file]?.values() ?? [])
        for (const object of solver.objectsOf(variable)) found.add(object);
      for (const object of solver.objectsOf(this.commonJs(file))) {
        found.add(object);
        for (const variable of solver.heap.fields[object]?.values() ?? [])
          for (const one of solver.objectsOf(variable)) found.add(one);
      }
    });
    return found;
  }
}
