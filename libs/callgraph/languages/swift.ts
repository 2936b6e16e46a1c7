// Swift. An extension adds to its type.

import type { SymbolKind } from "../kinds.ts";
import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

const kinds: Record<string, SymbolKind> = { struct: "struct", enum: "enum", class: "class", actor: "class" };

export const swift: Language = {
  definitions: {
    class_declaration: {
      kind: (tree, node) => kinds[tree.text(tree.child(node, "declaration_kind"))] ?? "class",
      name: (tree, node) => typeName(tree, tree.child(node, "name")),
      isScope: (tree, node) => tree.text(tree.child(node, "declaration_kind")) === "extension",
    },
    protocol_declaration: { kind: "interface" },
    function_declaration: { kind: "function" },
    protocol_function_declaration: { kind: "method" },
    init_declaration: { kind: "constructor", name: (tree, node) => tree.childOfKind(node, "init") },
    deinit_declaration: { kind: "method", name: (tree, node) => tree.childOfKind(node, "deinit") },
    property_declaration: {
      kind: "property",
      name: (tree, node) => inPattern(tree, tree.child(node, "name")),
      body(tree, node) {
        const computed = tree.child(node, "computed_value");
        return computed === NONE ? tree.child(node, "value") : computed;
      },
      isValue: true,
    },
    typealias_declaration: { kind: "type" },
  },
};

function inPattern(tree: Tree, pattern: TreeNode): TreeNode {
  const bound = tree.child(pattern, "bound_identifier");
  return bound === NONE ? tree.childOfKind(pattern, "simple_identifier") : bound;
}

function typeName(tree: Tree, type: TreeNode): TreeNode {
  const inner = tree.childOfKind(type, "type_identifier");
  return inner === NONE ? type : inner;
}
