// A parsed query: conditions on nodes, joined by AND, OR and NOT. And the table of possible conditions.

import { edgeType, learningCategory, nodeType } from "../knowledge.ts";

export type Operator = ":" | ">" | "<" | ">=" | "<=";

export interface Word {
  text: string;
  /** It was quoted: these words in this order. */
  isPhrase: boolean;
}

export type Condition =
  | { kind: "is"; key: Key; operator: Operator; value: string }
  /** Free words, which search answers. */
  | { kind: "words"; words: readonly Word[] }
  | { kind: "not"; inner: Condition }
  /** Two or more, none of them of the same kind. */
  | { kind: "and" | "or"; of: readonly Condition[] };

export type Words = Extract<Condition, { kind: "words" }>;

/** Null asks for everything. */
export type Query = Condition | null;

interface KeyRule {
  /** The possible values, if that is a closed list. */
  values?: readonly string[];
  /** How a value is written. */
  spelled?: "lower" | "upper";
  /** How it is compared; without it only `:` is allowed. */
  compares?: "time" | "number";
}

const keys = {
  type: { values: nodeType.options, spelled: "lower" },
  tag: {},
  created: { compares: "time" },
  updated: { compares: "time" },
  tokens: { compares: "number" },
  has: { values: ["summary", "edges", "tags", "anchors"], spelled: "lower" },
  from: {},
  to: {},
  kind: { values: edgeType.options, spelled: "upper" },
  category: { values: learningCategory.options, spelled: "lower" },
  confidence: { compares: "number" },
  is: {
    values: ["stale", "superseded", "archived", "rejected", "waiting", "manual", "contradicted"],
    spelled: "lower",
  },
  file: {},
} as const satisfies Record<string, KeyRule>;

export type Key = keyof typeof keys;
export const keyNames = Object.keys(keys) as Key[];

export function ruleOf(key: Key): KeyRule {
  return keys[key];
}

/** Every condition in it, whatever joins them. */
export function conditionsIn(query: Query): Condition[] {
  if (query === null) return [];
  if (query.kind === "not") return [query, ...conditionsIn(query.inner)];
  return query.kind === "and" || query.kind === "or" ? [query, ...query.of.flatMap(conditionsIn)] : [query];
}

/** The free words of a query, each run to be answered by search. */
export function wordsIn(query: Query): Words[] {
  return conditionsIn(query).filter((one): one is Words => one.kind === "words");
}

/** In the form that search expects. */
export function askedFor({ words }: Words): string {
  return words.map(({ text, isPhrase }) => (isPhrase ? `"${text.replaceAll('"', " ")}"` : text)).join(" ");
}
