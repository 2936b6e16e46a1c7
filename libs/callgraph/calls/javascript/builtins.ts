// What JavaScript's own functions, and a few well-known ones of Node, do with functions that reach them.

import { objectKind } from "../heap.ts";
import { callFlag } from "../summary.ts";
import type { Arguments } from "./arguments.ts";
import { callEmitter, makeEmitter } from "./emitters.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

/** call, apply and bind. */
export function callFunctionMethod(
  semantics: JavaScriptSemantics,
  site: number,
  callee: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver } = semantics;
  const [receiver = -1, ...rest] = args.positional;
  switch (name) {
    case "call": {
      const spreads = args.spreads.map(([at, variable]): [number, number] => [Math.max(0, at - 1), variable]);
      semantics.apply(site, callee, -1, { positional: rest, spreads, receiver }, to, false);
      return true;
    }
    case "apply":
      semantics.apply(
        site,
        callee,
        -1,
        { positional: [], spreads: rest[0] === undefined ? [] : [[0, rest[0]]], receiver },
        to,
        false,
      );
      return true;
    case "bind": {
      const bind = (object: number): void => {
        const bound = solver.heap.object(objectKind.bound, callee, object);
        if (rest.length > 0) semantics.boundArguments.set(bound, rest);
        solver.add(to, bound);
      };
      bind(semantics.objects.made("object", site));
      solver.each(receiver, bind);
      return true;
    }
    default:
      return false;
  }
}

