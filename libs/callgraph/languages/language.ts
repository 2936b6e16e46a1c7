// What a language is to the code map: which nodes of its grammar define something. One small file per language, and one
// contract suite that asks all of them the same questions (contract.test.ts).

import type { SymbolKind } from "../kinds.ts";
import { NONE, type Tree, type TreeNode } from "../tree.ts";

export interface Definition {
  /** Null: this node defines nothing. A function in a class becomes a method without further rules. */
  kind: SymbolKind | ((tree: Tree, node: TreeNode) => SymbolKind | null);
  /** The node with the name; without it, the field "name". NONE: this node defines nothing. */
  name?: (tree: Tree, node: TreeNode) => TreeNode;
  /** The node with the body, where the signature ends; without it, the field "body". */
  body?: (tree: Tree, node: TreeNode) => TreeNode;
  /** The type that it belongs to, if the text does not put it inside that type: Go's receivers, A::b in C++. */
  owner?: (tree: Tree, node: TreeNode) => string;
  /** A value: it counts only outside of functions. */
  isValue?: true;
  /** Not a symbol, but what is inside has its name: Rust's impl. */
  isScope?: true | ((tree: Tree, node: TreeNode) => boolean);
}

export interface Language {
  definitions: Record<string, Definition>;
  /** Nodes around a definition that belong to it, such as `export`. */
  wrappers?: readonly string[];
  /** Names that a constructor has, besides that of its class. */
  constructors?: readonly string[];
  /** Documentation inside the definition. Comments before it are read in every language. */
  documentation?: (tree: Tree, node: TreeNode) => TreeNode;
}

/** The last part of a name such as `a.b::c`. */
export function lastName(tree: Tree, node: TreeNode): TreeNode {
  let at = node;
  for (;;) {
    const inner = tree.child(at, "name");
    if (inner === NONE) return at;
    at = inner;
  }
}
