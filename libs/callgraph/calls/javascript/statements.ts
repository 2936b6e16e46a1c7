// Reads JavaScript statements, imports and exports.

import { type Alloc, allocKind, callFlag } from "../summary.ts";
import { none } from "../syntax.ts";
import { readClass } from "./classes.ts";
import { value } from "./expressions.ts";
import { readFunction } from "./functions.ts";
import { assignTo } from "./patterns.ts";
import {
  bindBlock,
  bindingOf,
  blockScope,
  type Context,
  declare,
  importsOf,
  namesIn,
  place,
  plain,
  type Scope,
  variableOf,
} from "./scopes.ts";
import { annotate, declareAlias, declareInterface, declareType } from "./types.ts";

const maxDepth = 300;

export function statements(c: Context, scope: Scope, block: number): void {
  if (block === none || c.depth > maxDepth) return;
  c.depth++;
  for (const child of c.reader.children(block)) statement(c, scope, child);
  c.depth--;
}

function block(c: Context, scope: Scope, node: number): void {
  if (node === none) return;
  if (c.reader.kind(node) !== "statement_block") {
    statement(c, scope, node);
    return;
  }
  const inner = blockScope(scope);
  bindBlock(c, inner, node);
  statements(c, inner, node);
}

function statement(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  switch (reader.kind(node)) {
    case "statement_block":
      block(c, scope, node);
      return;
    case "expression_statement":
      for (const child of reader.children(node)) {
        if (reader.kind(child) === "internal_module") namespace(c, scope, child);
        else value(c, scope, child);
      }
      return;
    case "lexical_declaration":
    case "variable_declaration":
      for (const one of reader.children(node))
        if (reader.kind(one) === "variable_declarator") declarator(c, scope, one);
      return;
    case "function_declaration":
    case "generator_function_declaration": {
      const name = reader.textOf(reader.child(node, "name"));
      builder.copy(
        declare(c, bindingHolder(scope, name), name, "definition"),
        readFunction(c, scope, node, name),
      );
      return;
    }
    case "function_signature": {
      const name = reader.textOf(reader.child(node, "name"));
      builder.copy(
        declare(c, bindingHolder(scope, name), name, "definition"),
        readFunction(c, scope, node, name),
      );
      return;
    }
    case "class_declaration":
    case "abstract_class_declaration": {
      const name = reader.textOf(reader.child(node, "name"));
      builder.copy(
        declare(c, bindingHolder(scope, name), name, "definition"),
        readClass(c, scope, node, name),
      );
      return;
    }
    case "interface_declaration":
      declareInterface(c, scope, node);
      return;
    case "type_alias_declaration":
      declareAlias(c, scope, node);
      return;
    case "ambient_declaration":
      for (const child of reader.children(node)) statement(c, scope, child);
      return;
    case "enum_declaration":
      return;
    case "internal_module":
    case "module":
      namespace(c, scope, node);
      return;
    case "import_statement":
      imports(c, scope, node);
      return;
    case "export_statement":
      exports(c, scope, node);
      return;
    case "return_statement": {
      const result = reader.first(node);
      if (result === none) return;
      const from = value(c, scope, result);
      const alloc = builder.allocs[scope.owner] as Alloc;
      if (from >= 0 && alloc.value !== undefined && alloc.kind === allocKind.function)
        builder.copy(alloc.value, from);
      return;
    }
    case "throw_statement": {
      const thrown = value(c, scope, reader.first(node));
      const alloc = builder.allocs[scope.owner] as Alloc;
      const receiver = scope.caught ?? alloc.throws;
      if (thrown >= 0 && receiver !== undefined) builder.copy(receiver, thrown);
      return;
    }
    case "try_statement":
      tried(c, scope, node);
      return;
    case "for_in_statement":
      forIn(c, scope, node);
      return;
    case "for_statement": {
      const inner = blockScope(scope);
      const start = reader.child(node, "initializer");
      if (start !== none) {
        bindForStart(c, inner, start);
        statement(c, inner, start);
      }
      for (const field of ["condition", "increment"]) {
        const part = reader.child(node, field);
        if (part !== none) statementOrValue(c, inner, part);
      }
      block(c, inner, reader.child(node, "body"));
      return;
    }
    case "switch_statement": {
      value(c, scope, reader.child(node, "value"));
      const inner = blockScope(scope);
      const body = reader.child(node, "body");
      for (const one of reader.children(body)) bindBlock(c, inner, one);
      for (const one of reader.children(body))
        for (const child of reader.children(one)) statementOrValue(c, inner, child);
      return;
    }
    default:
      for (const child of reader.children(node)) statementOrValue(c, scope, child);
  }
}

