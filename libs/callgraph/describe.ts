// How a symbol is described: its signature as written, its decorators, the first line of its documentation.

import { NONE, type Tree, type TreeNode } from "./tree.ts";

const maxSignatureLength = 300;
const maxValueLength = 60;
const maxLineLength = 200;

interface DefinitionParts {
  outer: TreeNode;
  node: TreeNode;
  body: TreeNode;
  decorators: readonly TreeNode[];
  isValue: boolean;
}

/** Everything before the body, on one line, without decorators. A short value is part of it. */
export function signatureOf(tree: Tree, { outer, node, body, decorators, isValue }: DefinitionParts): string {
  const hasBody = body !== NONE && tree.start(body) > tree.start(node);
  const valueEnds = tree.end(node);
  const isShortValue =
    isValue && hasBody && valueEnds - tree.start(body) <= maxValueLength && !tree.text(body).includes("\n");
  const end = hasBody && !isShortValue ? tree.start(body) : valueEnds;
  const left = new Set(decorators);
  let text = "";
  let at = tree.start(outer);
  const hasMore = decorators.length > 0 || /\/[/*]|#/.test(tree.source.slice(at, end));
  for (
    let n = hasMore ? outer : tree.size;
    n < tree.after(outer) && tree.start(n) < end && text.length < maxSignatureLength;
    n++
  ) {
    if (!left.has(n) && !tree.isComment(n)) continue;
    if (tree.start(n) < at) continue;
    text += tree.source.slice(at, tree.start(n));
    at = Math.min(end, tree.end(n));
  }
  text += tree.source.slice(at, Math.min(end, at + 4 * maxSignatureLength));
  const line = text.replace(/\s+/g, " ").trim();
  const whole = line.endsWith("=>") ? line.slice(0, -2).trimEnd() : line.replace(/[{:=;,]$/, "").trimEnd();
  return whole.length <= maxSignatureLength ? whole : `${whole.slice(0, maxSignatureLength - 1)}…`;
}

const decorating = new Set([
  "decorator",
  "attribute_item",
  "annotation",
  "marker_annotation",
  "attribute_list",
  "attribute",
]);

/** They are children of the definition, of what is around it, of its modifiers; or stand before it. */
export function decoratorsOf(tree: Tree, outer: TreeNode, node: TreeNode): TreeNode[] {
  const found: TreeNode[] = [];
  for (
    let at = tree.previous(outer);
    decorating.has(tree.kind(at)) || tree.isComment(at);
    at = tree.previous(at)
  )
    if (!tree.isComment(at)) found.unshift(at);
  for (let at = outer; ; ) {
    collect(tree, at, found);
    if (at === node) return found;
    at = childTowards(tree, at, node);
  }
}

function collect(tree: Tree, node: TreeNode, found: TreeNode[]): void {
  for (let at = tree.first(node); at !== NONE; at = tree.next(at)) {
    const kind = tree.kind(at);
    if (decorating.has(kind)) found.push(at);
    else if (kind === "modifiers") collect(tree, at, found);
    // Decorators come first; a body may have thousands of children.
    else if (tree.field(at) === "body" || tree.field(at) === "name") return;
  }
}

function childTowards(tree: Tree, from: TreeNode, to: TreeNode): TreeNode {
  let at = to;
  while (tree.parent(at) !== from) at = tree.parent(at);
  return at;
}

/** A text inside the definition (Python), or the comment directly before it. */
export function documentationOf(tree: Tree, outer: TreeNode, inside: TreeNode): string {
  if (inside !== NONE) return firstLine(tree.text(inside));
  let first = NONE;
  let below = outer;
  for (let at = before(tree, outer); at !== NONE; at = tree.previous(at)) {
    const isNear = tree.endLine(at) >= tree.line(below) - 1;
    if (!isNear || !(tree.isComment(at) || decorating.has(tree.kind(at)))) break;
    if (tree.isComment(at)) {
      if (endsALineOfCode(tree, at) || tree.source.startsWith("#!", tree.start(at))) break;
      first = at;
    }
    below = at;
  }
  return first === NONE ? "" : firstLine(tree.source.slice(tree.start(first), tree.start(outer)));
}

/** The first thing in a body may have its comment before the body. */
function before(tree: Tree, node: TreeNode): TreeNode {
  let at = node;
  while (tree.previous(at) === NONE && tree.start(tree.parent(at)) === tree.start(node) && at > 0)
    at = tree.parent(at);
  return tree.previous(at);
}

/** `x = 1  # a comment about x` */
function endsALineOfCode(tree: Tree, comment: TreeNode): boolean {
  const before = tree.previous(comment);
  return before !== NONE && !tree.isComment(before) && tree.endLine(before) === tree.line(comment);
}

const marks = /^\s*(?:[rubfRUBF]{0,2}(?:"""|'''|"|')|\/\*+|\*+\/?|\/{2,}[!/]?|#+!?|--+|;+)?\s*/;
const endMarks = /\s*(?:\*+\/|"""|'''|")\s*$/;

function firstLine(text: string): string {
  for (const line of text.slice(0, 4_000).split("\n")) {
    const words = line
      .replace(marks, "")
      .replace(endMarks, "")
      .replace(/<\/?(?:summary|remarks|para|p)>/g, "")
      .trim();
    if (/[\p{L}\p{N}]/u.test(words))
      return words.length <= maxLineLength ? words : `${words.slice(0, maxLineLength - 1)}…`;
  }
  return "";
}
