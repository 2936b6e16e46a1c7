// JavaScript and TypeScript, with JSX. A function may be a value: of a variable, a property or an assignment.

import type { SymbolKind } from "../kinds.ts";
import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Definition, Language } from "./language.ts";

const functions = new Set(["arrow_function", "function_expression", "generator_function", "function"]);
const classes = new Set(["class", "class_declaration"]);

/** Null for a value that is neither a function nor a class. */
function kindOfValue(tree: Tree, value: TreeNode): SymbolKind | null {
  const kind = tree.kind(value);
  if (functions.has(kind)) return "function";
  return classes.has(kind) ? "class" : null;
}

/** The body of a function or class that is a value; else the value itself, which is not part of the signature. */
function bodyOfValue(tree: Tree, value: TreeNode): TreeNode {
  const body = tree.child(value, "body");
  return body === NONE ? value : body;
}

const variable: Definition = {
  kind(tree, node) {
    const value = kindOfValue(tree, tree.child(node, "value"));
    if (value !== null) return value;
    return tree.text(tree.first(tree.parent(node))) === "const" ? "constant" : "variable";
  },
  name(tree, node) {
    const name = tree.child(node, "name");
    return tree.kind(name) === "identifier" ? name : NONE;
  },
  body: (tree, node) => bodyOfValue(tree, tree.child(node, "value")),
  isValue: true,
};

const property: Definition = {
  kind: (tree, node) => (kindOfValue(tree, tree.child(node, "value")) === "function" ? "method" : "property"),
  name(tree, node) {
    const name = tree.child(node, "name");
    return name === NONE ? tree.child(node, "property") : name;
  },
  body: (tree, node) => bodyOfValue(tree, tree.child(node, "value")),
};

/** `exports.a = function () {}`, `A.prototype.b = () => {}` */
const assignment: Definition = {
  kind: (tree, node) => kindOfValue(tree, tree.child(node, "right")),
  name(tree, node) {
    const left = tree.child(node, "left");
    return tree.kind(left) === "member_expression" ? tree.child(left, "property") : NONE;
  },
  body: (tree, node) => bodyOfValue(tree, tree.child(node, "right")),
  owner(tree, node) {
    const object = tree.text(tree.child(tree.child(node, "left"), "object"));
    return /^(?:module\.)?exports$|^this$/.test(object) ? "" : object.replace(/\.prototype$/, "");
  },
};

/** A function in an object; other values of objects are part of it. */
const pair: Definition = {
  kind: (tree, node) => (kindOfValue(tree, tree.child(node, "value")) === "function" ? "method" : null),
  name(tree, node) {
    const key = tree.child(node, "key");
    return tree.kind(key) === "property_identifier" ? key : NONE;
  },
  body: (tree, node) => bodyOfValue(tree, tree.child(node, "value")),
};

export const javascript: Language = {
  definitions: {
    function_declaration: { kind: "function" },
    generator_function_declaration: { kind: "function" },
    class_declaration: { kind: "class" },
    method_definition: { kind: "method" },
    field_definition: property,
    variable_declarator: variable,
    assignment_expression: assignment,
    pair,
  },
  wrappers: ["export_statement", "lexical_declaration", "variable_declaration", "expression_statement"],
  constructors: ["constructor"],
};

export const typescript: Language = {
  ...javascript,
  definitions: {
    ...javascript.definitions,
    abstract_class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    type_alias_declaration: { kind: "type", body: (tree, node) => tree.child(node, "value") },
    enum_declaration: { kind: "enum" },
    internal_module: { kind: "module" },
    module: {
      kind: "module",
      name(tree, node) {
        const name = tree.child(node, "name");
        return tree.kind(name) === "string" ? tree.childOfKind(name, "string_fragment") : name;
      },
    },
    function_signature: { kind: "function" },
    method_signature: { kind: "method" },
    abstract_method_signature: { kind: "method" },
    public_field_definition: property,
  },
  wrappers: [...(javascript.wrappers ?? []), "ambient_declaration"],
};
