// PHP.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const php: Language = {
  definitions: {
    namespace_definition: { kind: "module", isScope: true },
    function_definition: { kind: "function" },
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    trait_declaration: { kind: "trait" },
    enum_declaration: { kind: "enum" },
    method_declaration: { kind: "method" },
    property_declaration: {
      kind: "property",
      name: (tree, node) => inVariable(tree, tree.child(tree.childOfKind(node, "property_element"), "name")),
      body: (tree, node) => tree.child(tree.childOfKind(node, "property_element"), "default_value"),
    },
    const_declaration: {
      kind: "constant",
      name: (tree, node) => tree.childOfKind(tree.childOfKind(node, "const_element"), "name"),
      body: (tree, node) => tree.childOfKind(tree.childOfKind(node, "const_element"), "="),
    },
  },
  constructors: ["__construct"],
};

/** `total` of `$total`. */
function inVariable(tree: Tree, variable: TreeNode): TreeNode {
  const name = tree.childOfKind(variable, "name");
  return name === NONE ? variable : name;
}
