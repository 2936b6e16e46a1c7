// Lists, tuples, sets, dictionaries and generators: items by key, and what iterating gives.

import { isContainer, objectKind } from "../heap.ts";
import { allocKind } from "../summary.ts";
import type { PythonSemantics } from "./semantics.ts";

export function loadItem(
  semantics: PythonSemantics,
  object: number,
  key: number,
  to: number,
  site: number,
): void {
  const { heap } = semantics.solver;
  const kind = heap.kind[object];
  if (isContainer(kind)) {
    semantics.solver.copy(semantics.solver.field(object, semantics.solver.any), to);
    const index = key >= 0 && heap.kind[key] === objectKind.constant ? (heap.a[key] as number) : -1;
    if (index >= 0 && !semantics.solver.text(index).startsWith("-"))
      semantics.solver.copy(semantics.solver.field(object, index), to);
    else giveValues(semantics, object, to);
  } else if (kind === objectKind.instance) {
    semantics.solver.each(
      semantics.classes.onInstance(object, semantics.solver.string("__getitem__")),
      (method) => semantics.invoke(site, method, [], to),
    );
  } else if (kind === objectKind.external) semantics.solver.add(to, object);
  else if (kind === objectKind.class || kind === objectKind.builtin) semantics.solver.add(to, object);
  else if (kind === objectKind.generator) giveValues(semantics, object, to);
}

export function storeItem(
  semantics: PythonSemantics,
  object: number,
  key: number,
  from: number,
  site: number,
): void {
  const { heap } = semantics.solver;
  const kind = heap.kind[object];
  if (isContainer(kind)) {
    const index =
      key >= 0 && heap.kind[key] === objectKind.constant ? (heap.a[key] as number) : semantics.solver.any;
    semantics.solver.copy(from, semantics.solver.field(object, index));
  } else if (kind === objectKind.instance) {
    semantics.solver.each(
      semantics.classes.onInstance(object, semantics.solver.string("__setitem__")),
      (method) => semantics.invoke(site, method, [-1, from], -1),
    );
  }
}

/** Every value in a list, tuple, set or dictionary, or that a generator yields. */
export function giveValues(semantics: PythonSemantics, object: number, to: number): void {
  const { heap } = semantics.solver;
  if (heap.kind[object] === objectKind.generator) {
    const made = heap.a[object] as number;
    semantics.solver.copy(semantics.solver.own(made, semantics.solver.allocOf(made).yields), to);
  } else if (semantics.solver.once("elements", object, to)) {
    semantics.solver.watch(object, (_, variable) => semantics.solver.copy(variable, to));
  }
}

export function giveElements(semantics: PythonSemantics, object: number, to: number, site: number): void {
  const { heap, solver } = { heap: semantics.solver.heap, solver: semantics.solver };
  const kind = heap.kind[object];
  if (kind === objectKind.record && solver.allocOf(object).kind === allocKind.record) {
    if (!solver.once("keys", object, to)) return;
    solver.watch(object, (name) => {
      if (name !== solver.any) solver.add(to, heap.object(objectKind.constant, name));
    });
  } else if (isContainer(kind) || kind === objectKind.generator) {
    giveValues(semantics, object, to);
  } else if (kind === objectKind.instance) {
    const iterator = solver.variable();
    const each = (instance: number, name: string, result: number): void =>
      solver.each(semantics.classes.onInstance(instance, solver.string(name)), (method) =>
        semantics.invoke(site, method, [], result),
      );
    for (const name of ["__iter__", "__aiter__"]) each(object, name, iterator);
    solver.each(iterator, (one) => {
      if (heap.kind[one] !== objectKind.instance) return giveElements(semantics, one, to, site);
      for (const name of ["__next__", "__anext__"]) each(one, name, to);
    });
    solver.each(semantics.classes.onInstance(object, solver.string("__next__")), (method) => {
      if (solver.isEmpty(iterator)) semantics.invoke(site, method, [], to);
    });
  }
}
