// Reads a file of a language with declared types (or with none that matter) into facts. The kinds of nodes of all
// grammars are looked at together: where two use the same name they mean the same.

import type { Tree } from "../../tree.ts";
import type { FileSummary } from "../summary.ts";
import { none, Reader } from "../syntax.ts";
import { calleeOf, expressionOf, partsOf, type Scope } from "./expressions.ts";
import type { Expression, Facts, TypeFact, TypeName } from "./facts.ts";
import { readImports } from "./imports.ts";
import { nameOf, typeNameOf } from "./names.ts";

const functionKinds = new Set(
  `function_declaration method_declaration function_item function_signature_item constructor_declaration
  compact_constructor_declaration function_definition method singleton_method method_elem local_function_statement
  init_declaration secondary_constructor`.split(/\s+/),
);
const typeKinds = new Set(
  `class_declaration interface_declaration enum_declaration record_declaration struct_declaration struct_item enum_item
  trait_item union_item type_spec class_specifier struct_specifier class module trait_declaration object_declaration
  protocol_declaration`.split(/\s+/),
);
const maxDepth = 300;

export function summariseNamed(path: string, tree: Tree): FileSummary {
  const front = new Front(new Reader(tree));
  front.walk(0, { parent: undefined, type: "", caller: -1, locals: new Map() }, 0);
  return {
    ...{ path, language: tree.language, variables: 0, strings: [], code: new Uint8Array(), allocs: [] },
    ...{ exports: [], reexports: [], typed: [], imports: front.facts.imports.map(([, module]) => module) },
    facts: front.facts,
  };
}

class Front {
  readonly facts: Facts = { package: "", imports: [], functions: [], types: [], calls: [] };
  private readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  walk(node: number, scope: Scope, depth: number): void {
    if (depth > maxDepth) return;
    const { reader } = this;
    const kind = reader.kind(node);
    if (functionKinds.has(kind)) {
      this.function(node, scope, depth);
      return;
    }
    if (typeKinds.has(kind)) {
      this.type(node, scope, depth);
      return;
    }
    if (kind === "impl_item" || kind === "extension_declaration") {
      const type = typeNameOf(reader, reader.child(node, kind === "impl_item" ? "type" : "name"))?.name ?? "";
      const trait = typeNameOf(reader, reader.child(node, "trait"));
      if (trait) this.typeFact(type, node).bases.push(trait);
      this.children(node, { ...scope, parent: scope, type, locals: new Map() }, depth);
      return;
    }
    if (readImports(reader, node, this.facts)) return;
    this.note(node, kind, scope);
    this.call(node, kind, scope);
    this.children(node, scope, depth);
  }

  private children(node: number, scope: Scope, depth: number): void {
    const { reader } = this;
    for (let child = reader.first(node); child !== none; child = reader.next(child, node))
      this.walk(child, scope, depth + 1);
  }

  private function(node: number, scope: Scope, depth: number): void {
    const { reader, facts } = this;
    const inner: Scope = { parent: scope, type: scope.type, caller: scope.caller, locals: new Map() };
    const receiver = reader.child(node, "receiver");
    const { name, qualifier } = nameOf(reader, node);
    if (receiver !== none && reader.kind(receiver) === "parameter_list") {
      const parameter = reader.first(receiver);
      inner.type = typeNameOf(reader, reader.child(parameter, "type"))?.name ?? "";
      const own = reader.child(parameter, "name");
      if (own !== none) inner.locals.set(reader.textOf(own), { is: "self" });
    } else if (qualifier) inner.type = qualifier;
    const returned = ["result", "return_type", "returns", "type"]
      .map((field) => reader.child(node, field))
      .find((one) => one !== none);
    const isConstructor = /constructor|init_declaration/.test(reader.kind(node));
    const returns = returned === undefined ? undefined : typeNameOf(reader, returned);
    const body = reader.child(node, "body");
    const isBodiless =
      /signature|method_elem/.test(reader.kind(node)) ||
      (body === none && reader.kind(node) === "method_declaration");
    inner.caller =
      facts.functions.push({
        name: isConstructor ? "new" : name,
        type: inner.type,
        ...(returns && { returns: returns.name === "Self" ? { name: inner.type } : returns }),
        hasBody: !isBodiless,
        line: reader.line(node),
        column: reader.column(node),
      }) - 1;
    this.children(node, inner, depth);
  }

