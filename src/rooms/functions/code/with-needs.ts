// A definition with everything of the same file that it needs, as code that stands alone. Pure.

import type { Tree, TreeNode } from "../../../../libs/callgraph/index.ts";

/** The statements that define the name and, transitively, every name that these use; in the order of the file. */
export function withNeeds(tree: Tree, name: string): string | null {
  const statements = topLevel(tree);
  const definers = new Map<string, TreeNode>();
  for (const node of statements) for (const defined of definedBy(tree, node)) definers.set(defined, node);
  const first = definers.get(name);
  if (first === undefined) return null;
  const taken = new Set<TreeNode>([first]);
  for (const node of taken) {
    for (const used of identifiersIn(tree, node)) {
      const definer = definers.get(used);
      if (definer !== undefined) taken.add(definer);
    }
  }
  const kept = statements.filter(
    (node, i) => taken.has(node) || describes(tree, node, statements[i + 1], taken),
  );
  return `${kept.map((node, i) => tree.text(node) + gapAfter(tree, node, kept[i + 1])).join("")}\n`;
}

/** A comment right above something that is taken. */
function describes(
  tree: Tree,
  node: TreeNode,
  next: TreeNode | undefined,
  taken: ReadonlySet<TreeNode>,
): boolean {
  if (next === undefined || !taken.has(next) || tree.kind(node) !== "comment") return false;
  return isGap(tree.source.slice(tree.end(node), tree.start(next)));
}

/** White space with at most one line end. */
function isGap(between: string): boolean {
  return between.trim() === "" && between.indexOf("\n") === between.lastIndexOf("\n");
}

/** Neighbours stay as close as they are; what stood between others is left out. */
function gapAfter(tree: Tree, node: TreeNode, next: TreeNode | undefined): string {
  if (next === undefined) return "";
  const between = tree.source.slice(tree.end(node), tree.start(next));
  return /^\s+$/.test(between) ? between : "\n\n";
}

function topLevel(tree: Tree): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let node = 1; node < tree.size; node = tree.after(node)) if (tree.isNamed(node)) nodes.push(node);
  return nodes;
}

const binders =
  /^(?:import|aliased_import|assignment|variable_declarator|lexical|function|class|export|decorated|type|interface|enum|dotted)/;

/** Names that a statement binds: definitions, assigned variables, imported names. */
function definedBy(tree: Tree, statement: TreeNode): string[] {
  const names: string[] = [];
  for (let node = statement; node < tree.after(statement); node++) {
    const field = tree.field(node);
    const isName = tree.kind(node).endsWith("identifier");
    const parent = tree.kind(tree.parent(node));
    if (isName && (field === "name" || field === "left" || field === "alias") && binders.test(parent))
      names.push(tree.text(node));
    else if (isName && /^(?:import|dotted_name|named_imports)/.test(parent)) names.push(tree.text(node));
    if (/(?:block|statement_block|class_body)$/.test(tree.kind(node))) node = tree.after(node) - 1;
  }
  return names;
}

function* identifiersIn(tree: Tree, statement: TreeNode): Generator<string> {
  for (let node = statement; node < tree.after(statement); node++)
    if (tree.kind(node).endsWith("identifier")) yield tree.text(node);
}
