// Prints a query as text: parsing the text gives the same query.

import type { Condition, Query, Word } from "./query.ts";

export function printQuery(query: Query): string {
  return query === null ? "" : printed(query);
}

function printed(condition: Condition): string {
  switch (condition.kind) {
    case "is": {
      const operator = condition.operator === ":" ? "" : condition.operator;
      return `${condition.key}:${operator}${valueText(condition.value)}`;
    }
    case "words":
      return condition.words.map(wordOf).join(" ");
    case "not":
      return `NOT ${bracketed(condition.inner, isJoined(condition.inner) || isSeveralWords(condition.inner))}`;
    case "and":
      return condition.of.map((one) => bracketed(one, one.kind === "or")).join(" AND ");
    case "or":
      return condition.of.map(printed).join(" OR ");
  }
}

function bracketed(condition: Condition, needed: boolean): string {
  return needed ? `(${printed(condition)})` : printed(condition);
}

function isJoined({ kind }: Condition): boolean {
  return kind === "and" || kind === "or";
}

function isSeveralWords(condition: Condition): boolean {
  return condition.kind === "words" && condition.words.length > 1;
}

/** Without quotation marks if it would be parsed as the same value. */
function valueText(value: string): string {
  return /^[^\s()"<>=][^\s()"]*$/.test(value) ? value : quoted(value);
}

function wordOf({ text, isPhrase }: Word): string {
  return isPhrase ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