  private type(node: number, scope: Scope, depth: number): void {
    const { reader } = this;
    const { name } = nameOf(reader, node);
    if (!name) {
      this.children(node, scope, depth);
      return;
    }
    const fact = this.typeFact(name, node);
    for (const field of ["superclass", "interfaces", "bases", "supertypes"])
      this.bases(reader.child(node, field), fact);
    for (const child of reader.children(node)) {
      if (
        /^(base_list|base_class_clause|base_clause|class_interface_clause|extends_interfaces|super_interfaces|superclass|delegation_specifiers?|inheritance_specifier|trait_bounds)$/.test(
          reader.kind(child),
        )
      ) {
        this.bases(child, fact);
      }
    }
    this.children(node, { parent: scope, type: name, caller: scope.caller, locals: new Map() }, depth);
  }

  private typeFact(name: string, node: number): TypeFact {
    const known = this.facts.types.find((one) => one.name === name);
    if (known) return known;
    const fact = {
      name,
      bases: [],
      fields: [],
      line: this.reader.line(node),
      column: this.reader.column(node),
    };
    this.facts.types.push(fact);
    return fact;
  }

  private bases(node: number, fact: TypeFact): void {
    if (node === none) return;
    const own = typeNameOf(this.reader, node);
    if (own && !fact.bases.some(({ name }) => name === own.name)) fact.bases.push(own);
    if (own) return;
    for (const child of this.reader.children(node)) this.bases(child, fact);
  }

  // --- what variables hold -------------------------------------------------------------------------------------------

  private note(node: number, kind: string, scope: Scope): void {
    const { reader } = this;
    switch (kind) {
      case "parameter":
      case "formal_parameter":
      case "parameter_declaration":
      case "simple_parameter":
      case "var_spec":
      case "let_declaration":
      case "property_declaration":
      case "enhanced_for_statement":
      case "foreach_statement":
        this.declareTyped(node, scope);
        return;
      case "field_declaration":
      case "local_variable_declaration":
      case "variable_declaration":
      case "declaration": {
        const type = typeNameOf(reader, reader.child(node, "type"));
        for (const one of [...reader.all(node, "declarator"), ...reader.all(node, "name")])
          this.declarator(one, type, node, scope);
        for (const one of reader.children(node))
          if (reader.kind(one) === "variable_declarator") this.declarator(one, type, node, scope);
        return;
      }
      case "short_var_declaration":
      case "assignment":
      case "assignment_expression":
      case "range_clause":
      case "for_expression":
        this.assigned(node, kind, scope);
        return;
    }
  }

  private declareTyped(node: number, scope: Scope): void {
    const { reader } = this;
    const type = typeNameOf(reader, reader.child(node, "type"));
    const value = reader.child(node, "value");
    const names = [...reader.all(node, "name"), ...reader.all(node, "pattern")];
    for (const name of names) {
      const text = reader.textOf(name).replace(/^(mut|ref)\s+|^\$/, "");
      if (!/^\w+$/.test(text)) continue;
      this.hold(
        scope,
        text,
        type,
        reader.kind(node) === "enhanced_for_statement" || value === none
          ? undefined
          : expressionOf(reader, value, scope),
      );
    }
  }

  private declarator(one: number, type: TypeName | undefined, declaration: number, scope: Scope): void {
    const { reader } = this;
    const named =
      reader.child(one, "name") === none ? reader.child(one, "declarator") : reader.child(one, "name");
    const name = reader.textOf(named === none ? one : named).replace(/^[*&\s$]+/, "");
    if (!/^\w+$/.test(name)) return;
    const isField = reader.kind(declaration) === "field_declaration" && scope.type !== "";
    if (isField && type) this.typeFact(scope.type, declaration).fields.push([name, type]);
    const value =
      reader.child(one, "value") === none ? reader.child(one, "initializer") : reader.child(one, "value");
    if (!isField)
      this.hold(scope, name, type, value === none ? undefined : expressionOf(reader, value, scope));
  }

