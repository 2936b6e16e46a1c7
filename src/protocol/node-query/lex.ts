// A query as tokens with their positions. White space and brackets end a word; quotation marks keep it together.

import type { Operator } from "./query.ts";

export type Token = { at: number; to: number } & (
  | { kind: "(" | ")" | "and" | "or" | "not" | "end" }
  | { kind: "word"; text: string; isPhrase: boolean }
  | { kind: "key"; key: string; operator: Operator; value: string; valueAt: number }
  /** A quotation mark that is not closed. */
  | { kind: "unclosed" }
);

const space = /\s*/y;
const key = /([A-Za-z][A-Za-z_-]*):(>=|<=|>|<)?/y;
const bare = /[^\s()"]+/y;
const keywords: ReadonlySet<string> = new Set(["and", "or", "not"]);

export function* lex(text: string): Generator<Token> {
  for (let at = skip(text, 0); at < text.length; ) {
    const token = tokenAt(text, at);
    yield token;
    at = skip(text, token.to);
  }
  yield { kind: "end", at: text.length, to: text.length };
}

function tokenAt(text: string, at: number): Token {
  const character = text[at];
  if (character === "(" || character === ")") return { kind: character, at, to: at + 1 };
  if (character === '"') {
    const quoted = quotedAt(text, at);
    return quoted
      ? { kind: "word", text: quoted.text, isPhrase: true, at, to: quoted.to }
      : { kind: "unclosed", at, to: text.length };
  }
  key.lastIndex = at;
  const named = key.exec(text);
  if (named) return keyToken(text, at, named);
  const word = wordAt(text, at);
  const keyword = word.toLowerCase();
  const to = at + word.length;
  if (keywords.has(keyword)) return { kind: keyword as "and", at, to };
  return { kind: "word", text: word, isPhrase: false, at, to };
}

function keyToken(text: string, at: number, [all, name = "", operator]: RegExpExecArray): Token {
  const valueAt = at + all.length;
  const shared = { kind: "key", key: name, operator: (operator ?? ":") as Operator, at, valueAt } as const;
  if (text[valueAt] !== '"') {
    const value = wordAt(text, valueAt);
    return { ...shared, value, to: valueAt + value.length };
  }
  const quoted = quotedAt(text, valueAt);
  return quoted
    ? { ...shared, value: quoted.text, to: quoted.to }
    : { kind: "unclosed", at: valueAt, to: text.length };
}

function wordAt(text: string, at: number): string {
  bare.lastIndex = at;
  return bare.exec(text)?.[0] ?? "";
}

function quotedAt(text: string, at: number): { text: string; to: number } | null {
  let said = "";
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '"') return { text: said, to: i + 1 };
    if (text[i] === "\\" && (text[i + 1] === '"' || text[i + 1] === "\\")) i++;
    said += text[i];
  }
  return null;
}

function skip(text: string, at: number): number {
  space.lastIndex = at;
  space.exec(text);
  return space.lastIndex;
}
