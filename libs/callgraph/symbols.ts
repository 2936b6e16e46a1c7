// The symbols of one file: what it defines, with signature, documentation and body hash. Pure; for the code map,
// anchors, and the resolution of calls, which finds the node of each symbol here.

import { hashSymbols } from "./body-hash.ts";
import { decoratorsOf, documentationOf, signatureOf } from "./describe.ts";
import type { Grammar } from "./grammars.ts";
import type { SymbolKind } from "./kinds.ts";
import type { Definition, Language } from "./languages/language.ts";
import { languages } from "./languages/languages.ts";
import { NONE, type Tree, type TreeNode } from "./tree.ts";

export interface FoundSymbol {
  name: string;
  /** With the names around it, joined by dots. Unique in the file: of equal ones, the second ends with #2. */
  qualified: string;
  kind: SymbolKind;
  /** The qualified name of what is around it, also if that is defined in another file. */
  parent: string | null;
  signature: string;
  decorators: string[];
  /** The first line. */
  documentation: string;
  startLine: number;
  endLine: number;
  /** Without its name, formatting and comments. */
  bodyHash: string;
  /** The same without the symbols inside. */
  ownHash: string;
  /** How much code the hash stands for, in characters: a short body proves little. */
  weight: number;
  /** The node that defines it. */
  node: TreeNode;
  nameNode: TreeNode;
  /** The node with everything that belongs to it, such as `export` and decorators. */
  outer: TreeNode;
}

const maxSymbols = 20_000;
const maxNameLength = 200;

const holders: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "enum", "trait"]);
const values: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "property"]);
const functions: ReadonlySet<SymbolKind> = new Set(["function", "method", "constructor"]);

/** Definitions in definitions: each repeats the names around it, and nobody nests so deep by hand. */
const maxDepth = 50;

/** Something open around the current node. */
interface Scope {
  after: TreeNode;
  qualified: string;
  kind: SymbolKind;
}

export function symbolsOf(tree: Tree): FoundSymbol[] {
  const language = languages[tree.language];
  const rules = rulesOf(tree.grammar, language);
  const found: FoundSymbol[] = [];
  const open: Scope[] = [];
  const taken = new Map<string, number>();
  for (let node = 0; node < tree.size && found.length < maxSymbols; node++) {
    const rule = rules.byKind[tree.nodes.kinds[node] ?? 0];
    if (rule === undefined) continue;
    while (open.length > 0 && node >= (open.at(-1)?.after ?? 0)) open.pop();
    if (open.length >= maxDepth) {
      node = tree.after(node) - 1;
      continue;
    }
    const around = open.at(-1);
    const nameNode = rule.name ? rule.name(tree, node) : tree.child(node, "name");
    const name = tree.text(nameNode);
    const given = typeof rule.kind === "string" ? rule.kind : rule.kind(tree, node);
    if (rule.isScope === true || rule.isScope?.(tree, node)) {
      const qualified = joined(around?.qualified, name);
      open.push({ after: scopeEnd(tree, node), qualified, kind: given ?? "class" });
      continue;
    }
    if (name === "" || name.length > maxNameLength || /[\n\r]/.test(name) || given === null) continue;
    const owner = rule.owner?.(tree, node) ?? "";
    const kind = kindIn(given, name, owner === "" ? around : undefined, owner, language);
    if (rule.isValue && values.has(kind) && isLocal(tree, node, around, rules)) continue;
    const parent = joined(around?.qualified, owner) || null;
    const plain = joined(parent ?? "", name);
    const times = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, times);
    const qualified = times === 1 ? plain : `${plain}#${times}`;
    const outer = withWrappers(tree, node, rules);
    const decorators = decoratorsOf(tree, outer, node);
    const body = rule.body ? rule.body(tree, node) : tree.child(node, "body");
    found.push({
      name,
      qualified,
      kind,
      parent,
      signature: signatureOf(tree, { outer, node, body, decorators, isValue: values.has(kind) }),
      decorators: decorators.map((one) => tree.text(one).replace(/\s+/g, " ").slice(0, 200)),
      documentation: documentationOf(tree, outer, language.documentation?.(tree, node) ?? NONE),
      startLine: tree.line(outer),
      endLine: tree.endLine(outer),
      bodyHash: "",
      ownHash: "",
      weight: 0,
      node,
      nameNode,
      outer,
    });
    open.push({ after: tree.after(node), qualified, kind });
  }
  hashSymbols(tree, found, language);
  return found;
}

