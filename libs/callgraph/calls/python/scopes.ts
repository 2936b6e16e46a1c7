// Names of a Python file: which scope binds which name. A scope's names are collected before its statements are read,
// because a function may use what is defined below it.

import type { Builder } from "../builder.ts";
import { none, type Reader } from "../syntax.ts";

export interface Scope {
  kind: "module" | "class" | "function" | "comprehension";
  parent: Scope | undefined;
  /** Allocation of the module, class or function. */
  owner: number;
  /** Dotted name inside the module; empty for the module. */
  name: string;
  names: Map<string, number>;
  /** Names declared global or nonlocal. */
  elsewhere: Map<string, "global" | "nonlocal">;
  /** Names bound by an import, and names bound by a definition only. */
  imported: Set<string>;
  defined: Set<string>;
  lambdas: number;
}

export function newScope(kind: Scope["kind"], parent: Scope | undefined, owner: number, name: string): Scope {
  return {
    kind,
    parent,
    owner,
    name,
    names: new Map(),
    elsewhere: new Map(),
    imported: new Set(),
    defined: new Set(),
    lambdas: 0,
  };
}

export function declare(builder: Builder, scope: Scope, name: string): number {
  const known = scope.names.get(name);
  if (known !== undefined) return known;
  const variable = builder.variable();
  scope.names.set(name, variable);
  return variable;
}

/** Where a name is bound, as Python looks it up: classes do not lend their names to the functions inside them. */
export function bindingOf(scope: Scope, name: string): Scope | undefined {
  let at: Scope | undefined = scope;
  let isFirst = true;
  const declared = scope.elsewhere.get(name);
  if (declared === "global") return moduleOf(scope);
  if (declared === "nonlocal") at = scope.parent;
  while (at) {
    if ((isFirst || at.kind !== "class") && at.names.has(name)) return at;
    if (at.elsewhere.get(name) === "global") return moduleOf(scope);
    if (at.kind !== "comprehension") isFirst = false;
    at = at.parent;
  }
  return undefined;
}

export function moduleOf(scope: Scope): Scope {
  let at = scope;
  while (at.parent) at = at.parent;
  return at;
}

/** Binds the names that the statements under a node assign, without entering functions and classes. */
export function collect(reader: Reader, builder: Builder, scope: Scope, body: number): void {
  const bind = (name: string): void => {
    if (scope.elsewhere.get(name) === "global") declare(builder, moduleOf(scope), name);
    else if (!scope.elsewhere.has(name)) declare(builder, scope, name);
  };
  const until = reader.after(body);
  for (let node = body + 1; node < until; ) {
    let next = node + 1;
    if (!reader.isVisible(node)) {
      node = next;
      continue;
    }
    switch (reader.kind(node)) {
      case "function_definition":
      case "class_definition": {
        const name = reader.textOf(reader.child(node, "name"));
        bind(name);
        scope.defined.add(name);
        next = reader.after(node);
        break;
      }
      case "lambda":
      case "list_comprehension":
      case "set_comprehension":
      case "dictionary_comprehension":
      case "generator_expression":
        next = reader.after(node);
        break;
      case "assignment":
      case "augmented_assignment":
      case "for_statement":
        for (const name of namesIn(reader, reader.child(node, "left"))) {
          bind(name);
          scope.defined.delete(name);
        }
        break;
      case "named_expression":
        bind(reader.textOf(reader.child(node, "name")));
        break;
      case "as_pattern_target":
        for (const name of namesIn(reader, reader.first(node))) bind(name);
        break;
      case "case_pattern":
        for (const name of capturesIn(reader, node)) bind(name);
        break;
      case "global_statement":
      case "nonlocal_statement":
        for (const name of reader.children(node)) {
          scope.elsewhere.set(
            reader.textOf(name),
            reader.kind(node) === "global_statement" ? "global" : "nonlocal",
          );
        }
        break;
      case "import_statement":
      case "import_from_statement":
        for (const name of importedNames(reader, node)) {
          bind(name);
          scope.imported.add(name);
        }
        next = reader.after(node);
        break;
    }
    node = next;
  }
}

function importedNames(reader: Reader, node: number): string[] {
  return reader.all(node, "name").map((name) => {
    const alias = reader.child(name, "alias");
    if (alias !== none) return reader.textOf(alias);
    const dotted = reader.textOf(name);
    return reader.kind(node) === "import_statement" ? (dotted.split(".")[0] as string) : dotted;
  });
}

/** Plain names in an assignment target. */
export function namesIn(reader: Reader, target: number): string[] {
  if (target === none) return [];
  switch (reader.kind(target)) {
    case "identifier":
      return [reader.textOf(target)];
    case "pattern_list":
    case "tuple_pattern":
    case "list_pattern":
    case "list_splat_pattern":
    case "parenthesized_expression":
    case "tuple":
    case "list":
      return reader.children(target).flatMap((child) => namesIn(reader, child));
    default:
      return [];
  }
}

function capturesIn(reader: Reader, pattern: number): string[] {
  const found: string[] = [];
  const until = reader.after(pattern);
  for (let node = pattern + 1; node < until; node++) {
    if (reader.kind(node) === "dotted_name" && !reader.textOf(node).includes("."))
      found.push(reader.textOf(node));
  }
  return found;
}
