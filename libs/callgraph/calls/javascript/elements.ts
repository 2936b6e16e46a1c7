// What iterating over arrays, maps, sets, generators and objects with an iterator gives.

import { objectKind } from "../heap.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

/** What iterating over an object gives. */
export function giveElements(semantics: JavaScriptSemantics, object: number, to: number, site: number): void {
  const { solver, objects } = semantics;
  switch (objects.collection(object)) {
    case "list":
    case "set":
      if (solver.once("elements", object, to))
        solver.watch(object, (_, variable) => solver.copy(variable, to));
      return;
    case "map": {
      const pair = objects.madeFrom("list", object, site);
      solver.copy(solver.field(object, objects.key), solver.field(pair, solver.string("0")));
      solver.copy(solver.field(object, solver.any), solver.field(pair, solver.string("1")));
      solver.add(to, pair);
      return;
    }
    case "generator":
      giveYields(semantics, object, to, site);
      return;
    case "promise":
      return;
  }
  const kind = solver.heap.kind[object];
  if (kind === objectKind.constant || kind === objectKind.builtin || kind === objectKind.external) return;
  const iterator = solver.variable();
  for (const name of ["@@iterator", "@@asyncIterator"]) {
    solver.each(objects.lookup(object, solver.string(name)), (method) =>
      semantics.invoke(site, method, object, [], iterator),
    );
  }
  solver.each(iterator, (one) => {
    if (objects.collection(one)) return giveElements(semantics, one, to, site);
    const result = solver.variable();
    solver.each(objects.lookup(one, solver.string("next")), (next) =>
      semantics.invoke(site, next, one, [], result),
    );
    solver.each(result, (each) => semantics.await(each, to));
    solver.each(result, (each) => solver.copy(objects.lookup(each, solver.string("value")), to));
  });
}

/** What a generator yields, whether it is known by its function or by its type. */
export function giveYields(semantics: JavaScriptSemantics, object: number, to: number, site: number): void {
  const { solver } = semantics;
  // A generator that returns itself would lead back here without end.
  if (!solver.once("yields", object, to)) return;
  if (solver.heap.kind[object] !== objectKind.generator) {
    solver.watch(object, (_, variable) => solver.copy(variable, to));
    return;
  }
  const made = solver.heap.a[object] as number;
  const alloc = solver.allocOf(made);
  solver.copy(solver.own(made, alloc.yields), to);
  solver.each(solver.own(made, alloc.value), (one) => {
    if (semantics.objects.collection(one) === "generator") giveElements(semantics, one, to, site);
  });
}
