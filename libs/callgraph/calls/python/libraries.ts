// Functions of Python's standard library that call what they are given, or give it back.

import { objectKind } from "../heap.ts";
import type { Arguments } from "./arguments.ts";
import type { PythonSemantics } from "./semantics.ts";

/** Which argument a function gives back: copy.copy(x) is x for the purpose of calls. */
const givesBack: Record<string, number> = {
  "copy.copy": 0,
  "copy.deepcopy": 0,
  "contextlib.closing": 0,
  "typing.cast": 1,
};

/** Where the function is that is called later: its position, and its keyword. */
const calls: Record<string, [position: number, keyword: string]> = {
  "threading.Thread": [1, "target"],
  "threading.Timer": [1, "function"],
  "multiprocessing.Process": [1, "target"],
  "atexit.register": [0, "func"],
  "signal.signal": [1, "handler"],
};

/** True when it is known what the function returns. */
export function callLibrary(
  semantics: PythonSemantics,
  site: number,
  name: string,
  args: Arguments,
  to: number,
): boolean {
  const { solver } = semantics;
  const back = givesBack[name];
  if (back !== undefined) {
    solver.copy(args.positional[back] ?? -1, to);
    return true;
  }
  const called = calls[name] ?? (/\.(executor|futures)\..*\.submit$/i.test(name) ? [0, "fn"] : undefined);
  if (called) {
    const keyword = args.keywords.find(([id]) => solver.text(id) === called[1])?.[1];
    solver.each(keyword ?? args.positional[called[0] as number] ?? -1, (one) => {
      if (solver.heap.kind[one] !== objectKind.external) semantics.invoke(site, one, [], -1);
    });
    return false;
  }
  const [first = -1, second = -1, third = -1] = args.positional;
  if (name === "dataclasses.field") {
    for (const [id, variable] of args.keywords) {
      if (solver.text(id) === "default") solver.copy(variable, to);
      if (solver.text(id) === "default_factory")
        solver.each(variable, (one) => semantics.invoke(site, one, [], to));
    }
    return true;
  }
  if (name === "functools.partial") {
    const held = { ...args, positional: args.positional.slice(1) };
    solver.each(first, (one) => {
      const partial = solver.heap.object(objectKind.wrapped, one, solver.string(`partial ${site}`));
      semantics.partials.set(partial, held);
      solver.add(to, partial);
    });
    return true;
  }
  if (name === "functools.reduce") {
    const sum = solver.variable();
    const item = solver.variable();
    solver.copy(third, sum);
    solver.each(second, (object) => semantics.element(object, item, site));
    if (third < 0) solver.copy(item, sum);
    solver.each(first, (one) => semantics.invoke(site, one, [sum, item], sum));
    solver.copy(sum, to);
    return true;
  }
  return false;
}

/** The arguments of functools.partial come first; keywords of the call win. */
export function withHeld(held: Arguments, args: Arguments): Arguments {
  return {
    positional: [...held.positional, ...args.positional],
    spreads: [...held.spreads, ...args.spreads],
    keywords: [...args.keywords, ...held.keywords],
    keywordSpreads: [...held.keywordSpreads, ...args.keywordSpreads],
  };
}
