// What the methods of arrays, maps, sets, promises, generators and strings do with functions that reach them.

import { objectKind } from "../heap.ts";
import type { Arguments } from "./arguments.ts";
import { giveYields } from "./elements.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

type Kind = "list" | "set" | "map" | "generator" | "promise" | "string";

/** Calls a method of the language; false when the object has no such method. */
export function callCollection(
  semantics: JavaScriptSemantics,
  site: number,
  base: number,
  kind: Kind,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  if (kind === "promise") return onPromise(semantics, site, base, name, args, to);
  if (kind === "string") return onString(semantics, site, name, args);
  if (kind === "generator") return onGenerator(semantics, site, base, name, args, to);
  if (kind === "map" || kind === "set") return onMapOrSet(semantics, site, base, kind, name, args, to);
  return onList(semantics, site, base, name, args, to);
}

function callbackWith(
  semantics: JavaScriptSemantics,
  site: number,
  args: Arguments,
  given: number[],
  to: number,
  receiverAt = 1,
): void {
  const { solver } = semantics;
  const receiver = args.positional[receiverAt] ?? -1;
  solver.each(args.positional[0] ?? -1, (callback) => {
    semantics.apply(site, callback, -1, { positional: given, spreads: [], receiver }, to, false);
  });
}

function onList(
  semantics: JavaScriptSemantics,
  site: number,
  base: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver, objects } = semantics;
  const any = solver.field(base, solver.any);
  const item = solver.variable();
  const self = solver.variable();
  const list = (from: number): void => {
    const made = objects.made("list", site);
    solver.copy(from, solver.field(made, solver.any));
    solver.add(to, made);
  };
  const items = (): number => {
    semantics.element(base, item, site);
    return item;
  };
  const each = (result: number): void => {
    solver.add(self, base);
    callbackWith(semantics, site, args, [items(), -1, self], result);
  };
  switch (name) {
    case "forEach":
    case "some":
    case "every":
    case "findIndex":
    case "findLastIndex":
      each(-1);
      return true;
    case "find":
    case "findLast":
      each(-1);
      solver.copy(item, to);
      return true;
    case "filter":
      each(-1);
      list(item);
      return true;
    case "map": {
      const result = solver.variable();
      each(result);
      list(result);
      return true;
    }
    case "flatMap": {
      const result = solver.variable();
      each(result);
      list(flattened(semantics, result, site));
      return true;
    }
    case "flat": {
      const once = flattened(semantics, items(), site);
      list(args.positional.length > 0 ? flattened(semantics, once, site) : once);
      return true;
    }
    case "reduce":
    case "reduceRight": {
      const sum = solver.variable();
      solver.add(self, base);
      solver.copy(args.positional[1] ?? -1, sum);
      if (args.positional.length < 2) solver.copy(items(), sum);
      callbackWith(semantics, site, args, [sum, items(), -1, self], sum, -1);
      solver.copy(sum, to);
      return true;
    }
    case "sort":
    case "toSorted":
      callbackWith(semantics, site, args, [items(), items()], -1, -1);
      solver.add(to, base);
      return true;
    case "push":
    case "unshift":
      for (const given of args.positional) if (given >= 0) solver.copy(given, any);
      for (const [, given] of args.spreads)
        solver.each(given, (object) => semantics.element(object, any, site));
      return true;
    case "fill":
      solver.copy(args.positional[0] ?? -1, any);
      solver.add(to, base);
      return true;
    case "splice":
      for (const given of args.positional.slice(2)) if (given >= 0) solver.copy(given, any);
      list(items());
      return true;
    case "pop":
    case "shift":
    case "at":
      solver.copy(items(), to);
      return true;
    case "with":
    case "slice":
    case "toSpliced":
      if (name !== "slice") for (const given of args.positional) if (given >= 0) solver.copy(given, item);
      list(items());
      return true;
    case "reverse":
    case "copyWithin":
    case "toReversed":
      if (name === "toReversed") list(items());
      else solver.add(to, base);
      return true;
    case "concat":
      for (const given of args.positional) {
        if (given < 0) continue;
        solver.each(given, (object) => {
          if (objects.collection(object) === "list") semantics.element(object, item, site);
          else solver.add(item, object);
        });
      }
      list(items());
      return true;
    case "values":
    case "@@iterator":
      solver.add(to, base);
      return true;
    case "entries": {
      const pair = objects.madeFrom("list", base, site);
      semantics.element(base, solver.field(pair, solver.string("1")), site);
      solver.add(item, pair);
      const made = objects.made("list", site);
      solver.add(solver.field(made, solver.any), pair);
      solver.add(to, made);
      return true;
    }
    case "includes":
    case "indexOf":
    case "lastIndexOf":
    case "join":
    case "keys":
      return true;
    default:
      return false;
  }
}

function flattened(semantics: JavaScriptSemantics, from: number, site: number): number {
  const { solver, objects } = semantics;
  const to = solver.variable();
  solver.each(from, (object) => {
    if (objects.collection(object) === "list") semantics.element(object, to, site);
    else solver.add(to, object);
  });
  return to;
}