/** What the calls of the block throw reaches the parameter of `catch`; what they call in turn is not followed. */
function tried(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const handler = reader.child(node, "handler");
  const parameter = handler === none ? none : reader.child(handler, "parameter");
  const caught = parameter === none ? undefined : builder.variable();
  block(c, caught === undefined ? scope : { ...blockScope(scope), caught }, reader.child(node, "body"));
  if (handler !== none) {
    const inner = blockScope(scope);
    for (const name of namesIn(reader, parameter)) declare(c, inner, name, "variable");
    if (caught !== undefined) assignTo(c, inner, parameter, caught);
    block(c, inner, reader.child(handler, "body"));
  }
  const last = reader.child(node, "finalizer");
  if (last !== none) block(c, scope, reader.child(last, "body"));
}

function statementOrValue(c: Context, scope: Scope, node: number): void {
  const kind = c.reader.kind(node);
  const isStatement =
    /_statement$|_declaration$|_clause$|_signature$|^statement_block$|^(internal_)?module$/.test(kind);
  if (isStatement) statement(c, scope, node);
  else if (kind !== "statement_identifier") value(c, scope, node);
}

function bindForStart(c: Context, scope: Scope, start: number): void {
  for (const one of c.reader.children(start)) {
    for (const name of namesIn(c.reader, c.reader.child(one, "name"))) declare(c, scope, name, "variable");
  }
}

function bindingHolder(scope: Scope, name: string): Scope {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.names.has(name)) return at;
  return scope;
}

function declarator(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const target = reader.child(node, "name");
  const initial = reader.child(node, "value");
  const type = reader.child(node, "type");
  const hint = reader.kind(target) === "identifier" ? reader.textOf(target) : "";
  if (type !== none) {
    if (hint) declareType(c, scope, type, variableOf(c, scope, hint));
    else {
      const declared = builder.variable();
      annotate(c, scope, type, declared);
      assignTo(c, scope, target, declared);
    }
  }
  if (initial !== none) {
    const from = value(c, scope, initial, hint);
    if (from >= 0) assignTo(c, scope, target, from);
  }
}

function forIn(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const right = reader.child(node, "right");
  const iterated = value(c, scope, right);
  const left = reader.child(node, "left");
  const inner = blockScope(scope);
  const isDeclared = ["const", "let", "using"].some((keyword) =>
    reader.hasKeyword(node, keyword, reader.start(left)),
  );
  if (isDeclared) for (const name of namesIn(reader, left)) declare(c, inner, name, "variable");
  const item = builder.variable();
  if (iterated >= 0) {
    const at = place(c, scope, right);
    if (reader.hasKeyword(node, "in")) {
      const keys = variableOf(c, scope, "Object.keys");
      const list = builder.call(
        { callee: keys, flags: callFlag.implicit, written: "", args: [[0, "", iterated]] },
        at,
      );
      builder.element(item, list, at);
    } else if (reader.hasKeyword(node, "await")) {
      const waited = builder.variable();
      builder.element(waited, iterated, at);
      builder.await(item, waited);
    } else builder.element(item, iterated, at);
  }
  assignTo(c, inner, left, item);
  block(c, inner, reader.child(node, "body"));
}

