// Brings the arguments of a Python call to the parameters of the called function.

import { isContainer, objectKind } from "../heap.ts";
import type { Solver } from "../solver.ts";
import { type Alloc, argument, callAt } from "../summary.ts";
import type { PythonSemantics } from "./semantics.ts";

export interface Arguments {
  /** Variables; -1 where the value cannot be called. */
  positional: number[];
  /** `*values`, with the position at which they begin. */
  spreads: [position: number, variable: number][];
  keywords: [name: number, variable: number][];
  keywordSpreads: number[];
}

export function argumentsOf(solver: Solver, site: number): Arguments {
  const { code } = solver.program;
  const args: Arguments = { positional: [], spreads: [], keywords: [], keywordSpreads: [] };
  const count = code[site + callAt.count] as number;
  for (let i = 0; i < count; i++) {
    const at = site + callAt.args + 3 * i;
    const variable = code[at + 2] as number;
    switch (code[at]) {
      case argument.positional:
        args.positional.push(variable);
        break;
      case argument.spread:
        args.spreads.push([args.positional.length, variable]);
        break;
      case argument.keyword:
        args.keywords.push([code[at + 1] as number, variable]);
        break;
      case argument.keywordSpread:
        args.keywordSpreads.push(variable);
        break;
    }
  }
  return args;
}

export function linkArguments(
  semantics: PythonSemantics,
  callee: number,
  alloc: Alloc,
  receiver: number,
  args: Arguments,
): void {
  const { solver } = semantics;
  const params = alloc.params ?? [];
  const shift = receiver >= 0 ? 1 : 0;
  const variableOf = (at: number): number => solver.own(callee, params[at]?.variable);
  const plain = params.findIndex((param) => param.kind !== "plain");
  const places = plain < 0 ? params.length : plain;
  const list = params.findIndex((param) => param.kind === "list");
  if (receiver >= 0) {
    if (places > 0) solver.add(variableOf(0), receiver);
  }
  const rest = list < 0 ? -1 : packed(semantics, callee, variableOf(list), list);
  args.positional.forEach((variable, i) => {
    if (variable < 0) return;
    const at = i + shift;
    if (at < places) solver.copy(variable, variableOf(at));
    else if (rest >= 0) solver.copy(variable, solver.field(rest, solver.string(String(at - places))));
  });
  for (const [position, variable] of args.spreads) {
    for (let at = position + shift; at < places; at++) {
      const index = at - position - shift;
      solver.each(variable, (object) => {
        const key = solver.heap.object(objectKind.constant, solver.string(String(index)));
        semantics.loadKey(object, key, variableOf(at), -1);
      });
    }
    if (rest >= 0) solver.each(variable, (object) => semantics.merge(object, rest));
  }
  const keywords = params.findIndex((param) => param.kind === "keywords");
  const dictionary = keywords < 0 ? -1 : packed(semantics, callee, variableOf(keywords), keywords);
  for (const [name, variable] of args.keywords) {
    if (variable < 0) continue;
    const text = solver.text(name);
    const at = params.findIndex(
      (param) => param.name === text && (param.kind === "plain" || param.kind === "named"),
    );
    if (at >= 0) solver.copy(variable, variableOf(at));
    else if (dictionary >= 0) solver.copy(variable, solver.field(dictionary, solver.string(`'${text}`)));
  }
  for (const variable of args.keywordSpreads) {
    if (variable < 0) continue;
    solver.each(variable, (object) => {
      params.forEach((param, at) => {
        if (param.kind !== "plain" && param.kind !== "named") return;
        const key = solver.heap.object(objectKind.constant, solver.string(`'${param.name}`));
        if (isContainer(solver.heap.kind[object])) semantics.loadKey(object, key, variableOf(at), -1);
      });
      if (dictionary >= 0 && isContainer(solver.heap.kind[object])) semantics.merge(object, dictionary);
    });
  }
}

/** The list or dictionary that `*args` or `**kwargs` is in a function. */
function packed(semantics: PythonSemantics, callee: number, variable: number, position: number): number {
  const object = semantics.solver.heap.object(objectKind.part, callee, -10 - position);
  semantics.solver.add(variable, object);
  return object;
}
