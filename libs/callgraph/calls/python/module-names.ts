// What a name of a module means: its own, a module inside it, one that it imports with a star, or one from outside.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { isBuiltin } from "./builtins.ts";
import type { ModuleLocation, PythonModules } from "./modules.ts";

export function externalObject(solver: Solver, name: string): number {
  return solver.heap.object(objectKind.external, solver.string(name));
}

export function builtinObject(solver: Solver, name: string): number {
  return solver.heap.object(objectKind.builtin, solver.string(name));
}

export class ModuleNames {
  private readonly solver: Solver;
  private readonly modules: PythonModules;
  private readonly exports: Map<string, number>[] = [];

  constructor(solver: Solver, modules: PythonModules) {
    this.solver = solver;
    this.modules = modules;
  }

  begin(): void {
    const { program } = this.solver;
    program.files.forEach((file, at) => {
      const base = program.variableBase[at] as number;
      this.exports.push(new Map(file.exports.map(([name, variable]) => [name, base + variable])));
    });
  }

  /** Whether a file defines this name itself. */
  has(file: number, name: string): boolean {
    return this.exports[file]?.has(name) ?? false;
  }

  /** A name of a module object. */
  give(module: number, name: string, to: number): void {
    this.member(this.foundOf(module), name, to, new Set());
  }

  global(file: number, text: string, to: number): void {
    const summary = this.solver.program.files[file];
    for (const module of summary?.reexports ?? []) {
      const found = this.modules.find(summary?.path ?? "", module);
      if (found && this.member(found, text, to, new Set())) return;
    }
    if (isBuiltin(text)) {
      this.solver.add(to, builtinObject(this.solver, text));
      return;
    }
    for (const module of summary?.reexports ?? []) {
      if (!this.modules.find(summary?.path ?? "", module))
        this.solver.add(to, externalObject(this.solver, `${module}.${text}`));
    }
  }

  import(file: number, module: string, name: string | undefined, to: number): void {
    const path = this.solver.program.files[file]?.path ?? "";
    const found = this.modules.find(path, module);
    if (!found) {
      if (!module.startsWith("."))
        this.solver.add(to, externalObject(this.solver, name === undefined ? module : `${module}.${name}`));
      return;
    }
    if (name === undefined) this.solver.add(to, this.moduleObject(found));
    else this.member(found, name, to, new Set());
  }

  private moduleObject(found: ModuleLocation): number {
    if ("folder" in found)
      return this.solver.heap.object(objectKind.namespace, this.solver.string(found.folder));
    const file = this.solver.program.fileByPath.get(found.file);
    if (file === undefined) return externalObject(this.solver, this.modules.nameOf(found.file));
    return this.solver.heap.object(objectKind.module, file);
  }

  /** A name of a module: its own, a module inside it, or one that it imports with a star. */
  private member(found: ModuleLocation, name: string, to: number, seen: Set<string>): boolean {
    if ("file" in found) {
      if (seen.has(found.file)) return false;
      seen.add(found.file);
      const file = this.solver.program.fileByPath.get(found.file);
      if (file === undefined) {
        this.solver.add(to, externalObject(this.solver, `${this.modules.nameOf(found.file)}.${name}`));
        return true;
      }
      const variable = this.exports[file]?.get(name);
      if (variable !== undefined) {
        this.solver.copy(variable, to);
        const inner = this.modules.child(found, name);
        if (inner) this.solver.add(to, this.moduleObject(inner));
        return true;
      }
      for (const module of this.solver.program.files[file]?.reexports ?? []) {
        const next = this.modules.find(found.file, module);
        if (next && this.member(next, name, to, seen)) return true;
      }
    }
    const inner = this.modules.child(found, name);
    if (inner) this.solver.add(to, this.moduleObject(inner));
    return inner !== undefined;
  }

  private foundOf(object: number): ModuleLocation {
    const { heap } = this.solver;
    if (heap.kind[object] === objectKind.namespace)
      return { folder: this.solver.text(heap.a[object] as number) };
    return { file: this.solver.program.files[heap.a[object] as number]?.path ?? "" };
  }
}
