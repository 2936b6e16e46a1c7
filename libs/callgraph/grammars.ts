// The tree-sitter runtime and the grammars: beside the built program, or in node_modules in the source tree. For
// parse.ts. The list is grammar-files.json, which scripts/grammar-files.mjs also uses to copy the files into dist.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { Language, Parser } from "web-tree-sitter";
import files from "./grammar-files.json" with { type: "json" };
import type { LanguageId } from "./languages/of-path.ts";

export interface Grammar {
  readonly id: LanguageId;
  readonly language: Language;
  /** Names of the kinds of nodes, by number. */
  readonly kinds: readonly string[];
  /** 1 for named kinds, by number; keywords and punctuation have no name. */
  readonly isNamed: Uint8Array;
  /** 1 for punctuation. */
  readonly isMark: Uint8Array;
  /** 1 for kinds that never have children, as far as this can be known: tokens without a name, and identifiers. */
  readonly isToken: Uint8Array;
  /** 1 for expressions and types, which seldom contain definitions. */
  readonly isInner: Uint8Array;
  /** 1 for fields whose content is needed to name a definition, by number. */
  readonly isNaming: Uint8Array;
  /** Names of the fields, by number; 0 is "no field". */
  readonly fields: readonly string[];
}

/**
 * The functions of the runtime that read a tree. The public cursor copies its state to and from the runtime for every
 * value read, which costs more than the parse.
 */
export interface TreeReader {
  _ts_tree_cursor_new_wasm(tree: number): void;
  _ts_tree_cursor_delete_wasm(tree: number): void;
  _ts_tree_root_node_wasm(tree: number): void;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
  _ts_tree_cursor_current_field_id_wasm(tree: number): number;
  /** Puts the current node into the transfer buffer, for the functions below. */
  _ts_tree_cursor_current_node_wasm(tree: number): void;
  _ts_node_symbol_wasm(tree: number): number;
  _ts_node_end_index_wasm(tree: number): number;
  _ts_node_is_missing_wasm(tree: number): number;
  /** Its memory; another array after it has grown. */
  HEAP32: Int32Array;
  transferBuffer: number;
}

export interface Runtime {
  readonly parser: Parser;
  readonly reader: TreeReader;
}

/** A file of the parser is missing or damaged. */
class GrammarError extends Error {
  readonly code = "unavailable";
  readonly hint = "Install tellback again; until then the code map lacks this language.";
}

let runtime: Promise<Runtime> | undefined;
const grammars = new Map<LanguageId, Promise<Grammar>>();

export function loadRuntime(): Promise<Runtime> {
  runtime ??= startRuntime();
  return runtime;
}

/** Rejects if the file is missing, changed or of another version; the next call tries again. */
export function loadGrammar(id: LanguageId): Promise<Grammar> {
  let grammar = grammars.get(id);
  if (!grammar) {
    grammar = readGrammar(id);
    grammars.set(id, grammar);
    grammar.catch(() => grammars.delete(id));
  }
  return grammar;
}

async function startRuntime(): Promise<Runtime> {
  const wasmBinary = await readGrammarFile("runtime");
  const module = { wasmBinary } as object as TreeReader;
  await Parser.init(module as object);
  module.transferBuffer = (module as object as { _ts_init(): number })._ts_init();
  return { parser: new Parser(), reader: module };
}

const identifiers = /^(?:property_|type_|field_)?identifier$/;

/** Kinds of expressions and types: these, and kinds that end in one of them after a `_`. */
const innerKinds = `
  arguments argument_list parameters type_annotation attribute subscript call method_invocation
  string string_literal array list tuple union_type generic_type array_type
  array_expression as_expression augmented_assignment_expression await_expression binary_expression call_expression
  conditional_expression field_expression index_expression member_expression new_expression non_null_expression
  parenthesized_expression range_expression reference_expression satisfies_expression subscript_expression
  ternary_expression unary_expression update_expression expression_list
  binary_operator boolean_operator comparison_operator not_operator unary_operator return_statement
  import_statement import_from_statement import_declaration use_declaration using_directive
`
  .trim()
  .split(/\s+/);

function isInnerKind(kind: string): boolean {
  return innerKinds.some((one) => kind === one || kind.endsWith(`_${one}`));
}

const naming = /^(?:left|name|declarator|receiver|type|scope|alias|declaration_kind|key)$/;

async function readGrammar(id: LanguageId): Promise<Grammar> {
  await loadRuntime();
  const bytes = await readGrammarFile(id);
  const language = await (bytes.length > maxOptimized
    ? unoptimized(() => Language.load(bytes))
    : Language.load(bytes));
  // Hidden kinds have no name.
  const kinds = Array.from(language.types, (kind) => kind ?? "");
  const isNamed = Uint8Array.from(kinds, (_, kind) => (language.nodeTypeIsNamed(kind) ? 1 : 0));
  const isMark = Uint8Array.from(kinds, (kind, at) => (isNamed[at] === 0 && /^[^\w\s]+$/.test(kind) ? 1 : 0));
  const isToken = Uint8Array.from(kinds, (kind, at) => (isNamed[at] === 0 || identifiers.test(kind) ? 1 : 0));
  const isInner = Uint8Array.from(kinds, (kind, at) => (isNamed[at] === 1 && isInnerKind(kind) ? 1 : 0));
  const fields = Array.from(language.fields, (field) => field ?? "");
  const isNaming = Uint8Array.from(fields, (field) => (naming.test(field) ? 1 : 0));
  return { id, language, kinds, isNamed, isMark, isToken, isInner, isNaming, fields };
}

/**
 * The lexers of large grammars (Swift, C++, Kotlin, C#, Ruby) are single functions of which V8's optimizing compiler takes
 * gigabytes: 2.5 GB for 0.6 MB of Swift, 120 MB without it, in the same CPU time.
 */
const maxOptimized = 1_500_000;

/** What is decided while a module is loaded holds for it alone. */
async function unoptimized<T>(load: () => Promise<T>): Promise<T> {
  // Compiled at once: a function that is compiled when it is first called would be optimized after all.
  setFlagsFromString("--no-wasm-lazy-compilation");
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  // The compiler's threads alone do not keep a process alive.
  const alive = setInterval(() => {}, 1_000);
  try {
    return await load();
  } finally {
    clearInterval(alive);
    setFlagsFromString("--wasm-lazy-compilation");
    setFlagsFromString("--wasm-tier-up");
    setFlagsFromString("--wasm-dynamic-tiering");
  }
}

/** Reads one file and checks that it is the one that this version was measured with. */
async function readGrammarFile(name: string): Promise<Uint8Array> {
  const file = files.find((each) => each.name === name);
  if (!file) throw new Error(`unknown grammar "${name}"`);
  const places = [`./${file.to}`, `../${file.to}`, `../../node_modules/${file.from}`];
  const url = places.map((place) => new URL(place, import.meta.url)).find((each) => existsSync(each));
  if (!url) throw new GrammarError(`${file.to}, a part of the code map, is missing`);
  const bytes = await readFile(url);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256)
    throw new GrammarError(`${url.pathname} is not the file that tellback was built with`);
  return bytes;
}