export function callBuiltin(
  semantics: JavaScriptSemantics,
  site: number,
  name: string,
  receiver: number,
  args: Arguments,
  to: number,
): void {
  const { solver, objects } = semantics;
  const { heap } = solver;
  const [first = -1, second = -1, third = -1] = args.positional;
  const isNew = site >= 0 && (solver.flags(site) & callFlag.construct) !== 0;
  const elements = (from: number, into: number): void =>
    solver.each(from, (object) => semantics.element(object, into, site));
  const list = (): number => {
    const made = objects.made("list", site);
    solver.add(to, made);
    return solver.field(made, solver.any);
  };
  switch (name) {
    case "Object":
    case "Object.freeze":
    case "Object.seal":
    case "structuredClone":
      solver.copy(first, to);
      return;
    case "Object.assign":
      solver.copy(first, to);
      for (const source of args.positional.slice(1)) {
        solver.each(first, (into) => solver.each(source, (object) => assign(semantics, object, into, site)));
      }
      return;
    case "Object.create": {
      const made = objects.made("object", site);
      solver.copy(first, solver.field(made, objects.proto));
      solver.each(second, (descriptors) => define(semantics, made, descriptors));
      solver.add(to, made);
      return;
    }
    case "Object.setPrototypeOf":
      solver.each(first, (object) => solver.copy(second, solver.field(object, objects.proto)));
      solver.copy(first, to);
      return;
    case "Object.getPrototypeOf":
      solver.each(first, (object) => {
        if (heap.kind[object] === objectKind.instance)
          solver.add(to, objects.prototype(heap.a[object] as number));
        else solver.copy(solver.field(object, objects.proto), to);
      });
      return;
    case "Object.defineProperty":
    case "Reflect.defineProperty":
      solver.copy(first, to);
      solver.each(second, (key) => {
        if (heap.kind[key] !== objectKind.constant) return;
        solver.each(first, (object) =>
          solver.each(third, (one) => describe(semantics, object, heap.a[key] as number, one)),
        );
      });
      return;
    case "Object.defineProperties":
      solver.copy(first, to);
      solver.each(first, (object) =>
        solver.each(second, (descriptors) => define(semantics, object, descriptors)),
      );
      return;
    case "Object.keys":
    case "Object.getOwnPropertyNames":
    case "Reflect.ownKeys": {
      const keys = list();
      solver.each(first, (object) =>
        solver.watch(object, (key) => {
          if (key >= 0) solver.add(keys, heap.object(objectKind.constant, key));
        }),
      );
      return;
    }
    case "Object.values": {
      const values = list();
      solver.each(first, (object) => solver.watch(object, (_, variable) => solver.copy(variable, values)));
      return;
    }
    case "Object.entries": {
      const pair = objects.made("list", -site - 5);
      solver.add(list(), pair);
      solver.each(first, (object) =>
        solver.watch(object, (key, variable) => {
          if (key >= 0)
            solver.add(solver.field(pair, solver.string("0")), heap.object(objectKind.constant, key));
          solver.copy(variable, solver.field(pair, solver.string("1")));
        }),
      );
      return;
    }
    case "Object.fromEntries": {
      const made = objects.made("object", site);
      const item = solver.variable();
      elements(first, item);
      solver.each(item, (pair) =>
        solver.copy(solver.field(pair, solver.string("1")), solver.field(made, solver.any)),
      );
      solver.add(to, made);
      return;
    }
    case "Array.from": {
      const item = solver.variable();
      elements(first, item);
      if (second < 0) {
        solver.copy(item, list());
        return;
      }
      const result = list();
      solver.each(second, (callback) =>
        semantics.apply(
          site,
          callback,
          -1,
          { positional: [item], spreads: [], receiver: third },
          result,
          false,
        ),
      );
      return;
    }
    case "Array.of":
    case "Array": {
      const item = list();
      for (const given of args.positional) if (given >= 0) solver.copy(given, item);
      return;
    }
    case "Map":
    case "WeakMap": {
      const made = objects.made("map", site);
      const item = solver.variable();
      elements(first, item);
      solver.each(item, (pair) => {
        solver.copy(objects.lookup(pair, solver.string("0")), solver.field(made, objects.key));
        solver.copy(objects.lookup(pair, solver.string("1")), solver.field(made, solver.any));
      });
      solver.add(to, made);
      return;
    }
    case "Set":
    case "WeakSet": {
      const made = objects.made("set", site);
      elements(first, solver.field(made, solver.any));
      solver.add(to, made);
      return;
    }
    case "Promise": {
      if (!isNew) return;
      const made = objects.made("promise", site);
      solver.add(to, made);
      solver.each(first, (executor) => {
        const resolve = solver.variable();
        const reject = solver.variable();
        solver.add(resolve, heap.object(objectKind.method, solver.string("resolve"), made));
        solver.add(reject, heap.object(objectKind.method, solver.string("reject"), made));
        semantics.invoke(site, executor, -1, [resolve, reject], -1);
        if (heap.kind[executor] === objectKind.function) {
          solver.copy(
            solver.own(executor, solver.allocOf(executor).throws),
            solver.field(made, objects.reason),
          );
        }
      });
      return;
    }
    case "Promise.resolve": {
      const made = objects.made("promise", site);
      semantics.awaitAll(first, solver.field(made, objects.value));
      solver.add(to, made);
      return;
    }
    case "Promise.reject": {
      const made = objects.made("promise", site);
      solver.copy(first, solver.field(made, objects.reason));
      solver.add(to, made);
      return;
    }
    case "Promise.all":
    case "Promise.allSettled":
    case "Promise.any":
    case "Promise.race":
      together(semantics, site, name, first, to);
      return;
    case "Promise.withResolvers": {
      const made = objects.made("promise", site);
      const holder = objects.made("object", site);
      for (const one of ["resolve", "reject"]) {
        solver.add(
          solver.field(holder, solver.string(one)),
          heap.object(objectKind.method, solver.string(one), made),
        );
      }
      solver.add(solver.field(holder, solver.string("promise")), made);
      solver.add(to, holder);
      return;
    }
    case "Reflect.apply":
      solver.each(first, (callee) =>
        semantics.apply(
          site,
          callee,
          -1,
          { positional: [], spreads: third < 0 ? [] : [[0, third]], receiver: second },
          to,
          false,
        ),
      );
      return;
    case "Reflect.construct":
      solver.each(first, (callee) =>
        semantics.apply(
          site,
          callee,
          -1,
          { positional: [], spreads: second < 0 ? [] : [[0, second]], receiver: -1 },
          to,
          true,
        ),
      );
      return;
    case "setTimeout":
    case "setInterval":
    case "setImmediate":
    case "queueMicrotask":
    case "process.nextTick":
    case "requestAnimationFrame":
      solver.each(first, (callback) =>
        semantics.invoke(
          site,
          callback,
          -1,
          args.positional.slice(name.startsWith("set") && name !== "setImmediate" ? 2 : 1),
          -1,
        ),
      );
      return;
    case "JSON.parse":
      solver.each(second, (revive) => semantics.invoke(site, revive, -1, [], -1));
      return;
    case "JSON.stringify":
      solver.each(second, (replace) => semantics.invoke(site, replace, -1, [], -1));
      solver.each(first, (object) => {
        if (heap.kind[object] !== objectKind.instance && heap.kind[object] !== objectKind.record) return;
        solver.each(objects.lookup(object, solver.string("toJSON")), (method) =>
          semantics.invoke(site, method, object, [], -1),
        );
      });
      return;
    case "util.inherits":
      solver.each(first, (child) =>
        solver.each(second, (parent) => {
          solver.add(solver.field(objects.prototype(child), objects.proto), objects.prototype(parent));
        }),
      );
      return;
    case "Proxy":
    case "util.promisify":
      solver.copy(first, to);
      return;
  }
  if (isNew) makeEmitter(semantics, site, name, to);
  else if (receiver >= 0) callEmitter(semantics, site, name, receiver, args, to);
}

