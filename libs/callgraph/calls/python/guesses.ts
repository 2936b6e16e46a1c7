// Guesses that are made when nothing better can come: methods that nobody calls, `__getattr__`, unknown keys, unknown
// decorators.

import { guessAnyKey } from "../any-key.ts";
import { objectKind } from "../heap.ts";
import { allocKind, callAt, callFlag, functionFlag, op } from "../summary.ts";
import type { PythonSemantics } from "./semantics.ts";

export class Guesses {
  private readonly semantics: PythonSemantics;
  private readonly settled = new Set<number>();

  constructor(semantics: PythonSemantics) {
    this.semantics = semantics;
  }

  /** Methods that nothing in the project calls are called on an instance of their class. */
  private seedUncalled(): boolean {
    const { solver } = this.semantics;
    if (this.isSeeded) return false;
    this.isSeeded = true;
    solver.program.allocs.forEach(({ alloc }, at) => {
      if (alloc.kind !== allocKind.function || (alloc.flags & functionFlag.method) === 0) return;
      const self = alloc.params?.[0];
      if (self?.kind !== "plain" || (alloc.flags & functionFlag.static) !== 0) return;
      const object = solver.allocObject(at);
      const file = (solver.program.allocs[at] as { file: number }).file;
      const owner = solver.allocObject((solver.program.allocBase[file] as number) + alloc.owner);
      if (solver.heap.kind[owner] !== objectKind.class) return;
      const isClassMethod = (alloc.flags & functionFlag.classMethod) !== 0 || alloc.name.endsWith(".__new__");
      const variable = solver.own(object, self.variable);
      if (solver.isEmpty(variable))
        solver.add(variable, isClassMethod ? owner : this.semantics.classes.instance(owner));
    });
    return true;
  }

  private isSeeded = false;

  /** An attribute that nothing defines is asked of `__getattr__`. */
  private askGetattr(base: number, name: number, to: number, site: number): boolean {
    const { solver } = this.semantics;
    const { heap } = solver;
    if (!this.hasGetattr) return false;
    const method = solver.string("__getattr__");
    let asked = false;
    for (const object of solver.objectsOf(base)) {
      const isInstance =
        heap.kind[object] === objectKind.instance &&
        this.semantics.classes.declares(heap.a[object] as number, method);
      const isModule =
        heap.kind[object] === objectKind.module &&
        this.semantics.names.has(heap.a[object] as number, "__getattr__");
      if (!isInstance && !isModule) continue;
      const wanted = solver.variable();
      solver.add(wanted, heap.object(objectKind.constant, solver.string(`'${solver.text(name)}`)));
      solver.each(this.semantics.attribute(object, method), (one) =>
        this.semantics.invoke(site, one, [wanted], to),
      );
      asked = true;
    }
    return asked;
  }

  /** Whether any class or module of the project has one. */
  private get hasGetattr(): boolean {
    const { program } = this.semantics.solver;
    this.getattr ??=
      program.files.some((_, file) => this.semantics.names.has(file, "__getattr__")) ||
      program.allocs.some(({ alloc }) => alloc.fields?.some(([name]) => name === "__getattr__"));
    return this.getattr;
  }

  private getattr: boolean | undefined;

  settle(): boolean {
    const { solver } = this.semantics;
    const { code } = solver.program;
    // First: what is called on `self` is not unknown then.
    if (this.seedUncalled()) return true;
    let changed = false;
    const kinds = [op.loadKey, op.storeKey, op.call, ...(this.hasGetattr ? [op.load] : [])];
    solver.scan(kinds, (site, kind) => {
      if (kind === op.load || (kind === op.call && (code[site + callAt.base] as number) >= 0)) {
        if (this.settled.has(site) || (kind === op.call && solver.targets.has(site))) return;
        const isLoad = kind === op.load;
        const to = isLoad ? (code[site + 1] as number) : solver.variable();
        if (isLoad && !solver.isEmpty(to)) return;
        const base = code[site + (isLoad ? 2 : callAt.base)] as number;
        if (!this.askGetattr(base, code[site + (isLoad ? 3 : callAt.name)] as number, to, site)) return;
        this.settled.add(site);
        if (!isLoad) solver.callTo(site, to, -1);
        changed = true;
        return;
      }
      if (kind !== op.call) {
        if (guessAnyKey(solver, this.settled, site, kind)) changed = true;
        return;
      }
      if (
        (solver.flags(site) & callFlag.decorator) === 0 ||
        this.settled.has(site) ||
        solver.targets.has(site)
      )
        return;
      this.settled.add(site);
      solver.copy(code[site + 13] as number, code[site + 1] as number);
      changed = true;
    });
    return changed;
  }
}
