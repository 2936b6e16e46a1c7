// Parses the text of one file into a light tree (tree.ts). Pure apart from loading the grammar; the daemon calls it in a
// worker thread, tests and benches call it directly.

import type { Tree as SitterTree } from "web-tree-sitter";
import { isClosedNode } from "./brief.ts";
import { type Grammar, loadGrammar, loadRuntime, type Runtime, type TreeReader } from "./grammars.ts";
import type { LanguageId } from "./languages/of-path.ts";
import { keepForLater, takeEarlier } from "./last-parsed.ts";
import { readable } from "./readable.ts";
import { isMissingBit, type NodeArrays, Tree } from "./tree.ts";

/** Some texts cost a parser much more than others of their length; a file of 1 MB needs 0.3 s. */
const maxParseMs = 5_000;

/** A parser that is ready: what a caller with many files holds, so that no file waits. */
export interface OpenParser {
  readonly grammar: Grammar;
  /** Null if it took too long. */
  parse(text: string): Tree | null;
}

export interface ParseOptions {
  /**
   * For symbols and their hashes: expressions in which nothing can be defined have no children, which is half of the
   * nodes. The tree is valid until the next parse, because it is not copied out of the memory in which it was built.
   */
  isBrief?: boolean;
  /** What identifies the file: if it is the one that was parsed last, only what changed is parsed. */
  file?: string;
}

export async function openParser(language: LanguageId, options: ParseOptions = {}): Promise<OpenParser> {
  const runtime = await loadRuntime();
  const grammar = await loadGrammar(language);
  return { grammar, parse: (text) => parseWith(runtime, grammar, text, options) };
}

export async function parse(
  text: string,
  language: LanguageId,
  options?: ParseOptions,
): Promise<Tree | null> {
  return (await openParser(language, options)).parse(text);
}

function parseWith(
  { parser, reader }: Runtime,
  grammar: Grammar,
  text: string,
  { isBrief = false, file }: ParseOptions,
): Tree | null {
  const until = performance.now() + maxParseMs;
  const plain = readable(text, grammar.id);
  parser.setLanguage(grammar.language);
  const progressCallback = () => performance.now() > until;
  const earlier = file === undefined ? null : takeEarlier(file, grammar, plain);
  let sitterTree: SitterTree | null = null;
  let isKept = false;
  try {
    sitterTree = parser.parse(plain, earlier, { progressCallback });
    if (sitterTree && earlier && sitterTree.rootNode.hasError) {
      sitterTree.delete();
      sitterTree = parser.parse(plain, null, { progressCallback });
    }
    if (!sitterTree) {
      parser.reset();
      return null;
    }
    const { hasError } = sitterTree.rootNode;
    const tree = copyOf(sitterTree, reader, grammar, text, { isBrief, hasError });
    if (file !== undefined && !hasError) {
      keepForLater(file, grammar, plain, sitterTree);
      isKept = true;
    }
    return tree;
  } finally {
    earlier?.delete();
    if (!isKept) sitterTree?.delete();
  }
}

/**
 * One pass over all nodes. The runtime keeps its cursor in a transfer buffer between calls, and answers about the current
 * node are cheapest when that node is in the same buffer; so the cursor, four numbers, is put aside meanwhile.
 */
function copyOf(
  sitterTree: SitterTree,
  reader: TreeReader,
  grammar: Grammar,
  text: string,
  { isBrief, hasError }: { isBrief: boolean; hasError: boolean },
): Tree {
  const address = (sitterTree as unknown as { 0: number })[0];
  const goToFirstChild = reader._ts_tree_cursor_goto_first_child_wasm;
  const goToNextSibling = reader._ts_tree_cursor_goto_next_sibling_wasm;
  const goToParent = reader._ts_tree_cursor_goto_parent_wasm;
  const fieldHere = reader._ts_tree_cursor_current_field_id_wasm;
  const takeNode = reader._ts_tree_cursor_current_node_wasm;
  const kindOfNode = reader._ts_node_symbol_wasm;
  const endOfNode = reader._ts_node_end_index_wasm;
  const isMissing = reader._ts_node_is_missing_wasm;
  const { isMark, isToken } = grammar;
  const buffer = reader.transferBuffer >> 2;

  let size = 0;
  let parent = -1;
  reader._ts_tree_root_node_wasm(address);
  reader._ts_tree_cursor_new_wasm(address);
  walk: for (;;) {
    if (size === scratch.kinds.length) scratch = grown(scratch);
    const nodes = scratch;
    const node = size++;
    // Read again for each node: the memory moves when it grows.
    const memory = reader.HEAP32;
    const c0 = memory[buffer] as number;
    const c1 = memory[buffer + 1] as number;
    const c2 = memory[buffer + 2] as number;
    const c3 = memory[buffer + 3] as number;
    takeNode(address);
    const start = memory[buffer + 1] as number;
    const kind = kindOfNode(address);
    const end = endOfNode(address);
    nodes.flags[node] = 0;
    if (start === end && isMissing(address)) {
      nodes.flags[node] = isMissingBit;
    }
    memory[buffer] = c0;
    memory[buffer + 1] = c1;
    memory[buffer + 2] = c2;
    memory[buffer + 3] = c3;
    nodes.kinds[node] = kind;
    nodes.starts[node] = start;
    nodes.ends[node] = end;
    nodes.parents[node] = parent;
    // The field of punctuation says nothing.
    const field = isMark[kind] === 1 ? 0 : fieldHere(address);
    nodes.fields[node] = field;
    const isClosed = isToken[kind] === 1 || (isBrief && isClosedNode(grammar, kind, field, text, start, end));
    if (!isClosed && goToFirstChild(address)) {
      parent = node;
      continue;
    }
    nodes.afters[node] = size;
    while (!goToNextSibling(address)) {
      if (parent === -1 || !goToParent(address)) break walk;
      nodes.afters[parent] = size;
      parent = nodes.parents[parent] ?? -1;
    }
  }
  for (; parent !== -1; parent = scratch.parents[parent] ?? -1) scratch.afters[parent] = size;
  reader._ts_tree_cursor_delete_wasm(address);
  return new Tree(grammar, text, isBrief ? scratch : sliced(scratch, size), size, hasError);
}

/** Where trees are built, before they are copied at their size. */
let scratch = newArrays(1 << 16);

function newArrays(length: number): NodeArrays {
  return {
    kinds: new Uint16Array(length),
    fields: new Uint8Array(length),
    starts: new Int32Array(length),
    ends: new Int32Array(length),
    parents: new Int32Array(length),
    afters: new Int32Array(length),
    flags: new Uint8Array(length),
  };
}

function sliced(nodes: NodeArrays, size: number): NodeArrays {
  return {
    kinds: nodes.kinds.slice(0, size),
    fields: nodes.fields.slice(0, size),
    starts: nodes.starts.slice(0, size),
    ends: nodes.ends.slice(0, size),
    parents: nodes.parents.slice(0, size),
    afters: nodes.afters.slice(0, size),
    flags: nodes.flags.slice(0, size),
  };
}

function grown(nodes: NodeArrays): NodeArrays {
  const larger = newArrays(nodes.kinds.length * 2);
  for (const name of Object.keys(nodes) as (keyof NodeArrays)[]) larger[name].set(nodes[name]);
  return larger;
}
