// What a call of a function or class of the program links: its arguments, its `this`, what it gives and what it throws.

import { objectKind } from "../heap.ts";
import { functionFlag } from "../summary.ts";
import { type Arguments, linkArguments } from "./arguments.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

interface Call {
  receiver: number;
  args: Arguments;
  to: number;
  isNew: boolean;
}

export function enter(
  semantics: JavaScriptSemantics,
  site: number,
  callee: number,
  { receiver, args, to, isNew }: Call,
): void {
  const { solver, objects } = semantics;
  const alloc = solver.allocOf(callee);
  if ((alloc.flags & functionFlag.bodiless) === 0) semantics.recordAt(site, callee);
  const self = solver.own(callee, alloc.self);
  linkArguments(semantics, callee, alloc, args);
  if (receiver >= 0 && !isNew) solver.add(self, receiver);
  if (args.receiver >= 0) solver.copy(args.receiver, self);
  if (args.throws !== undefined) solver.copy(solver.own(callee, alloc.throws), args.throws);
  const result = solver.own(callee, alloc.value);
  if (isNew) {
    const instance = objects.instance(callee);
    solver.add(self, instance);
    solver.add(to, instance);
    solver.copy(result, to);
  } else if ((alloc.flags & functionFlag.generator) !== 0)
    solver.add(to, solver.heap.object(objectKind.generator, callee));
  else if ((alloc.flags & functionFlag.async) !== 0) {
    const promise = objects.made("promise", -callee - 2);
    if (!solver.hasField(promise, objects.value)) {
      semantics.awaitAll(result, solver.field(promise, objects.value));
      solver.copy(solver.own(callee, alloc.throws), solver.field(promise, objects.reason));
    }
    solver.add(to, promise);
  } else solver.copy(result, to);
}

/** new X(), or super() when a receiver is given; `below` are the classes that led here, for what extends itself. */
export function construct(
  semantics: JavaScriptSemantics,
  site: number,
  callee: number,
  args: Arguments,
  to: number,
  below: readonly number[] = [],
): void {
  const { solver, objects } = semantics;
  const isFirst = below.length === 0;
  if (isFirst) semantics.recordAt(site, callee);
  const instance = objects.instance(callee);
  if (isFirst && args.receiver < 0) {
    objects.noteMade(callee);
    solver.add(to, instance);
  }
  const alloc = solver.allocOf(callee);
  const own = alloc.fields?.find(([name]) => name === "constructor");
  const run = (made: number): void => {
    const shape = solver.allocOf(made);
    linkArguments(semantics, made, shape, args);
    if (args.receiver >= 0) solver.copy(args.receiver, solver.own(made, shape.self));
    if (args.throws !== undefined) solver.copy(solver.own(made, shape.throws), args.throws);
  };
  if (own) {
    solver.each(solver.own(callee, own[1]), run);
    return;
  }
  objects.eachBase(callee, (base) => {
    if (solver.heap.kind[base] === objectKind.class && base !== callee && !below.includes(base))
      construct(semantics, site, base, args, -1, [...below, callee]);
  });
}
