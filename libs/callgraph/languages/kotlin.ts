// Kotlin.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const kotlin: Language = {
  definitions: {
    class_declaration: {
      kind(tree, node) {
        if (tree.childOfKind(node, "interface") !== NONE) return "interface";
        return tree.childOfKind(node, "enum_class_body") === NONE ? "class" : "enum";
      },
      body: (tree, node) => tree.childOfKind(node, "class_body", "enum_class_body"),
    },
    object_declaration: { kind: "class", body: (tree, node) => tree.childOfKind(node, "class_body") },
    companion_object: {
      kind: "class",
      isScope: true,
      body: (tree, node) => tree.childOfKind(node, "class_body"),
    },
    function_declaration: {
      kind: "function",
      owner: receiverOf,
      body: (tree, node) => tree.childOfKind(node, "function_body"),
    },
    secondary_constructor: {
      kind: "constructor",
      name: (tree, node) => tree.childOfKind(node, "constructor"),
      body: (tree, node) => tree.childOfKind(node, "block"),
    },
    property_declaration: {
      kind: (tree, node) => (/\bconst\s+val\b/.test(tree.text(node).slice(0, 200)) ? "constant" : "property"),
      name: (tree, node) => tree.childOfKind(tree.childOfKind(node, "variable_declaration"), "identifier"),
      body: (tree, node) => tree.childOfKind(node, "=", "property_delegate", "getter"),
      isValue: true,
    },
    type_alias: { kind: "type", name: (tree, node) => tree.childOfKind(node, "identifier") },
  },
};

/** `fun Bill.total()` belongs to Bill. */
function receiverOf(tree: Tree, node: TreeNode): string {
  const name = tree.child(node, "name");
  for (const at of tree.children(node)) {
    if (at === name) break;
    if (tree.kind(at) === "user_type" && tree.text(tree.next(at)) === ".")
      return tree.text(tree.childOfKind(at, "identifier"));
  }
  return "";
}
