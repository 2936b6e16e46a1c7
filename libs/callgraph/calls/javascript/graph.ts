// The call graph of JavaScript and TypeScript files.

import { edgesOf, type Graph, type Target } from "../edges.ts";
import { objectKind } from "../heap.ts";
import { link } from "../link.ts";
import { Solver } from "../solver.ts";
import { callAt, type FileSummary, op } from "../summary.ts";
import { type JavaScriptModules, javaScriptModules } from "./modules.ts";
import { JavaScriptSemantics } from "./semantics.ts";
import { beyondTypes } from "./typed.ts";

export function javaScriptGraph(
  files: FileSummary[],
  modules: JavaScriptModules = javaScriptModules(files.map(({ path }) => path)),
): Graph {
  const solver = new Solver(link(files));
  const semantics = new JavaScriptSemantics(solver, modules);
  solver.run(semantics);
  const unlikely = (site: number, targets: readonly number[]): ReadonlySet<number> =>
    isMethodCall(solver, site) ? beyondTypes(semantics.objects, targets) : none;
  return edgesOf(solver, (object) => targetOf(solver, object), qualified, unlikely);
}

const none: ReadonlySet<number> = new Set();

/** In TypeScript only: without types, what flows to a call is all that is known. */
function isMethodCall(solver: Solver, site: number): boolean {
  const { code, starts, files } = solver.program;
  if (code[site] !== op.call || (code[site + callAt.name] as number) < 0) return false;
  let low = 0;
  let high = files.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= site) low = middle;
    else high = middle;
  }
  return /\.[mc]?tsx?$/.test(files[low]?.path ?? "");
}

function qualified(path: string, name: string): string {
  return name ? `${path}#${name}` : path;
}

function targetOf(solver: Solver, object: number): Target | undefined {
  const a = solver.heap.a[object] as number;
  switch (solver.heap.kind[object]) {
    case objectKind.function:
    case objectKind.class: {
      const { alloc, file } = solver.program.allocs[a] as (typeof solver.program.allocs)[number];
      const path = solver.program.files[file]?.path ?? "";
      return { name: qualified(path, alloc.name), path, alloc };
    }
    case objectKind.external:
      return { name: solver.text(a) };
    case objectKind.builtin:
      return { name: `<builtin>.${solver.text(a)}` };
    default:
      return undefined;
  }
}
