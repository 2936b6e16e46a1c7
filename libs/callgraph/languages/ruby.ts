// Ruby.

import { NONE } from "../tree.ts";
import { type Language, lastName } from "./language.ts";

export const ruby: Language = {
  definitions: {
    method: { kind: "function" },
    singleton_method: { kind: "function" },
    class: { kind: "class", name: (tree, node) => lastName(tree, tree.child(node, "name")) },
    module: { kind: "module", name: (tree, node) => lastName(tree, tree.child(node, "name")) },
    assignment: {
      kind: "constant",
      name(tree, node) {
        const left = tree.child(node, "left");
        return tree.kind(left) === "constant" ? left : NONE;
      },
      body: (tree, node) => tree.child(node, "right"),
      isValue: true,
    },
  },
  constructors: ["initialize"],
};
