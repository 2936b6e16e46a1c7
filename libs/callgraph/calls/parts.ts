// A part of a list, such as a slice or the rest of a pattern: the same in every language.

import { objectKind } from "./heap.ts";
import type { Solver } from "./solver.ts";

/** Gives `to` the part that begins at `start`. `fill` puts its elements into it and runs once for each part. */
export function takePart(
  solver: Solver,
  list: number,
  start: number,
  to: number,
  fill: (part: number) => void,
): void {
  if (solver.heap.kind[list] === objectKind.part) {
    loseOrder(solver, list, to);
    return;
  }
  const part = solver.heap.object(objectKind.part, list, start);
  solver.add(to, part);
  if (solver.once("slice", list, part)) fill(part);
}

/** Elements keep their order as far as it is known. */
export function fillInOrder(solver: Solver, list: number, start: number, part: number): void {
  solver.watch(list, (name, variable) => {
    const index = name === solver.any ? Number.NaN : Number(solver.text(name));
    if (start < 0 || Number.isNaN(index)) solver.copy(variable, solver.field(part, solver.any));
    else if (index >= start) solver.copy(variable, solver.field(part, solver.string(String(index - start))));
  });
}

/** A part of a part is that part with its order lost: a loop that cuts a list shorter would never end. */
function loseOrder(solver: Solver, part: number, to: number): void {
  const any = solver.field(part, solver.any);
  solver.add(to, part);
  if (!solver.once("again", part, any)) return;
  solver.watch(part, (_, variable) => solver.copy(variable, any));
}