function joined(parent: string | undefined, name: string): string {
  if (!parent) return name;
  return name === "" ? parent : `${parent}.${name}`;
}

/** A namespace without a body is valid until the end of the file. */
function scopeEnd(tree: Tree, node: TreeNode): TreeNode {
  const isWholeFile =
    tree.child(node, "body") === NONE && tree.childOfKind(node, "declaration_list", "class_body") === NONE;
  return isWholeFile && tree.kind(node).includes("namespace") ? tree.size : tree.after(node);
}

function kindIn(
  given: SymbolKind,
  name: string,
  around: Scope | undefined,
  owner: string,
  language: Language,
): SymbolKind {
  const isMember = owner !== "" || (around !== undefined && holders.has(around.kind));
  if (given === "property" && !isMember)
    return around === undefined || around.kind === "module" ? "variable" : given;
  if (given === "variable" && isMember) return "property";
  if (given !== "function" && given !== "method") return given;
  if (!isMember) return given;
  const className = (owner || around?.qualified || "").split(".").at(-1);
  return language.constructors?.includes(name) || name === className ? "constructor" : "method";
}

interface Rules {
  byKind: (Definition | undefined)[];
  wrappers: ReadonlySet<string>;
  /** Kinds of nodes inside of which a value is local. */
  isFunction: boolean[];
}

const known = new WeakMap<Grammar, Rules>();

function rulesOf(grammar: Grammar, language: Language): Rules {
  let rules = known.get(grammar);
  if (!rules) {
    const isNamed = (kind: number) => grammar.isNamed[kind] === 1;
    rules = {
      byKind: grammar.kinds.map((name, kind) =>
        isNamed(kind) && Object.hasOwn(language.definitions, name) ? language.definitions[name] : undefined,
      ),
      wrappers: new Set(language.wrappers),
      isFunction: grammar.kinds.map((name, kind) => isNamed(kind) && localTo.test(name)),
    };
    known.set(grammar, rules);
  }
  return rules;
}

const localTo =
  /function|lambda|closure|arrow|method|constructor|accessor|(?:^|_)(?:for|while|do_block|catch|using|with)(?:_|$)/;

function isLocal(tree: Tree, node: TreeNode, around: Scope | undefined, rules: Rules): boolean {
  if (around && functions.has(around.kind)) return true;
  for (let at = tree.parent(node); at !== NONE; at = tree.parent(at)) {
    const kind = tree.nodes.kinds[at] ?? 0;
    if (rules.isFunction[kind]) return true;
    if (rules.byKind[kind] !== undefined) return false;
  }
  return false;
}

/** A declaration of several names belongs to none of them. */
function withWrappers(tree: Tree, node: TreeNode, { wrappers }: Rules): TreeNode {
  let at = node;
  for (;;) {
    const parent = tree.parent(at);
    if (parent === NONE || !wrappers.has(tree.kind(parent)) || hasEqualNeighbour(tree, at)) return at;
    at = parent;
  }
}

/** Between two names there are at most a comma or a line end and a comment. */
function hasEqualNeighbour(tree: Tree, node: TreeNode): boolean {
  const kind = tree.kind(node);
  let before = node;
  let after = node;
  for (let steps = 0; steps < 3; steps++) {
    before = tree.previous(before);
    after = tree.next(after);
    if (tree.kind(before) === kind || tree.kind(after) === kind) return true;
  }
  return false;
}
