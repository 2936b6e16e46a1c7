// Parses a query: NOT binds tighter than AND, AND tighter than OR, and two adjacent conditions are joined by AND.
// An invalid query is an error with the position and a suggestion.

import { TellbackError } from "../errors.ts";
import { nearestOf } from "../suggest.ts";
import { lex, type Token } from "./lex.ts";
import { type Condition, type Key, keyNames, type Query, ruleOf, type Word } from "./query.ts";
import { isTime } from "./time.ts";

type KeyToken = Extract<Token, { kind: "key" }>;

const maxQueryLength = 10_000;
const maxDepth = 100;
/** How tightly each operator binds. */
const power = { or: 1, and: 2, not: 3 } as const;

export function parseQuery(text: string): Query {
  if (text.length > maxQueryLength) throw wrong(text, maxQueryLength, "the query is too long");
  const tokens = [...lex(text)];
  let index = 0;

  function peek(): Token {
    return tokens[index] as Token;
  }

  function take(): Token {
    return tokens[index++] as Token;
  }

  function expression(least: number, depth: number): Condition {
    let left = prefix(depth);
    for (;;) {
      const { kind } = peek();
      if (kind === ")" || kind === "end") return left;
      const joint = kind === "or" ? "or" : "and";
      if (power[joint] <= least) return left;
      if (kind === "and" || kind === "or") take();
      left = joined(joint, left, expression(power[joint], depth));
    }
  }

  function prefix(depth: number): Condition {
    const token = take();
    if (depth > maxDepth) throw wrong(text, token.at, "brackets and NOTs are nested too deeply");
    switch (token.kind) {
      case "not":
        return { kind: "not", inner: operand(depth + 1) };
      case "(":
        return group(token, depth + 1);
      case "word":
        return { kind: "words", words: [wordOf(token), ...moreWords()] };
      case "key":
        return conditionOf(text, token);
      default:
        throw unexpected(text, token);
    }
  }

  /** The operand of NOT: one word, one condition, or a bracket. */
  function operand(depth: number): Condition {
    const token = peek();
    if (token.kind !== "word") return prefix(depth);
    take();
    return { kind: "words", words: [wordOf(token)] };
  }

  function group(open: Token, depth: number): Condition {
    const inner = expression(0, depth);
    if (peek().kind !== ")") throw wrong(text, open.at, "this bracket is not closed");
    take();
    return inner;
  }

  function moreWords(): Word[] {
    const words: Word[] = [];
    for (let token = peek(); token.kind === "word"; token = peek()) {
      words.push(wordOf(token));
      take();
    }
    return words;
  }

  if (peek().kind === "end") return null;
  const query = expression(0, 0);
  if (peek().kind !== "end") throw unexpected(text, peek());
  return query;
}

function wordOf({ text, isPhrase }: Extract<Token, { kind: "word" }>): Word {
  return { text, isPhrase };
}

/** One flat list, whatever the brackets were. */
function joined(kind: "and" | "or", left: Condition, right: Condition): Condition {
  const parts = [left, right].flatMap((one) => (one.kind === kind ? one.of : [one]));
  return { kind, of: parts };
}

function conditionOf(text: string, token: KeyToken): Condition {
  const key = token.key.toLowerCase() as Key;
  if (!keyNames.includes(key)) {
    const meant = nearestOf(token.key, keyNames);
    throw wrong(
      text,
      token.at,
      `unknown key \`${token.key}\`${meant ? `, did you mean \`${meant}\`?` : ""}`,
      `Keys are ${keyNames.join(", ")}. Put quotation marks around words with a colon.`,
    );
  }
  const rule = ruleOf(key);
  if (token.operator !== ":" && !rule.compares)
    throw wrong(text, token.at, `\`${key}\` cannot be compared with ${token.operator}`);
  if (token.value === "") throw wrong(text, token.valueAt, `a value is missing after \`${key}:\``);
  const value = spelled(token.value, rule.spelled);
  if (rule.values && !rule.values.includes(value)) {
    const meant = nearestOf(value, rule.values);
    throw wrong(
      text,
      token.valueAt,
      `unknown ${key} \`${token.value}\`${meant ? `, did you mean \`${meant}\`?` : ""}`,
      `It can be ${rule.values.join(", ")}.`,
    );
  }
  if (rule.compares === "number" && !/^\d{1,9}(?:\.\d{1,6})?$/.test(value))
    throw wrong(text, token.valueAt, `invalid number \`${token.value}\``);
  if (rule.compares === "time" && !isTime(value))
    throw wrong(text, token.valueAt, `invalid time \`${token.value}\``, "Write 24h, 7d, 2w or 2026-03-01.");
  return { kind: "is", key, operator: token.operator, value };
}

function spelled(value: string, as: "lower" | "upper" | undefined): string {
  if (as === "lower") return value.toLowerCase();
  return as === "upper" ? value.toUpperCase().replaceAll("-", "_") : value;
}

function unexpected(text: string, token: Token): TellbackError {
  switch (token.kind) {
    case "end":
      return wrong(text, token.at, "a condition is missing at the end of the query");
    case ")":
      return wrong(text, token.at, "this bracket was never opened, or it is empty");
    case "unclosed":
      return wrong(text, token.at, "this quotation mark is not closed");
    default:
      return wrong(text, token.at, `a condition is missing before ${token.kind.toUpperCase()}`);
  }
}

const shownAround = 30;

function wrong(text: string, at: number, problem: string, more = ""): TellbackError {
  const from = Math.max(0, at - shownAround);
  const line = text.slice(from, at + shownAround).replace(/\s/g, " ");
  const pointer = `${line}\n${" ".repeat(at - from)}^`;
  return new TellbackError("invalid_input", `${problem} (at character ${at + 1} of the query)`, {
    hint: more ? `${pointer}\n${more}` : pointer,
  });
}