function together(
  semantics: JavaScriptSemantics,
  site: number,
  name: string,
  from: number,
  to: number,
): void {
  const { solver, objects } = semantics;
  const made = objects.made("promise", site);
  const value = solver.field(made, objects.value);
  const isList = name === "Promise.all" || name === "Promise.allSettled";
  const results = objects.made("list", site);
  const wrapped = name === "Promise.allSettled" ? objects.made("object", -site - 5) : -1;
  solver.each(from, (list) =>
    solver.watch(list, (index, variable) => {
      if (wrapped >= 0) semantics.awaitAll(variable, solver.field(wrapped, solver.string("value")));
      else if (isList) semantics.awaitAll(variable, solver.field(results, index));
      else semantics.awaitAll(variable, value);
    }),
  );
  if (isList) solver.add(value, results);
  if (wrapped >= 0) solver.add(solver.field(results, solver.any), wrapped);
  solver.add(to, made);
}

/** Copies properties; setters of the target are called with what getters of the source give. */
function assign(semantics: JavaScriptSemantics, from: number, into: number, site: number): void {
  const { solver, objects } = semantics;
  if (from === into) return;
  solver.watch(from, (name, variable) => {
    if (name === objects.proto) return;
    const value = solver.variable();
    solver.each(variable, (object) => semantics.loaded(object, value, site, from));
    semantics.store(into, name, value, site);
  });
}

/** One property descriptor. */
function describe(semantics: JavaScriptSemantics, object: number, name: number, descriptor: number): void {
  const { solver, objects } = semantics;
  const target = solver.field(object, name);
  solver.copy(objects.lookup(descriptor, solver.string("value")), target);
  const accessor = (kind: "get" | "set"): void =>
    solver.each(objects.lookup(descriptor, solver.string(kind)), (one) => {
      semantics.defines = true;
      const isGetter = kind === "get";
      solver.add(target, solver.heap.object(objectKind.property, isGetter ? one : -1, isGetter ? -1 : one));
      if (solver.heap.kind[one] === objectKind.function)
        solver.add(solver.own(one, solver.allocOf(one).self), object);
    });
  accessor("get");
  accessor("set");
}

function define(semantics: JavaScriptSemantics, object: number, descriptors: number): void {
  semantics.solver.watch(descriptors, (name, variable) =>
    semantics.solver.each(variable, (descriptor) => describe(semantics, object, name, descriptor)),
  );
}