function onMapOrSet(
  semantics: JavaScriptSemantics,
  site: number,
  base: number,
  kind: "map" | "set",
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver, objects } = semantics;
  const any = solver.field(base, solver.any);
  const key = kind === "map" ? solver.field(base, objects.key) : any;
  const [first = -1, second = -1] = args.positional;
  const list = (from: number): void => {
    const made = objects.made("list", site);
    solver.copy(from, solver.field(made, solver.any));
    solver.add(to, made);
  };
  switch (name) {
    case "set":
      solver.copy(first, key);
      solver.copy(second, any);
      solver.add(to, base);
      return true;
    case "add":
      solver.copy(first, any);
      solver.add(to, base);
      return true;
    case "get":
      solver.copy(any, to);
      return true;
    case "forEach": {
      const self = solver.variable();
      solver.add(self, base);
      callbackWith(semantics, site, args, [any, key, self], -1);
      return true;
    }
    case "keys":
      list(key);
      return true;
    case "values":
      list(any);
      return true;
    case "entries":
    case "@@iterator": {
      const pair = objects.madeFrom("list", base, site);
      solver.copy(key, solver.field(pair, solver.string("0")));
      solver.copy(any, solver.field(pair, solver.string("1")));
      const made = objects.made("list", site);
      solver.add(solver.field(made, solver.any), pair);
      solver.add(to, made);
      return true;
    }
    case "union":
    case "difference":
    case "intersection":
      solver.add(to, base);
      solver.copy(first, to);
      return true;
    case "has":
    case "delete":
    case "clear":
      return true;
    default:
      return false;
  }
}

function onPromise(
  semantics: JavaScriptSemantics,
  site: number,
  base: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver, objects } = semantics;
  if (name !== "then" && name !== "catch" && name !== "finally") return false;
  const value = solver.field(base, objects.value);
  const reason = solver.field(base, objects.reason);
  const next = objects.made("promise", site);
  const result = solver.variable();
  const call = (callback: number, given: number[]): void =>
    solver.each(callback, (one) => semantics.invoke(site, one, -1, given, result));
  if (name === "then") {
    call(args.positional[0] ?? -1, [value]);
    if (args.positional.length > 1) call(args.positional[1] as number, [reason]);
    else solver.copy(reason, solver.field(next, objects.reason));
  } else {
    call(args.positional[0] ?? -1, name === "catch" ? [reason] : []);
    solver.copy(value, solver.field(next, objects.value));
    if (name === "finally") solver.copy(reason, solver.field(next, objects.reason));
  }
  if (name !== "finally") semantics.awaitAll(result, solver.field(next, objects.value));
  solver.add(to, next);
  return true;
}

function onGenerator(
  semantics: JavaScriptSemantics,
  site: number,
  base: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver, objects } = semantics;
  if (name === "next" || name === "return" || name === "throw") {
    const result = objects.madeFrom("object", base, site);
    const value = solver.field(result, solver.string("value"));
    giveYields(semantics, base, value, site);
    if (solver.heap.kind[base] === objectKind.generator) {
      const made = solver.heap.a[base] as number;
      const { value: last, sent } = solver.allocOf(made);
      solver.copy(solver.own(made, last), value);
      if (name === "next") solver.copy(args.positional[0] ?? -1, solver.own(made, sent));
    }
    // An asynchronous generator gives promises; both readings end in the same value.
    const promise = objects.madeFrom("promise", base, site);
    solver.add(solver.field(promise, objects.value), result);
    solver.add(to, result);
    solver.add(to, promise);
    return true;
  }
  const list = objects.madeFrom("list", base, site);
  giveYields(semantics, base, solver.field(list, solver.any), site);
  return onList(semantics, site, list, name, args, to);
}

function onString(semantics: JavaScriptSemantics, site: number, name: string, args: Arguments): boolean {
  if (name === "replace" || name === "replaceAll") {
    semantics.solver.each(args.positional[1] ?? -1, (callback) =>
      semantics.invoke(site, callback, -1, [], -1),
    );
  }
  return true;
}

const takesCallback = new Set(
  "forEach map filter find findIndex findLast some every flatMap sort reduce reduceRight then catch finally replace replaceAll".split(
    " ",
  ),
);

/** A method with the name of a well-known one, of an object of which nothing is known: its callbacks are called. */
export function callUnknown(
  semantics: JavaScriptSemantics,
  site: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  if (!takesCallback.has(name)) return false;
  const { solver, objects } = semantics;
  const result = solver.variable();
  for (const given of args.positional) {
    if (given >= 0) {
      solver.each(given, (callback) => {
        if (
          solver.heap.kind[callback] === objectKind.function ||
          solver.heap.kind[callback] === objectKind.bound
        ) {
          semantics.invoke(site, callback, -1, [], result);
        }
      });
    }
  }
  if (name === "map" || name === "flatMap") {
    const made = objects.made("list", site);
    solver.copy(name === "map" ? result : flattened(semantics, result, site), solver.field(made, solver.any));
    solver.add(to, made);
  } else if (name === "then" || name === "catch" || name === "finally") {
    const made = objects.made("promise", site);
    semantics.awaitAll(result, solver.field(made, objects.value));
    solver.add(to, made);
  } else if (name === "reduce" || name === "reduceRight") solver.copy(result, to);
  return true;
}
