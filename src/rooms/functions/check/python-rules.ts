// What is refused or doubtful in Python code. Pure.

import type { Tree, TreeNode } from "../../../../libs/callgraph/index.ts";
import type { Finding, FindingRule } from "../../../protocol/functions.ts";
import { loopsForever, reporter } from "./report.ts";

/** Modules without access to files, processes, the network or the interpreter. */
const allowedModules = new Set([
  ...["math", "cmath", "decimal", "fractions", "statistics", "random", "secrets", "numbers", "operator"],
  ...[
    "re",
    "string",
    "textwrap",
    "unicodedata",
    "difflib",
    "html",
    "json",
    "csv",
    "base64",
    "binascii",
    "struct",
  ],
  ...["hashlib", "hmac", "zlib", "uuid", "urllib.parse", "datetime", "time", "calendar", "zoneinfo"],
  ...["collections", "collections.abc", "itertools", "functools", "heapq", "bisect", "array", "copy", "enum"],
  ...[
    "dataclasses",
    "typing",
    "types",
    "abc",
    "contextlib",
    "graphlib",
    "queue",
    "pprint",
    "reprlib",
    "colorsys",
  ],
  ...[
    "io",
    "__future__",
    "typing_extensions",
    "ipaddress",
    "keyword",
    "token",
    "tokenize",
    "warnings",
    "asyncio",
  ],
]);
const closedCalls = new Set(["eval", "exec", "compile", "__import__", "breakpoint", "input"]);
const doubtfulCalls = new Set([
  "globals",
  "locals",
  "vars",
  "getattr",
  "setattr",
  "delattr",
  "memoryview",
  "open",
]);
const closedAttributes = new Set([
  ...[
    "__subclasses__",
    "__globals__",
    "__builtins__",
    "__bases__",
    "__base__",
    "__mro__",
    "__code__",
    "__closure__",
  ],
  ...[
    "__import__",
    "__loader__",
    "__spec__",
    "__getattribute__",
    "__reduce__",
    "__reduce_ex__",
    "__traceback__",
  ],
  ...[
    "f_globals",
    "f_locals",
    "f_builtins",
    "f_back",
    "gi_frame",
    "cr_frame",
    "ag_frame",
    "tb_frame",
    "func_globals",
  ],
]);
const doubtfulAttributes = new Set([
  "__class__",
  "__dict__",
  "__self__",
  "__func__",
  "__wrapped__",
  "__module__",
]);

export function findInPython(tree: Tree, allowed: ReadonlySet<string>): Finding[] {
  const { findings, report } = reporter(tree);
  const refuse = (node: TreeNode, rule: FindingRule, what: string, message: string) =>
    report(node, rule, what, message, true);
  const doubt = (node: TreeNode, rule: FindingRule, what: string, message: string) =>
    report(node, rule, what, message, false);
  for (let node = 0; node < tree.size; node++) {
    switch (tree.kind(node)) {
      case "import_statement":
      case "import_from_statement":
        for (const name of modulesOf(tree, node)) {
          if (!isAllowed(name, allowed)) refuse(node, "module", name, `the module ${name} is not allowed`);
        }
        break;
      case "call": {
        const name = tree.text(tree.child(node, "function"));
        if (closedCalls.has(name))
          refuse(node, "dynamic code", `${name}()`, `${name}() runs or asks for anything`);
        else if (name === "open")
          doubt(node, "input and output", "open()", "files outside the sandbox do not exist");
        else if (doubtfulCalls.has(name))
          doubt(node, "builtin", `${name}()`, `${name}() reaches names by text`);
        break;
      }
      case "attribute": {
        const name = tree.text(tree.child(node, "attribute"));
        if (closedAttributes.has(name)) refuse(node, "attribute", name, `${name} leads out of the function`);
        else if (doubtfulAttributes.has(name))
          doubt(node, "attribute", name, `${name} leads to the function's type`);
        break;
      }
      case "string_content": {
        const name = tree.text(node);
        if (closedAttributes.has(name))
          refuse(node, "attribute", name, `${name} as text leads out of the function`);
        break;
      }
      case "while_statement":
        if (/^\(?(?:True|1)\)?$/.test(tree.text(tree.child(node, "condition"))) && loopsForever(tree, node)) {
          doubt(node, "unbounded loop", "while True", "the loop has no way out");
        }
        break;
    }
  }
  return findings;
}

function modulesOf(tree: Tree, node: TreeNode): string[] {
  if (tree.kind(node) === "import_from_statement") return [tree.text(tree.child(node, "module_name"))];
  const names: string[] = [];
  for (let child = node + 1; child < tree.after(node); child = tree.after(child)) {
    const named = tree.kind(child) === "aliased_import" ? tree.child(child, "name") : child;
    if (tree.kind(named) === "dotted_name") names.push(tree.text(named));
  }
  return names;
}

function isAllowed(name: string, allowed: ReadonlySet<string>): boolean {
  const [top = ""] = name.split(".");
  return [allowedModules, allowed].some((names) => names.has(name) || (top !== "urllib" && names.has(top)));
}