  private assigned(node: number, kind: string, scope: Scope): void {
    const { reader } = this;
    const left = reader.child(node, kind === "for_expression" ? "pattern" : "left");
    const right = reader.child(node, kind === "for_expression" ? "value" : "right");
    if (left === none || right === none) return;
    const names = reader.kind(left) === "expression_list" ? reader.children(left) : [left];
    const values = reader.kind(right) === "expression_list" ? reader.children(right) : [right];
    names.forEach((name, at) => {
      const text = reader.textOf(name).replace(/^\$/, "");
      if (!/^\w+$/.test(text) || text === "_") return;
      const held = expressionOf(reader, values[at] ?? values[0] ?? none, scope);
      if (kind === "range_clause" || kind === "for_expression") {
        if (at === names.length - 1 && held) this.hold(scope, text, undefined, { is: "element", of: held });
      } else if (at < values.length || at === 0) this.hold(scope, text, undefined, held);
    });
  }

  private hold(scope: Scope, name: string, type: TypeName | undefined, held: Expression | undefined): void {
    if (type && type.name !== "var" && type.name !== "auto") scope.locals.set(name, { is: "type", type });
    else if (held && depthOf(held) < 8) scope.locals.set(name, held);
  }

  // --- calls -----------------------------------------------------------------------------------------------------------

  private call(node: number, kind: string, scope: Scope): void {
    const { reader } = this;
    switch (kind) {
      case "call_expression":
      case "invocation_expression":
      case "function_call_expression": {
        this.callee(calleeOf(reader, node), scope);
        return;
      }
      case "method_invocation":
      case "member_call_expression":
      case "nullsafe_member_call_expression":
      case "scoped_call_expression": {
        const of = [reader.child(node, "object"), reader.child(node, "scope")].find((one) => one !== none);
        this.add(
          scope,
          reader.child(node, "name"),
          of === undefined ? undefined : expressionOf(reader, of, scope),
          of !== undefined,
        );
        return;
      }
      case "call": {
        const of = reader.child(node, "receiver");
        const name = reader.child(node, "method");
        this.add(
          scope,
          name,
          of === none ? undefined : expressionOf(reader, of, scope),
          of !== none,
          reader.textOf(name) === "new",
        );
        return;
      }
      case "object_creation_expression":
      case "instance_expression": {
        const type = reader.child(node, "type") === none ? reader.first(node) : reader.child(node, "type");
        const name = typeNameOf(reader, type);
        if (name) this.add(scope, type, { is: "type", type: name }, true, true);
        return;
      }
      case "command": {
        const name = reader.child(node, "name");
        if (/^[\w-]+$/.test(reader.textOf(name))) this.add(scope, name, undefined, false);
        return;
      }
      case "explicit_constructor_invocation":
        this.add(scope, reader.child(node, "constructor"), { is: "super" }, true, true);
        return;
    }
  }

  private callee(callee: number, scope: Scope): void {
    const parts = partsOf(this.reader, callee);
    if (parts) this.add(scope, parts.name, expressionOf(this.reader, parts.of, scope), true);
    else if (/identifier$|^name$/.test(this.reader.kind(callee))) this.add(scope, callee, undefined, false);
  }

  private add(
    scope: Scope,
    name: number,
    of: Expression | undefined,
    hasReceiver: boolean,
    isNew = false,
  ): void {
    const { reader } = this;
    if (name === none) return;
    const text = reader.textOf(name).replace(/<.*$/s, "");
    this.facts.calls.push({
      caller: scope.caller,
      ...(of ? { of } : hasReceiver && { of: { is: "name" as const, name: "" } }),
      name: isNew ? "new" : text,
      isNew,
      written: text,
      line: reader.line(name),
      column: reader.column(name),
    });
  }
}

function depthOf(expression: Expression): number {
  return "of" in expression && expression.of ? 1 + depthOf(expression.of) : 0;
}