function namespace(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const name = reader.textOf(reader.child(node, "name"));
  const body = reader.child(node, "body");
  if (body === none || /^["']/.test(name)) return;
  const inner = blockScope(scope);
  bindBlock(c, inner, body);
  const object = builder.variable();
  builder.alloc(
    object,
    builder.allocate(allocKind.record, {
      name,
      owner: scope.owner,
      line: reader.line(node),
      column: reader.column(node),
      endLine: 0,
      endColumn: 0,
      flags: 0,
    }),
  );
  for (const child of reader.children(body)) {
    const declaration = reader.kind(child) === "export_statement" ? reader.child(child, "declaration") : none;
    statement(c, inner, declaration === none ? child : declaration);
    if (declaration === none) continue;
    for (const exported of declaredNames(c, declaration)) {
      builder.store(object, exported, variableOf(c, inner, exported), place(c, scope, declaration));
    }
  }
  builder.copy(declare(c, bindingHolder(scope, name), name, "definition"), object);
}

function declaredNames(c: Context, node: number): string[] {
  const { reader } = c;
  const name = reader.child(node, "name");
  if (name !== none) return [reader.textOf(name)];
  return reader.children(node).flatMap((one) => namesIn(reader, reader.child(one, "name")));
}

function imports(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  let source = reader.child(node, "source");
  if (source === none) source = reader.child(reader.childOfKind(node, "import_require_clause"), "source");
  if (source === none) return;
  const module = plain(reader.textOf(source));
  builder.imports.add(module);
  for (const [imported, local] of importsOf(reader, node)) {
    const variable = declare(c, scope, local, "import");
    builder.import(variable, module, imported === "*" ? undefined : imported);
  }
}

function exports(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const sourceNode = reader.child(node, "source");
  const source = sourceNode === none ? undefined : plain(reader.textOf(sourceNode));
  if (source !== undefined) builder.imports.add(source);
  const declaration = reader.child(node, "declaration");
  const isDefault = reader.hasKeyword(node, "default");
  for (const child of reader.children(node))
    if (reader.kind(child) === "decorator") value(c, scope, reader.first(child));
  if (declaration !== none) {
    statement(c, scope, declaration);
    if (isDefault) {
      const name = reader.child(declaration, "name");
      const variable =
        name !== none
          ? variableOf(c, scope, reader.textOf(name))
          : /class/.test(reader.kind(declaration))
            ? readClass(c, scope, declaration, "default")
            : readFunction(c, scope, declaration, "default");
      builder.exports.push(["default", variable]);
    } else
      for (const name of declaredNames(c, declaration))
        builder.exports.push([name, variableOf(c, scope, name)]);
    return;
  }
  const clause = reader.childOfKind(node, "export_clause");
  if (clause !== none) {
    for (const one of reader.children(clause)) {
      // From the text: `default` is a keyword, and the tree has no node for it.
      const [own = "", name = own] = reader
        .textOf(one)
        .replace(/^type\s+(?!as\b|$)/, "")
        .split(/\s+as\s+/)
        .map((part) => plain(part.trim()));
      if (source === undefined) builder.exports.push([name, variableOf(c, scope, own)]);
      else {
        const variable = builder.variable();
        builder.import(variable, source, own);
        builder.exports.push([name, variable]);
      }
    }
    return;
  }
  const space = reader.childOfKind(node, "namespace_export");
  if (space !== none && source !== undefined) {
    const variable = builder.variable();
    builder.import(variable, source);
    builder.exports.push([plain(reader.textOf(reader.first(space))), variable]);
  } else if (source !== undefined) builder.reexports.push(source);
  else {
    const exported = reader.child(node, "value");
    const result = value(c, scope, exported === none ? reader.first(node) : exported, "default");
    if (isDefault) builder.exports.push(["default", result < 0 ? builder.variable() : result]);
    else if (result >= 0) {
      const module = bindingOf(scope, "module");
      if (module) builder.store(module.variable, "exports", result, place(c, scope, node));
    }
  }
}
