// Brings the arguments of a JavaScript call to the parameters of the called function.

import { objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { type Alloc, argument, callAt } from "../summary.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

export interface Arguments {
  /** Variables; -1 where the value cannot be called. */
  positional: number[];
  /** `...values`, with the position at which they begin. */
  spreads: [position: number, variable: number][];
  /** What `this` is, as a variable; -1 when the callee says. */
  receiver: number;
  /** Receives what the callee throws. */
  throws?: number;
}

export function plainArguments(positional: number[]): Arguments {
  return { positional, spreads: [], receiver: -1 };
}

export function argumentsOf(solver: Solver, site: number): Arguments {
  const { code } = solver.program;
  const args: Arguments = { positional: [], spreads: [], receiver: -1 };
  const count = code[site + callAt.count] as number;
  for (let i = 0; i < count; i++) {
    const at = site + callAt.args + 3 * i;
    const variable = code[at + 2] as number;
    if (code[at] === argument.positional) args.positional.push(variable);
    else if (code[at] === argument.spread) args.spreads.push([args.positional.length, variable]);
    else if (code[at] === argument.throws) args.throws = variable;
    else args.receiver = variable;
  }
  return args;
}

export function linkArguments(
  semantics: JavaScriptSemantics,
  callee: number,
  alloc: Alloc,
  args: Arguments,
): void {
  const { solver } = semantics;
  const params = alloc.params ?? [];
  for (const [at, type] of semantics.callbackTypesOf(callee)) {
    const given = args.positional[at] ?? -1;
    if (given >= 0) solver.each(given, (one) => semantics.giveContext(type, one));
  }
  params.forEach((param, at) => {
    const variable = solver.own(callee, param.variable);
    if (param.kind === "plain") {
      const given = args.positional[at] ?? -1;
      const firstSpread = args.spreads[0]?.[0] ?? Number.POSITIVE_INFINITY;
      if (given >= 0) solver.copy(given, variable);
      if (at >= firstSpread) fromSpreads(semantics, args, at, variable);
      return;
    }
    const start = param.kind === "list" ? at : 0;
    const list = solver.heap.object(objectKind.part, callee, -10 - at);
    solver.add(variable, list);
    args.positional.forEach((given, i) => {
      if (i >= start && given >= 0) solver.copy(given, solver.field(list, solver.string(String(i - start))));
    });
    for (const [position, spread] of args.spreads) {
      if (position > start)
        solver.each(spread, (object) => semantics.element(object, solver.field(list, solver.any), -1));
      else {
        solver.each(spread, (object) => {
          const part = solver.variable();
          semantics.slice(object, start - position, part);
          solver.each(part, (one) => semantics.merge(one, list));
        });
      }
    }
  });
}

/** A parameter behind `...values` gets the value at its index, or any argument after it. */
function fromSpreads(semantics: JavaScriptSemantics, args: Arguments, at: number, variable: number): void {
  const { solver } = semantics;
  for (const [position, spread] of args.spreads) {
    if (at < position) continue;
    const key = solver.heap.object(objectKind.constant, solver.string(String(at - position)));
    solver.each(spread, (object) => semantics.loadKey(object, key, variable, -1));
    for (const later of args.positional.slice(position)) if (later >= 0) solver.copy(later, variable);
  }
}
