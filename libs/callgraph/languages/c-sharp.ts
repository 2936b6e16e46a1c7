// C#.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const cSharp: Language = {
  definitions: {
    namespace_declaration: { kind: "module", isScope: true },
    file_scoped_namespace_declaration: { kind: "module", isScope: true },
    class_declaration: { kind: "class" },
    struct_declaration: { kind: "struct" },
    interface_declaration: { kind: "interface" },
    enum_declaration: { kind: "enum" },
    record_declaration: { kind: "class" },
    record_struct_declaration: { kind: "struct" },
    delegate_declaration: { kind: "type" },
    method_declaration: { kind: "method" },
    constructor_declaration: { kind: "constructor" },
    destructor_declaration: { kind: "method" },
    operator_declaration: { kind: "method", name: (tree, node) => tree.child(node, "operator") },
    local_function_statement: { kind: "function" },
    property_declaration: { kind: "property", body: accessors },
    field_declaration: {
      kind: (tree, node) => (/\bconst\b|\bstatic readonly\b/.test(tree.text(node)) ? "constant" : "property"),
      name: (tree, node) => tree.child(declarator(tree, node), "name"),
      body: (tree, node) => tree.childOfKind(declarator(tree, node), "="),
    },
    event_field_declaration: {
      kind: "property",
      name: (tree, node) => tree.child(declarator(tree, node), "name"),
    },
  },
};

function accessors(tree: Tree, node: TreeNode): TreeNode {
  const list = tree.child(node, "accessors");
  return list === NONE ? tree.child(node, "value") : list;
}

function declarator(tree: Tree, node: TreeNode): TreeNode {
  return tree.childOfKind(tree.childOfKind(node, "variable_declaration"), "variable_declarator");
}
