// What is refused or doubtful in JavaScript and TypeScript code. Pure.

import type { Tree } from "../../../../libs/callgraph/index.ts";
import type { Finding } from "../../../protocol/functions.ts";
import { loopsForever, reporter } from "./report.ts";

const closedNames: ReadonlyMap<string, string> = new Map([
  ["eval", "eval runs any text as code"],
  ["Function", "Function makes code from text"],
  ["require", "modules are not available"],
  ["process", "the process is not available"],
  ["Deno", "the host is not available"],
  ["Bun", "the host is not available"],
  ["fetch", "the network is not available"],
  ["XMLHttpRequest", "the network is not available"],
  ["WebSocket", "the network is not available"],
  ["WebAssembly", "WebAssembly is not available"],
  ["importScripts", "modules are not available"],
]);
const doubtfulNames = new Set(["globalThis", "global", "window", "self", "Reflect", "Proxy"]);
const closedProperties = new Set(["__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__"]);
const doubtfulProperties = new Set(["constructor", "prototype", "caller", "callee"]);

export function findInJavascript(tree: Tree, allowed: ReadonlySet<string>): Finding[] {
  const { findings, report } = reporter(tree);
  for (let node = 0; node < tree.size; node++) {
    const kind = tree.kind(node);
    const text = () => tree.text(node);
    if (kind === "import_statement") {
      const name = tree.text(tree.child(node, "source")).replace(/^["'`]|["'`]$/g, "");
      if (!allowed.has(name)) report(node, "module", name, `the module ${name} is not available`, true);
    } else if (kind === "import" && tree.kind(tree.parent(node)) === "call_expression") {
      report(node, "dynamic code", "import()", "import() loads any module", true);
    } else if (kind === "identifier") {
      const reason = closedNames.get(text());
      if (reason !== undefined && isReference(tree, node)) report(node, "builtin", text(), reason, true);
      else if (doubtfulNames.has(text()))
        report(node, "builtin", text(), `${text()} reaches names by text`, false);
    } else if (kind === "property_identifier" || kind === "string_fragment") {
      if (closedProperties.has(text()))
        report(node, "attribute", text(), `${text()} changes other objects`, true);
      else if (kind === "property_identifier" && doubtfulProperties.has(text()) && isAccess(tree, node)) {
        report(node, "attribute", text(), `${text()} leads to other objects`, false);
      }
    } else if (isEndless(tree, node, kind)) {
      report(node, "unbounded loop", "loop", "the loop has no way out", false);
    }
  }
  return findings;
}

/** A name that the code itself declares is its own. */
function isReference(tree: Tree, node: number): boolean {
  const field = tree.field(node);
  return field !== "name" && field !== "pattern" && field !== "left" && field !== "key";
}

function isAccess(tree: Tree, node: number): boolean {
  return tree.kind(tree.parent(node)) === "member_expression";
}

function isEndless(tree: Tree, node: number, kind: string): boolean {
  if (kind !== "while_statement" && kind !== "for_statement" && kind !== "do_statement") return false;
  const condition = tree.text(tree.child(node, "condition"));
  const isAlways =
    /^\(?(?:true|1)\)?$/.test(condition) || (kind === "for_statement" && /^;?$/.test(condition));
  return isAlways && loopsForever(tree, node);
}
