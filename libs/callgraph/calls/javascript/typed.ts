// Declared types that say all: a variable of a class's type holds instances of that class, whatever flows into it.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { allocKind, functionFlag } from "../summary.ts";
import type { Objects } from "./objects.ts";

export function sealTypes(solver: Solver, objects: Objects): void {
  const { program } = solver;
  program.files.forEach((file, at) => {
    const base = program.variableBase[at] as number;
    for (const [variable, declared] of file.typed) {
      if (isExact(solver, objects, solver.objectsOf(base + declared), 0)) solver.seal(base + variable);
    }
  });
  program.allocs.forEach(({ alloc }, at) => {
    if (alloc.kind !== allocKind.class || !alloc.typed) return;
    const object = solver.allocObject(at);
    for (const [name, declared] of alloc.typed) {
      const held = solver.objectsOf(solver.own(object, declared));
      if (!isExact(solver, objects, held, 0)) continue;
      const field = solver.field(objects.instance(object), solver.string(name));
      for (const one of held) solver.add(field, one);
      solver.seal(field);
    }
  });
}

/** Which parameters of a function are of a function type: position, the type's own function. */
export function callbackTypes(solver: Solver, callee: number): [number, number][] {
  const found: [number, number][] = [];
  (solver.allocOf(callee).params ?? []).forEach((param, at) => {
    for (const one of solver.objectsOf(solver.own(callee, param.variable))) {
      if (isFunctionType(solver, one)) found.push([at, one]);
    }
  });
  return found;
}

function isFunctionType(solver: Solver, object: number): boolean {
  return (
    solver.heap.kind[object] === objectKind.function &&
    (solver.allocOf(object).flags & functionFlag.bodiless) !== 0
  );
}

/** A function written where a function type is expected gets its parameter types. */
export function giveContext(solver: Solver, objects: Objects, type: number, given: number): void {
  if (solver.heap.kind[given] !== objectKind.function || isFunctionType(solver, given)) return;
  const expected = solver.allocOf(type).params ?? [];
  (solver.allocOf(given).params ?? []).forEach((param, at) => {
    const from = expected[at];
    if (!from || from.kind !== param.kind) return;
    const held = solver.objectsOf(solver.own(type, from.variable));
    const variable = solver.own(given, param.variable);
    for (const one of held) solver.add(variable, one);
    if (isExact(solver, objects, held, 0)) solver.seal(variable);
  });
}

function isExact(solver: Solver, objects: Objects, held: readonly number[], depth: number): boolean {
  if (held.length === 0 || depth > 2) return false;
  return held.every((one) => {
    if (solver.heap.kind[one] === objectKind.instance) return true;
    if (!objects.collection(one)) return false;
    const values = [...(solver.heap.fields[one] ?? [])].filter(([name]) => name !== objects.key);
    return values.every(([, variable]) => isExact(solver, objects, solver.objectsOf(variable), depth + 1));
  });
}

/**
 * Targets of a method call that the declared types do not name: what was assigned over a declared method, and methods
 * that override one that is also a target.
 */
export function beyondTypes(objects: Objects, targets: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  const classes = targets.map((one) => objects.classOfMethod(one));
  if (classes.every((one) => one === undefined)) return found;
  targets.forEach((target, at) => {
    const own = classes[at];
    const isOverride =
      own !== undefined &&
      classes.some(
        (other) => other !== undefined && other !== own && objects.subclassesOf(other).includes(own),
      );
    if (own === undefined ? objects.solver.heap.kind[target] === objectKind.function : isOverride)
      found.add(target);
  });
  return found;
}
