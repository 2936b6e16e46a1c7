// What the rules of all languages share: collecting findings, and seeing whether a loop can end. Pure.

import type { Tree, TreeNode } from "../../../../libs/callgraph/index.ts";
import type { Finding, FindingRule } from "../../../protocol/functions.ts";

const maxFindings = 50;

export function reporter(tree: Tree) {
  const findings: Finding[] = [];
  function report(
    node: TreeNode,
    rule: FindingRule,
    what: string,
    message: string,
    isRefused: boolean,
  ): void {
    if (findings.length < maxFindings)
      findings.push({ rule, line: tree.line(node), what, message, isRefused });
  }
  return { findings, report };
}

const waysOut = new Set([
  "break_statement",
  "return_statement",
  "raise_statement",
  "throw_statement",
  "yield",
]);
const ownLoops = new Set([
  "while_statement",
  "for_statement",
  "for_in_statement",
  "do_statement",
  "switch_statement",
]);

/** True if nothing inside the loop leaves it. A break inside an inner loop leaves only that one. */
export function loopsForever(tree: Tree, loop: TreeNode): boolean {
  let innerEnd = 0;
  for (let node = loop + 1; node < tree.after(loop); node++) {
    const kind = tree.kind(node);
    if (ownLoops.has(kind)) innerEnd = Math.max(innerEnd, tree.after(node));
    if (!waysOut.has(kind) && kind !== "yield_expression") continue;
    if (kind === "break_statement" && node < innerEnd) continue;
    return false;
  }
  return true;
}
