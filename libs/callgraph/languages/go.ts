// Go. A method belongs to the type of its receiver.

import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Language } from "./language.ts";

export const go: Language = {
  definitions: {
    function_declaration: { kind: "function" },
    method_declaration: { kind: "method", owner: receiverOf },
    method_elem: { kind: "method" },
    type_spec: {
      kind(tree, node) {
        const type = tree.kind(tree.child(node, "type"));
        if (type === "struct_type") return "struct";
        return type === "interface_type" ? "interface" : "type";
      },
      body(tree, node) {
        const type = tree.child(node, "type");
        if (tree.kind(type) === "struct_type") return tree.childOfKind(type, "field_declaration_list");
        return tree.kind(type) === "interface_type" ? tree.childOfKind(type, "{") : NONE;
      },
    },
    type_alias: { kind: "type" },
    const_spec: { kind: "constant", body: (tree, node) => tree.child(node, "value"), isValue: true },
    var_spec: { kind: "variable", body: (tree, node) => tree.child(node, "value"), isValue: true },
  },
  wrappers: ["type_declaration", "const_declaration", "var_declaration", "var_spec_list"],
};

/** `func (s *Server[T]) Run()` belongs to Server. */
function receiverOf(tree: Tree, node: TreeNode): string {
  const receiver = tree.child(node, "receiver");
  for (let at = receiver; at !== NONE && at < tree.after(receiver); at++)
    if (tree.kind(at) === "type_identifier") return tree.text(at);
  return "";
}
