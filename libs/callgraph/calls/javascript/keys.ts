// Properties whose name is computed: `object[key]`, read and written.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { openEnd } from "../summary.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

export function loadKey(
  semantics: JavaScriptSemantics,
  object: number,
  key: number,
  to: number,
  site: number,
): void {
  const { solver, objects } = semantics;
  const collection = objects.collection(object);
  if (collection === "set" || collection === "generator" || collection === "map") {
    semantics.element(object, to, site);
    return;
  }
  const start = startOf(solver, key);
  const take = (variable: number): void =>
    solver.each(variable, (value) => semantics.loaded(value, to, site, object));
  if (start === null) {
    const variable = semantics.property(object, solver.heap.a[key] as number);
    if (variable >= 0) take(variable);
  } else if (
    solver.heap.kind[object] !== objectKind.constant &&
    solver.once(start === "" ? "any" : `any ${start}`, object, to)
  ) {
    solver.watch(object, (name, variable) => {
      if (name !== objects.proto && (name < 0 || solver.text(name).startsWith(start))) take(variable);
    });
    if (start !== "") objects.eachMember(object, start, (name) => take(semantics.property(object, name)));
  }
}

export function storeKey(
  semantics: JavaScriptSemantics,
  object: number,
  key: number,
  from: number,
  site: number,
): void {
  const { solver } = semantics;
  const isKnown = startOf(solver, key) === null;
  semantics.store(object, isKnown ? (solver.heap.a[key] as number) : solver.any, from, site);
}

/** How a key begins of which no more is known; null for a key that is known. */
function startOf(solver: Solver, key: number): string | null {
  if (key < 0 || solver.heap.kind[key] !== objectKind.constant) return "";
  const text = solver.text(solver.heap.a[key] as number);
  return text.endsWith(openEnd) ? text.slice(0, -openEnd.length) : null;
}
