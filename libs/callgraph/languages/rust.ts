// Rust. What an impl defines belongs to its type.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const rust: Language = {
  definitions: {
    function_item: { kind: "function" },
    function_signature_item: { kind: "function" },
    struct_item: { kind: "struct" },
    union_item: { kind: "struct" },
    enum_item: { kind: "enum" },
    trait_item: { kind: "trait" },
    mod_item: { kind: "module" },
    type_item: { kind: "type", body: (tree, node) => tree.child(node, "type") },
    associated_type: { kind: "type" },
    const_item: { kind: "constant", body: (tree, node) => tree.child(node, "value") },
    static_item: { kind: "variable", body: (tree, node) => tree.child(node, "value") },
    macro_definition: { kind: "macro", body: (tree, node) => tree.childOfKind(node, "(", "{", "[") },
    impl_item: {
      kind: "class",
      isScope: true,
      name: (tree, node) => typeName(tree, tree.child(node, "type")),
    },
  },
};

/** `Stack` of `Stack<T>`, `c` of `a::b::c`. */
function typeName(tree: Tree, type: TreeNode): TreeNode {
  let at = type;
  for (;;) {
    const inner = tree.kind(at) === "generic_type" ? tree.child(at, "type") : tree.child(at, "name");
    if (inner === NONE) return at;
    at = inner;
  }
}
