// Reads a JavaScript or TypeScript file into its summary.

import type { Tree } from "../../tree.ts";
import { Builder } from "../builder.ts";
import { allocKind, type FileSummary } from "../summary.ts";
import { Reader } from "../syntax.ts";
import { bindBlock, type Context, declare, hoistVars, type Scope } from "./scopes.ts";
import { statements } from "./statements.ts";

export function summariseJavaScript(path: string, tree: Tree): FileSummary {
  const reader = new Reader(tree);
  const builder = new Builder();
  const end = tree.source.length;
  const owner = builder.allocate(allocKind.module, {
    name: "",
    owner: -1,
    line: 1,
    column: 1,
    endLine: reader.lineAt(end) + 1,
    endColumn: reader.columnAt(end),
    flags: 0,
    self: builder.variable(),
  });
  const module: Scope = {
    parent: undefined,
    owner,
    name: "",
    isFunction: true,
    names: new Map(),
    self: (builder.allocs[owner] as { self: number }).self,
    inClass: undefined,
  };
  const c: Context = {
    ...{ reader, builder, module, globals: new Map(), depth: 0 },
    hasVar: /\bvar\b/.test(tree.source),
    hasArguments: /\barguments\b/.test(tree.source),
  };
  commonJs(c);
  const top: Scope = { ...module, parent: module, names: new Map() };
  c.module = top;
  hoistVars(c, top, 0);
  bindBlock(c, top, 0);
  statements(c, top, 0);
  return builder.finish(path, "javascript");
}

/** `module`, `exports` and `this` of a CommonJS module. Their allocations follow the module's own. */
function commonJs(c: Context): void {
  const { builder, module } = c;
  const span = { name: "", owner: 0, line: 1, column: 1, endLine: 1, endColumn: 1, flags: 0 };
  const moduleVariable = declare(c, module, "module", "variable");
  const exportsVariable = declare(c, module, "exports", "variable");
  builder.alloc(moduleVariable, builder.allocate(allocKind.record, { ...span }));
  builder.alloc(exportsVariable, builder.allocate(allocKind.record, { ...span }));
  builder.store(moduleVariable, "exports", exportsVariable, { owner: 0, line: 1, column: 1 });
  builder.copy(module.self, exportsVariable);
}
