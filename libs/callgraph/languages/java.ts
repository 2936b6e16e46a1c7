// Java.

import { NONE } from "../tree.ts";
import type { Language } from "./language.ts";

export const java: Language = {
  definitions: {
    class_declaration: { kind: "class" },
    interface_declaration: { kind: "interface" },
    annotation_type_declaration: { kind: "interface" },
    enum_declaration: { kind: "enum" },
    record_declaration: { kind: "class" },
    method_declaration: { kind: "method" },
    annotation_type_element_declaration: { kind: "method" },
    constructor_declaration: { kind: "constructor" },
    compact_constructor_declaration: { kind: "constructor" },
    field_declaration: {
      kind: (tree, node) => (/\bstatic\b[^=]*\bfinal\b/.test(tree.text(node)) ? "constant" : "property"),
      name: (tree, node) => tree.child(tree.child(node, "declarator"), "name"),
      body: (tree, node) => tree.child(tree.child(node, "declarator"), "value"),
    },
    constant_declaration: {
      kind: "constant",
      name: (tree, node) => tree.child(tree.child(node, "declarator"), "name"),
      body: (tree, node) => tree.child(tree.child(node, "declarator"), "value"),
    },
    enum_constant: { kind: "constant", body: () => NONE },
  },
};
