// take out: a function of a source file with what it needs of the same file, as code that stands alone.

import { extname, resolve } from "node:path";
import { parse, type Tree, type TreeNode } from "../../../libs/callgraph/index.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";

const languageOf: Readonly<Record<string, FunctionLanguage>> = {
  ...{ ".py": "python", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript" },
  ...{ ".ts": "typescript", ".mts": "typescript", ".cts": "typescript" },
};
const maxBytes = 1_000_000;

/** `from` is a path and a name: src/text.py:slugify. */
export async function takeOut(
  folder: string,
  from: string,
): Promise<{ code: string; language: FunctionLanguage }> {
  const at = from.lastIndexOf(":");
  const [path, name] = [from.slice(0, at), from.slice(at + 1)];
  const language = languageOf[extname(path).toLowerCase()];
  if (at <= 0 || name === "" || language === undefined) {
    throw new TellbackError("invalid_input", `invalid source "${from}"`, {
      hint: "Write FILE:NAME, where FILE ends with .py, .js or .ts: src/text.py:slugify",
    });
  }
  const file = await readForeign(resolve(folder, path), { within: folder, maxBytes });
  if (file.status !== "read") {
    const why = file.status === "missing" ? "does not exist" : file.why;
    throw new TellbackError("not_found", `${path} ${why}`, {
      hint: "The path is relative to the current folder.",
    });
  }
  const text = file.bytes.toString("utf8");
  const tree = await parse(text, language);
  const code = tree ? withNeeds(tree, name) : null;
  if (code === null) throw new TellbackError("not_found", `${path} defines no ${name} at its top level`);
  return { code, language };
}

/** The statements that define the name and, transitively, every name that these use; in the order of the file. */
function withNeeds(tree: Tree, name: string): string | null {
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
  return /^[ \t]*\n?[ \t]*$/.test(tree.source.slice(tree.end(node), tree.start(next)));
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
