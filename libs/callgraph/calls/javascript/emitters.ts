// Event emitters of Node and the browser: what is registered for an event is called where the event is emitted.

import { objectKind } from "../heap.ts";
import { type Arguments, plainArguments } from "./arguments.ts";
import type { JavaScriptSemantics } from "./semantics.ts";

const registers = new Set(
  "on once addListener prependListener prependOnceListener addEventListener".split(" "),
);
const emits = new Set(["emit", "dispatchEvent"]);

/** An object that knows these methods, from `new EventEmitter()`. */
export function makeEmitter(semantics: JavaScriptSemantics, site: number, name: string, to: number): void {
  if (!/(^|\.)(events|EventEmitter|EventTarget)$/.test(name)) return;
  const { solver, objects } = semantics;
  const made = objects.made("object", site);
  for (const method of [...registers, ...emits])
    solver.add(solver.field(made, solver.string(method)), semantics.external(`${name}.${method}`));
  solver.add(to, made);
}

/** A method that a class inherits from outside, by its well-known name. */
export function callEmitter(
  semantics: JavaScriptSemantics,
  site: number,
  name: string,
  receiver: number,
  args: Arguments,
  to: number,
): void {
  const { solver } = semantics;
  const method = name.slice(name.lastIndexOf(".") + 1);
  if (!registers.has(method) && !emits.has(method)) return;
  const [event = -1, ...rest] = args.positional;
  solver.each(event, (key) => {
    if (solver.heap.kind[key] !== objectKind.constant) return;
    const listeners = solver.field(
      receiver,
      solver.string(`<on ${solver.text(solver.heap.a[key] as number)}>`),
    );
    if (emits.has(method)) {
      solver.each(listeners, (listener) =>
        semantics.apply(site, listener, receiver, plainArguments(rest), -1, false),
      );
    } else {
      solver.copy(rest[0] ?? -1, listeners);
      solver.add(to, receiver);
    }
  });
}
