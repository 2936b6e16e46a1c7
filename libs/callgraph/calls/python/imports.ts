// The names that Python's `import a.b`, `import a as b` and `from a import b` bind.

import type { Builder } from "../builder.ts";
import { none, type Reader } from "../syntax.ts";
import { bindingOf, declare, type Scope } from "./scopes.ts";

export function readImport(reader: Reader, builder: Builder, scope: Scope, node: number): void {
  for (const name of reader.all(node, "name")) {
    const alias = reader.child(name, "alias");
    const dotted = reader.textOf(alias === none ? name : reader.child(name, "name")).replace(/\s/g, "");
    const bound = alias === none ? (dotted.split(".")[0] as string) : reader.textOf(alias);
    const holder = bindingOf(scope, bound) ?? scope;
    builder.import(declare(builder, holder, bound), alias === none ? bound : dotted);
    if (alias === none && dotted !== bound) builder.imports.add(dotted);
  }
}

export function readImportFrom(reader: Reader, builder: Builder, scope: Scope, node: number): void {
  const moduleName = reader.textOf(reader.child(node, "module_name")).replace(/\s/g, "");
  if (reader.childOfKind(node, "wildcard_import") !== none) {
    if (!builder.reexports.includes(moduleName)) builder.reexports.push(moduleName);
    builder.imports.add(moduleName);
    return;
  }
  for (const name of reader.all(node, "name")) {
    const alias = reader.child(name, "alias");
    const own = reader.textOf(alias === none ? name : reader.child(name, "name"));
    const bound = alias === none ? own : reader.textOf(alias);
    const holder = bindingOf(scope, bound) ?? scope;
    builder.import(declare(builder, holder, bound), moduleName, own);
  }
}
