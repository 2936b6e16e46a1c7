// Names of a JavaScript or TypeScript file: blocks bind let, const, classes, functions and types; functions bind var.

import type { Builder, Place } from "../builder.ts";
import { none, type Reader } from "../syntax.ts";

export interface Scope {
  parent: Scope | undefined;
  /** Allocation of the function around, or of the module. */
  owner: number;
  /** Dotted name of the function around; empty for the module. */
  name: string;
  isFunction: boolean;
  names: Map<string, Binding>;
  /** What `this` is here. */
  self: number;
  /** The class whose member this is, for `super`. */
  inClass: { alloc: number; isStatic: boolean } | undefined;
  /** What the `catch` around receives. */
  caught?: number;
}

export interface Binding {
  variable: number;
  kind: "definition" | "import" | "variable";
}

export interface Context {
  reader: Reader;
  builder: Builder;
  module: Scope;
  globals: Map<string, number>;
  depth: number;
  /** Whether the file uses these words at all: most do not, and looking for them in every function takes time. */
  hasVar: boolean;
  hasArguments: boolean;
}

/** A block inside the same function. */
export function blockScope(parent: Scope): Scope {
  return { ...parent, parent, isFunction: false, names: new Map() };
}

export function declare(c: Context, scope: Scope, name: string, kind: Binding["kind"]): number {
  const known = scope.names.get(name);
  if (known) {
    if (kind !== "variable" && known.kind === "variable") known.kind = kind;
    return known.variable;
  }
  const variable = c.builder.variable();
  scope.names.set(name, { variable, kind });
  return variable;
}

export function bindingOf(scope: Scope, name: string): Binding | undefined {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const found = at.names.get(name);
    if (found) return found;
  }
  return undefined;
}

/** The variable of a name; one that no scope binds belongs to the language or the host. */
export function variableOf(c: Context, scope: Scope, name: string): number {
  const binding = bindingOf(scope, name);
  if (binding) return binding.variable;
  let known = c.globals.get(name);
  if (known === undefined) {
    known = c.builder.variable();
    c.builder.global(known, name);
    c.globals.set(name, known);
  }
  return known;
}

const functions = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
  "class_body",
]);

/** `var` names of a function's body, which are visible in the whole function. */
export function hoistVars(c: Context, scope: Scope, body: number): void {
  const { reader } = c;
  if (!c.hasVar) return;
  const until = reader.after(body);
  for (let node = body + 1; node < until; ) {
    const kind = reader.isVisible(node) ? reader.kind(node) : "";
    if (functions.has(kind)) {
      node = reader.after(node);
      continue;
    }
    if (kind === "variable_declaration") {
      for (const one of reader.children(node)) {
        for (const name of namesIn(reader, reader.child(one, "name"))) declare(c, scope, name, "variable");
      }
    } else if (kind === "for_in_statement" && reader.hasKeyword(node, "var")) {
      for (const name of namesIn(reader, reader.child(node, "left"))) declare(c, scope, name, "variable");
    }
    node++;
  }
}

/** Names that the statements directly in a block bind. */
export function bindBlock(c: Context, scope: Scope, block: number): void {
  for (const statement of c.reader.children(block)) bindStatement(c, scope, statement);
}

function bindStatement(c: Context, scope: Scope, node: number): void {
  const { reader } = c;
  switch (reader.kind(node)) {
    case "export_statement": {
      const declaration = reader.child(node, "declaration");
      if (declaration !== none) bindStatement(c, scope, declaration);
      return;
    }
    case "ambient_declaration":
    case "expression_statement":
      for (const child of reader.children(node)) {
        if (reader.kind(child) === "internal_module" || node !== child) bindStatement(c, scope, child);
      }
      return;
    case "lexical_declaration":
    case "variable_declaration":
      for (const one of reader.children(node)) {
        const value = reader.kind(reader.child(one, "value"));
        const kind =
          value === "arrow_function" || value === "function_expression" || value === "class"
            ? "definition"
            : "variable";
        for (const name of namesIn(reader, reader.child(one, "name"))) declare(c, scope, name, kind);
      }
      return;
    case "function_declaration":
    case "generator_function_declaration":
    case "function_signature":
    case "class_declaration":
    case "abstract_class_declaration":
    case "interface_declaration":
    case "type_alias_declaration":
    case "enum_declaration":
    case "internal_module":
    case "module": {
      const name = reader.child(node, "name");
      if (name !== none) declare(c, scope, reader.textOf(name), "definition");
      return;
    }
    case "import_statement":
      for (const [, name] of importsOf(reader, node)) declare(c, scope, name, "import");
  }
}

/** Imported name (`*` for the namespace, `=` for what a CommonJS module exports) and the name it gets here. */
export function importsOf(reader: Reader, node: number): [imported: string, local: string][] {
  const found: [string, string][] = [];
  const required = reader.childOfKind(node, "import_require_clause");
  if (required !== none) return [["=", reader.textOf(reader.first(required))]];
  const clause = reader.childOfKind(node, "import_clause");
  for (const part of clause === none ? [] : reader.children(clause)) {
    const kind = reader.kind(part);
    if (kind === "identifier") found.push(["default", reader.textOf(part)]);
    else if (kind === "namespace_import") found.push(["*", reader.textOf(reader.first(part))]);
    else {
      for (const one of reader.children(part)) {
        const name = plain(reader.textOf(reader.child(one, "name")));
        const alias = reader.child(one, "alias");
        found.push([name, alias === none ? name : reader.textOf(alias)]);
      }
    }
  }
  return found;
}

export function plain(text: string): string {
  return /^["'`]/.test(text) ? text.slice(1, -1) : text;
}

/** Every name in a pattern. */
export function namesIn(reader: Reader, pattern: number): string[] {
  if (pattern === none) return [];
  switch (reader.kind(pattern)) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [reader.textOf(pattern)];
    case "object_pattern":
    case "array_pattern":
    case "rest_pattern":
      return reader.children(pattern).flatMap((child) => namesIn(reader, child));
    case "pair_pattern":
      return namesIn(reader, reader.child(pattern, "value"));
    case "assignment_pattern":
    case "object_assignment_pattern":
      return namesIn(reader, reader.child(pattern, "left"));
    default:
      return [];
  }
}

export function place(c: Context, scope: Scope, node: number): Place {
  return { owner: scope.owner, line: c.reader.line(node), column: c.reader.column(node) };
}
