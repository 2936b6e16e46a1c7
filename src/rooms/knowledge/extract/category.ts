// Which of the five categories a rule belongs to, by its words. Pure.

import type { Kind } from "../../../../libs/language/statements/classify.ts";
import type { LearningCategory } from "../../../protocol/knowledge.ts";

const RULES: readonly (readonly [LearningCategory, RegExp])[] = [
  [
    "gotcha",
    /\b(?:beware|careful|watch out|gotcha|otherwise|fails?|breaks?|crash(?:es)?|workaround|does(?:n't| not) work|flaky|deadlocks?|bug|quirk|pitfall)\b/i,
  ],
  [
    "pattern",
    /\b(?:pattern|factory|singleton|dependency injection|repository pattern|composition|inheritance|middleware|decorator|observer|functional style|immutab\w+)\b/i,
  ],
  [
    "dependency",
    /\b(?:dependenc\w+|packages?|librar\w+|npm|pnpm|yarn|bun|pip|poetry|cargo|gradle|maven|gems?|sdk|versions?|node(?:\.js)? ?v?\d+|python ?\d|upgrade|pinned?|lockfile)\b/i,
  ],
  [
    "architecture",
    /\b(?:architecture|services?|modules?|layers?|databases?|schema|endpoints?|api|queue|cache|monorepo|microservices?|frontend|backend|server|postgres\w*|mysql|sqlite|redis|lives? in|boundary|domain)\b/i,
  ],
];

/** By its kind, where that says more than its words. */
export function categoryFor(kind: Kind, content: string): LearningCategory {
  if (kind === "warning" || kind === "rejected") return "gotcha";
  const category = categoryOf(content);
  // Words such as "fails" may be the reason of a rule; it is no warning for that.
  if (category === "gotcha") return kind === "rule" ? "convention" : "architecture";
  return category === "convention" && kind !== "rule" ? "architecture" : category;
}

export function categoryOf(content: string): LearningCategory {
  return RULES.find(([, words]) => words.test(content))?.[0] ?? "convention";
}
