// The analysis of a function before it runs: what it imports, calls and touches, and how complex it is. A score and a
// fast refusal with its reason; the sandbox is what holds.

import { parse, type Tree } from "../../../../libs/callgraph/index.ts";
import type { Analysis, Finding, FunctionLanguage } from "../../../protocol/functions.ts";
import { complexityOf } from "./complexity.ts";
import { findInJavascript } from "./javascript-rules.ts";
import { findInPython } from "./python-rules.ts";

const rulesOf: Record<FunctionLanguage, (tree: Tree, allowed: ReadonlySet<string>) => Finding[]> = {
  python: findInPython,
  javascript: findInJavascript,
  typescript: findInJavascript,
};

/** How much one finding takes from the score of 100. */
const weights = { refused: 40, doubtful: 10 };

export async function analyse(
  code: string,
  language: FunctionLanguage,
  allowed: readonly string[] = [],
): Promise<Analysis> {
  const tree = await parse(code, language);
  if (!tree) return unreadable;
  const findings = [...syntaxOf(tree), ...rulesOf[language](tree, new Set(allowed))].sort(
    (a, b) => a.line - b.line,
  );
  const lost = findings.reduce(
    (sum, { isRefused }) => sum + (isRefused ? weights.refused : weights.doubtful),
    0,
  );
  return { findings, securityScore: Math.max(0, 100 - lost), ...complexityOf(tree) };
}

/** Why the function may not run; null if it may. */
export function refusalOf({ findings }: Analysis): string | null {
  const refused = findings.filter(({ isRefused }) => isRefused);
  if (refused.length === 0) return null;
  const reasons = refused.slice(0, 3).map(({ line, message }) => `line ${line}: ${message}`);
  const more = refused.length > 3 ? [`and ${refused.length - 3} more`] : [];
  return [...reasons, ...more].join("; ");
}

const takesTooLong: Finding = {
  rule: "syntax",
  line: 1,
  what: "",
  message: "the code takes too long to parse",
  isRefused: true,
};
export const unreadable: Analysis = {
  findings: [takesTooLong],
  securityScore: 0,
  cyclomatic: 0,
  cognitive: 0,
};

function syntaxOf(tree: Tree): Finding[] {
  if (!tree.hasError) return [];
  for (let node = 0; node < tree.size; node++) {
    if (!tree.isError(node) && !tree.isMissing(node)) continue;
    const what = tree.text(node).split("\n", 1)[0]?.slice(0, 60) ?? "";
    return [
      {
        rule: "syntax",
        line: tree.line(node),
        what,
        message: "the code has a syntax error",
        isRefused: false,
      },
    ];
  }
  return [];
}
