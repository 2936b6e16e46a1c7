// C and C++. The name of a function is inside its declarator, and may name the class that it belongs to.

import type { SymbolKind } from "../kinds.ts";
import { NONE, type Tree, type TreeNode } from "../tree.ts";
import type { Definition, Language } from "./language.ts";

const names = new Set([
  "identifier",
  "field_identifier",
  "type_identifier",
  "destructor_name",
  "operator_name",
  "operator_cast",
  "qualified_identifier",
]);

/** Down through pointers, references, arrays and parameter lists to the name. */
function declared(tree: Tree, node: TreeNode): TreeNode {
  let at = tree.child(node, "declarator");
  while (at !== NONE && !names.has(tree.kind(at))) {
    const inner = tree.child(at, "declarator");
    at =
      inner === NONE
        ? (tree.named(at).find((one) => /declarator|identifier/.test(tree.kind(one))) ?? NONE)
        : inner;
  }
  return at;
}

/** The last part of `a::b::c`. */
function ownName(tree: Tree, node: TreeNode): TreeNode {
  let at = declared(tree, node);
  while (tree.kind(at) === "qualified_identifier") at = tree.child(at, "name");
  if (tree.kind(at) === "template_function") at = tree.child(at, "name");
  return at;
}

/** `a.b` of `a::b::c`. */
function ownerOf(tree: Tree, node: TreeNode): string {
  const parts: string[] = [];
  for (let at = declared(tree, node); tree.kind(at) === "qualified_identifier"; at = tree.child(at, "name")) {
    const scope = tree.child(at, "scope");
    const name = tree.kind(scope) === "template_type" ? tree.child(scope, "name") : scope;
    if (name !== NONE) parts.push(tree.text(name));
  }
  return parts.join(".");
}

function isFunctionDeclarator(tree: Tree, node: TreeNode): boolean {
  for (let at = tree.child(node, "declarator"); at !== NONE; at = tree.child(at, "declarator"))
    if (tree.kind(at) === "function_declarator") return true;
  return false;
}

/** A type counts where its members are, not where it is only named. */
const withBody =
  (kind: SymbolKind) =>
  (tree: Tree, node: TreeNode): SymbolKind | null =>
    tree.child(node, "body") === NONE ? null : kind;

const macro: Definition = { kind: "macro", body: (tree, node) => tree.child(node, "value") };

export const c: Language = {
  definitions: {
    function_definition: { kind: "function", name: ownName, owner: ownerOf },
    struct_specifier: { kind: withBody("struct") },
    union_specifier: { kind: withBody("struct") },
    enum_specifier: { kind: withBody("enum") },
    type_definition: { kind: "type", name: ownName },
    declaration: {
      kind: (tree, node) => (isFunctionDeclarator(tree, node) ? "function" : "variable"),
      name: (tree, node) => ownName(tree, node),
      body: (tree, node) => tree.child(tree.child(node, "declarator"), "value"),
      isValue: true,
    },
    preproc_def: macro,
    preproc_function_def: macro,
  },
};

export const cpp: Language = {
  definitions: {
    ...c.definitions,
    class_specifier: { kind: withBody("class") },
    namespace_definition: { kind: "module", isScope: true },
    alias_declaration: { kind: "type", body: (tree, node) => tree.child(node, "type") },
    concept_definition: { kind: "type" },
    field_declaration: {
      kind: (tree, node) => (isFunctionDeclarator(tree, node) ? "method" : null),
      name: ownName,
    },
  },
  wrappers: ["template_declaration"],
};
