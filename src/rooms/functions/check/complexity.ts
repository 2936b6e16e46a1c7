// Two measures of complexity from the tree: cyclomatic (independent paths) and cognitive (what a reader has to keep in
// mind: each branch counts, and more the deeper it is nested). Pure.

import type { Tree } from "../../../../libs/callgraph/index.ts";

/** Branches that also nest what is inside. */
const nesting = new Set([
  ...[
    "if_statement",
    "for_statement",
    "while_statement",
    "for_in_statement",
    "do_statement",
    "switch_statement",
  ],
  ...["match_statement", "try_statement", "except_clause", "catch_clause", "conditional_expression"],
  ...["ternary_expression", "with_statement"],
]);
/** Of these only the number of paths rises. */
const paths = new Set([
  ...["if_statement", "elif_clause", "for_statement", "while_statement", "for_in_statement", "do_statement"],
  ...[
    "except_clause",
    "catch_clause",
    "conditional_expression",
    "ternary_expression",
    "case_clause",
    "switch_case",
  ],
  ...["for_in_clause", "if_clause"],
]);
const withoutWeight = new Set(["try_statement", "with_statement"]);
const functions = new Set([
  ...["function_definition", "lambda", "function_declaration", "function_expression", "arrow_function"],
  ...["method_definition", "generator_function_declaration", "generator_function"],
]);
const joins = new Set(["and", "or", "&&", "||", "??"]);

export function complexityOf(tree: Tree): { cyclomatic: number; cognitive: number } {
  let cyclomatic = 1;
  let cognitive = 0;
  const ends: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    while (ends.length > 0 && node >= (ends.at(-1) ?? 0)) ends.pop();
    const kind = tree.kind(node);
    const depth = ends.length;
    if (paths.has(kind) || joins.has(kind)) cyclomatic++;
    if (nesting.has(kind) && !withoutWeight.has(kind)) cognitive += 1 + depth;
    else if (kind === "elif_clause" || kind === "else_clause" || joins.has(kind)) cognitive++;
    if (nesting.has(kind) || (functions.has(kind) && depth > 0)) ends.push(tree.after(node));
  }
  return { cyclomatic, cognitive };
}
