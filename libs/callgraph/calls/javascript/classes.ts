// Reads JavaScript classes: methods, fields, accessors, static parts.

import { type Alloc, allocKind, callFlag, functionFlag } from "../summary.ts";
import { none } from "../syntax.ts";
import { keyOf, value } from "./expressions.ts";
import { readFunction } from "./functions.ts";
import { type Context, declare, place, type Scope } from "./scopes.ts";
import { statements } from "./statements.ts";
import { annotate, typeParameters } from "./types.ts";

/** Gives the variable that holds the class. */
export function readClass(c: Context, scope: Scope, node: number, name: string): number {
  const { reader, builder } = c;
  const full = scope.name ? `${scope.name}.${name || "(class)"}` : name || "(class)";
  const bases: number[] = [];
  const at = { line: reader.line(node), column: reader.column(node) };
  const owner = builder.allocate(allocKind.class, {
    name: full,
    owner: scope.owner,
    ...at,
    endLine: reader.endLine(node),
    endColumn: reader.columnAt(reader.end(node)),
    flags: 0,
    bases,
    /** `this` in methods and in static parts. */
    self: builder.variable(),
    value: builder.variable(),
  });
  const alloc = builder.allocs[owner] as Alloc;
  const result = builder.variable();
  builder.alloc(result, owner);
  builder.alloc(alloc.value as number, owner);
  const inner: Scope = { ...scope, parent: scope, name: full, isFunction: false, names: new Map() };
  if (name) builder.copy(declare(c, inner, name, "definition"), result);
  typeParameters(c, inner, node);
  heritage(c, scope, inner, node, bases, alloc);
  const fields: [string, number][] = [];
  const statics: [string, number][] = [];
  alloc.fields = fields;
  alloc.statics = statics;
  const body = reader.child(node, "body");
  for (const member of body === none ? [] : reader.children(body)) {
    const isStatic = reader.hasKeyword(member, "static");
    const holder = isStatic ? statics : fields;
    const self = (isStatic ? alloc.value : alloc.self) as number;
    const inClass = { alloc: owner, isStatic };
    const nameNode = memberName(c, member);
    const key = nameNode === none ? undefined : keyOf(c, nameNode);
    switch (reader.kind(member)) {
      case "method_definition": {
        const start = startAfterStatic(c, member);
        const isConstructor = key === "constructor" && !isStatic;
        const variable = readFunction(c, inner, member, key ?? "(computed)", {
          flags:
            functionFlag.method |
            accessorFlags(c, member, nameNode) |
            (isConstructor ? functionFlag.constructor : 0),
          self,
          inClass,
          at: isConstructor ? at : start,
        });
        if (key !== undefined) holder.push([key, variable]);
        else {
          const computed = value(c, inner, reader.first(nameNode));
          if (computed >= 0) builder.storeKey(self, computed, variable, place(c, scope, member));
        }
        break;
      }
      case "method_signature":
      case "abstract_method_signature":
        if (key !== undefined) {
          const known = holder.find(([one]) => one === key);
          const variable = readFunction(c, inner, member, key, { flags: functionFlag.method, self, inClass });
          if (!known) holder.push([key, variable]);
        }
        break;
      case "field_definition":
      case "public_field_definition":
        field(c, inner, member, key, self, inClass);
        break;
      case "class_static_block": {
        const block = initialiser(
          c,
          inner,
          member,
          "(static)",
          self,
          inClass,
          reader.column(member),
          reader.line(member),
        );
        statements(c, block, reader.child(member, "body"));
        break;
      }
      case "decorator":
        decorator(c, inner, member, -1);
    }
  }
  decorators(c, scope, node, result);
  return result;
}

