// Which of the five categories a rule belongs to, by its words. Pure.

import { alternatives, topics } from "../../../libs/language/index.ts";
import type { Kind } from "../../../libs/language/statement-model.ts";
import type { LearningCategory } from "../../protocol/knowledge.ts";

const RULES = topics.map((topic) => ({
  topic,
  words: new RegExp(`\\b(?:${alternatives(({ learnings }) => learnings.topics[topic])})\\b`, "i"),
}));

/** By its kind, where that says more than its words. */
export function categoryFor(kind: Kind, content: string): LearningCategory {
  if (kind === "warning" || kind === "rejected") return "gotcha";
  const category = categoryOf(content);
  // Words such as "fails" may be the reason of a rule; it is no warning for that.
  if (category === "gotcha") return kind === "rule" ? "convention" : "architecture";
  return category === "convention" && kind !== "rule" ? "architecture" : category;
}

export function categoryOf(content: string): LearningCategory {
  return RULES.find(({ words }) => words.test(content))?.topic ?? "convention";
}
