// Compares the calls that tellback finds in a TypeScript project with those that the TypeScript compiler's checker
// resolves. Only calls whose target has a body inside the project count, on both sides. The checker comes from
// TypeScript 5: npm install --prefix FOLDER typescript@5, then --typescript FOLDER.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { likelyConfidence } from "../libs/callgraph/calls/edges.ts";
import { resolveCalls, summarise } from "../libs/callgraph/calls/resolve.ts";
import type { FileSummary } from "../libs/callgraph/calls/summary.ts";
import { parse } from "./codemap-parse.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  truth: { value: "CHECKER", default: "tsc", about: "what the calls are compared with" },
  project: { value: "DIR", default: resolve(import.meta.dirname, "../src"), about: "the project" },
  typescript: {
    value: "DIR",
    default: ".cache/typescript-5",
    about: "a folder with node_modules/typescript, version 5",
  },
  show: { about: "print what is missing and what is wrong" },
});
if (flags.truth !== "tsc") throw new Error(`unknown truth "${flags.truth}": only tsc is there`);

/** The parts of the checker's interface that are used here; the project itself has another major version. */
interface Node {
  kind: number;
  parent: Node;
  name?: Node;
  body?: Node;
  initializer?: Node;
  expression: Node;
  getStart(file?: SourceFile): number;
  getSourceFile(): SourceFile;
}
interface SourceFile extends Node {
  fileName: string;
  isDeclarationFile: boolean;
  getLineAndCharacterOfPosition(position: number): { line: number; character: number };
}
interface CheckedSymbol {
  flags: number;
  declarations?: Node[];
}

// biome-ignore lint/suspicious/noExplicitAny: the types of TypeScript 5 are not among the dependencies
const ts = createRequire(resolve(flags.typescript, "package.json"))("typescript") as any;
const root = resolve(flags.project);
const skipped = ["**/node_modules", "**/dist", "**/build", "**/*.d.ts", "**/*.min.js"];
const names: string[] = ts.sys.readDirectory(root, [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs"], skipped);
const config = ts.findConfigFile(root, ts.sys.fileExists, "tsconfig.json");
const isOwn = typeof config === "string" && resolve(config).startsWith(root);
const configured = isOwn
  ? ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root).options
  : { target: 99, module: 199, moduleResolution: 100 };
const program = ts.createProgram(names, {
  ...configured,
  noEmit: true,
  allowJs: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  composite: false,
  incremental: false,
});
const checker = program.getTypeChecker();

function isInside(file: SourceFile): boolean {
  return names.includes(resolve(file.fileName)) && !file.isDeclarationFile;
}

function lineOf(file: SourceFile, node: Node): string {
  return `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}

/** Where a declaration may be said to begin: itself, its name, what holds it. */
function beginnings(declaration: Node): string[] {
  const file = declaration.getSourceFile();
  if (!isInside(file)) return [];
  const nodes = [declaration, declaration.name, declaration.parent];
  if (ts.isConstructorDeclaration(declaration)) nodes.push(declaration.parent.name);
  return nodes
    .filter((node) => node !== undefined && node.kind !== ts.SyntaxKind.SourceFile && !ts.isBlock(node))
    .map((node) => lineOf(file, node as Node));
}

function lastName(expression: Node): Node {
  if (ts.isPropertyAccessExpression(expression)) return expression.name as Node;
  const isWrapped = ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression);
  return isWrapped ? lastName(expression.expression) : expression;
}

function targetsOf(call: Node): string[] {
  const found = new Set<Node>();
  const signature = checker.getResolvedSignature(call)?.declaration;
  if (signature) found.add(signature);
  let symbol: CheckedSymbol | undefined = checker.getSymbolAtLocation(lastName(call.expression));
  if (symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  for (const declaration of symbol?.declarations ?? []) {
    found.add(declaration);
    if (declaration.initializer) found.add(declaration.initializer);
  }
  const hasBody = (node: Node): boolean =>
    ts.isClassLike(node) || (ts.isFunctionLike(node) && node.body !== undefined);
  const known = [...found];
  if (!known.some(hasBody)) return [];
  return [
    ...new Set(known.filter((node) => ts.isFunctionLike(node) || ts.isClassLike(node)).flatMap(beginnings)),
  ];
}

const truth = new Map<string, string[]>();
for (const file of program.getSourceFiles() as SourceFile[]) {
  if (!isInside(file)) continue;
  const walk = (node: Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = lastName(node.expression);
      const targets = targetsOf(node);
      const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file));
      if (targets.length > 0)
        truth.set(`${relative(root, file.fileName)}:${line + 1}:${character + 1}`, targets);
    }
    ts.forEachChild(node, walk);
  };
  walk(file);
}

const summaries: FileSummary[] = [];
for (const name of names) {
  const path = relative(root, name);
  const summary = summarise(path, await parse(path, readFileSync(name, "utf8")));
  if (summary) summaries.push(summary);
}
const { edges } = resolveCalls(summaries, (path) => ts.sys.readFile(join(root, path)) as string | undefined);
const said = new Map<string, Set<string>>();
for (const { at, calleeAt, confidence } of edges) {
  if (!calleeAt || confidence < likelyConfidence) continue;
  const from = `${at.path}:${at.line}:${at.column}`;
  said.set(from, (said.get(from) ?? new Set()).add(`${calleeAt.path}:${calleeAt.line}`));
}

let found = 0;
let right = 0;
let hit = 0;
for (const [from, targets] of truth) {
  const answers = [...(said.get(from) ?? [])];
  const good = answers.filter((answer) => targets.includes(answer));
  found += answers.length;
  right += good.length;
  if (good.length > 0) hit++;
  else if (flags.show) console.log(`missing ${from} -> ${targets[0]}`);
  if (flags.show)
    for (const answer of answers)
      if (!targets.includes(answer)) console.log(`wrong ${from} -> ${answer}, not ${targets[0]}`);
}
const percent = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1);
console.log(
  `${names.length} files, ${truth.size} calls with a target inside: precision ${percent(right, found)} %, recall ${percent(hit, truth.size)} %`,
);
