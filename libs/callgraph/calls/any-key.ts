// A key of which nothing is known may be any key: a guess that every language makes when everything is quiet.

import type { Solver } from "./solver.ts";
import { op } from "./summary.ts";

/** True when the guess is made now; `settled` are the sites at which it was made before. */
export function guessAnyKey(solver: Solver, settled: Set<number>, site: number, kind: number): boolean {
  const { code } = solver.program;
  const [baseAt, keyAt] = kind === op.loadKey ? [2, 3] : [1, 2];
  const key = code[site + keyAt] as number;
  const base = code[site + baseAt] as number;
  if (key < 0 || settled.has(site) || solver.isEmpty(base) || !solver.isEmpty(key)) return false;
  settled.add(site);
  solver.subscribe(base, site, 2);
  return true;
}
