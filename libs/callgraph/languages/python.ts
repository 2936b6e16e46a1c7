// Python. Documentation is a string at the beginning of the body.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const python: Language = {
  definitions: {
    function_definition: { kind: "function" },
    class_definition: { kind: "class" },
    type_alias_statement: {
      kind: "type",
      name: (tree, node) => firstIdentifier(tree, tree.child(node, "left")),
    },
    assignment: {
      kind: (tree, node) =>
        /^[A-Z][A-Z0-9_]*$/.test(tree.text(tree.child(node, "left"))) ? "constant" : "variable",
      name(tree, node) {
        const left = tree.child(node, "left");
        return tree.kind(left) === "identifier" ? left : NONE;
      },
      body: (tree, node) => tree.child(node, "right"),
      isValue: true,
    },
  },
  wrappers: ["decorated_definition", "expression_statement"],
  constructors: ["__init__"],
  documentation(tree, node) {
    const first = tree.named(tree.child(node, "body"))[0] ?? NONE;
    const text = tree.kind(first) === "expression_statement" ? tree.first(first) : first;
    return tree.kind(text) === "string" ? text : NONE;
  },
};

function firstIdentifier(tree: Tree, node: TreeNode): TreeNode {
  for (let at = node; at !== NONE && at < tree.after(node); at++)
    if (tree.kind(at) === "identifier") return at;
  return NONE;
}
