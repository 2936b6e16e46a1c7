// The call graph of Python files.

import { edgesOf, type Graph, type Target } from "../edges.ts";
import { objectKind } from "../heap.ts";
import { link } from "../link.ts";
import { Solver } from "../solver.ts";
import type { FileSummary } from "../summary.ts";
import { methodName } from "./builtins.ts";
import { type PythonModules, pythonModules } from "./modules.ts";
import { PythonSemantics } from "./semantics.ts";

export function pythonGraph(
  files: FileSummary[],
  modules: PythonModules = pythonModules(files.map(({ path }) => path)),
): Graph {
  const solver = new Solver(link(files));
  const semantics = new PythonSemantics(solver, modules);
  solver.run(semantics);
  return edgesOf(
    solver,
    (object) => targetOf(semantics, modules, object),
    (path, name) => qualified(modules, path, name),
  );
}

function qualified(modules: PythonModules, path: string, name: string): string {
  const module = modules.nameOf(path);
  return name ? `${module}.${name}` : module;
}

function targetOf(semantics: PythonSemantics, modules: PythonModules, object: number): Target | undefined {
  const { solver } = semantics;
  const a = solver.heap.a[object] as number;
  switch (solver.heap.kind[object]) {
    case objectKind.function:
    case objectKind.class: {
      const { alloc, file } = solver.program.allocs[a] as (typeof solver.program.allocs)[number];
      const path = solver.program.files[file]?.path ?? "";
      return { name: qualified(modules, path, alloc.name), path, alloc };
    }
    case objectKind.external:
      return { name: solver.text(a) };
    case objectKind.builtin:
      return { name: `<builtin>.${solver.text(a)}` };
    case objectKind.method: {
      const name = methodName(semantics, object);
      return name === undefined ? undefined : { name };
    }
    default:
      return undefined;
  }
}