function heritage(c: Context, scope: Scope, inner: Scope, node: number, bases: number[], alloc: Alloc): void {
  const { reader } = c;
  const clause = reader.childOfKind(node, "class_heritage");
  if (clause === none) return;
  const extended = reader.childOfKind(clause, "extends_clause");
  if (extended !== none) {
    const from = value(c, scope, reader.child(extended, "value"));
    if (from >= 0) bases.push(from);
  }
  for (const part of reader.children(clause)) {
    const kind = reader.kind(part);
    if (kind === "implements_clause") {
      const types: number[] = [];
      for (const type of reader.children(part)) {
        const variable = c.builder.variable();
        annotate(c, inner, type, variable);
        types.push(variable);
      }
      alloc.implements = types;
    } else if (kind !== "extends_clause") {
      const from = value(c, scope, part);
      if (from >= 0) bases.push(from);
    }
  }
}

function field(
  c: Context,
  scope: Scope,
  member: number,
  key: string | undefined,
  self: number,
  inClass: Scope["inClass"],
): void {
  const { reader, builder } = c;
  const at = place(c, scope, member);
  const type = reader.child(member, "type");
  if (type !== none && key !== undefined) {
    const declared = builder.variable();
    annotate(c, scope, type, declared);
    builder.store(self, key, declared, at);
    const alloc = builder.allocs[inClass?.alloc ?? 0] as Alloc;
    if (!inClass?.isStatic) alloc.typed = [...(alloc.typed ?? []), [key, declared]];
  }
  const initial = reader.child(member, "value");
  if (initial === none) return;
  const start = startAfterStatic(c, member);
  const inner = initialiser(c, scope, member, key ?? "(computed)", self, inClass, start.column, start.line);
  const from = value(c, inner, initial, key ?? "");
  if (from < 0) return;
  if (key !== undefined) builder.store(self, key, from, at);
  else {
    const nameNode = reader.first(memberName(c, member));
    builder.storeKey(self, nameNode === none ? -1 : value(c, scope, nameNode), from, at);
  }
}

/** The grammars of JavaScript and TypeScript name it differently. */
function memberName(c: Context, member: number): number {
  const name = c.reader.child(member, "name");
  return name === none ? c.reader.child(member, "property") : name;
}

/** Code of a class that runs as a function of its own: field initialisers and static blocks. */
function initialiser(
  c: Context,
  scope: Scope,
  member: number,
  name: string,
  self: number,
  inClass: Scope["inClass"],
  column: number,
  line: number,
): Scope {
  const { reader, builder } = c;
  const owner = builder.allocate(allocKind.function, {
    name: `${scope.name}.${name}`,
    owner: scope.owner,
    line,
    column,
    endLine: reader.endLine(member),
    endColumn: reader.columnAt(reader.end(member)),
    flags: functionFlag.method,
    self,
  });
  return { parent: scope, owner, name: scope.name, isFunction: true, names: new Map(), self, inClass };
}

/** Where the engine says that a member begins: `static` is not part of it. */
function startAfterStatic(c: Context, member: number): { line: number; column: number } {
  const { reader } = c;
  const until = reader.after(member);
  let sawStatic = false;
  for (let child = member + 1; child < until; child = reader.after(child)) {
    if (sawStatic) return { line: reader.line(child), column: reader.column(child) };
    if (reader.kind(child) === "static") sawStatic = true;
  }
  return { line: reader.line(member), column: reader.column(member) };
}

export function accessorFlags(c: Context, member: number, nameNode: number): number {
  const end = c.reader.start(nameNode);
  if (c.reader.hasKeyword(member, "get", end)) return functionFlag.getter;
  return c.reader.hasKeyword(member, "set", end) ? functionFlag.setter : 0;
}

function decorators(c: Context, scope: Scope, node: number, decorated: number): void {
  const { reader } = c;
  for (const one of reader.children(node)) {
    if (reader.kind(one) === "decorator") decorator(c, scope, one, decorated);
  }
}

function decorator(c: Context, scope: Scope, node: number, decorated: number): void {
  const { reader, builder } = c;
  const callee = value(c, scope, reader.first(node));
  if (callee < 0) return;
  const written = reader.textOf(reader.first(node)).slice(0, 80);
  builder.call(
    { callee, flags: callFlag.decorator, written, args: [[0, "", decorated]] },
    place(c, scope, node),
  );
}
