// Lines that define something, in common languages. A heuristic on single lines: for titles and
// summaries, and for anchors in code until the code map gives exact answers.

export type Definition = { name: string; indent: number; kind: "code" | "heading" | "test" };

const modifiers = String.raw`
  export default declare public private protected internal static abstract final async override readonly sealed partial
  virtual inline unsafe open data suspend const pub pub\((?:[\w:]|\x20)+\)
`;
const keywords = String.raw`
  function\*? class interface enum namespace module def defmodule defp fn func fun struct trait union mod object protocol
  extension macro_rules! package type record
`;
const anyOf = (words: string) => `(?:${words.trim().split(/\s+/).join("|")})`;
const NAMED = new RegExp(`^\\s*(?:${anyOf(modifiers)}\\s+)*${anyOf(keywords)}\\s+([A-Za-z_$][\\w$]*)`);
const GO_METHOD = /^func\s+\([^)]*\)\s+([A-Za-z_]\w*)/;
const RUST_IMPL = /^\s*impl(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?([A-Za-z_]\w*)/;
const VALUE =
  /^\s*(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]{0,120})?=\s*(?:async\b|function\b|\(|[\w$]+\s*=>|z\.|new |class\b|\{|\[)/;
const TOP_CONSTANT =
  /^(?:export\s+)?(?:const|static|let|var)\s+([A-Z_a-z$][\w$]*)\s*[:=]|^([A-Z][A-Z0-9_]{2,})\s*(?::[^=]{0,60})?=/;
const METHOD =
  /^\s+(?:(?:public|private|protected|static|async|override|get|set|readonly|final|virtual)\s+)*(?:[\w<>[\],.?]+\s+)?(#?[A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\((?!.*\bfunction\b)[^;]*\)[^;(=]*\{\s*$/;
const C_FUNCTION =
  /^(?:static\s+|inline\s+|extern\s+)*[A-Za-z_][\w:<>]*(?:\s+|\s*[*&]+\s*)([A-Za-z_][\w:~]*)\([^;=]*\)?\s*\{?\s*$/;
const SHELL = /^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{/;
const SQL =
  /^\s*(?:create|alter)\s+(?:or\s+replace\s+)?(?:unique\s+|virtual\s+|temp(?:orary)?\s+)?(?:table|view|index|function|trigger|type)\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/i;
const HEADING = /^#{1,6}\s+(\S.*)/;
const TEST = /^\s*(?:describe|it|test|suite|context)(?:\.\w+)*\(\s*(["'`])(.{1,100}?)\1/;

const KEYWORDS = new Set(
  "if for while switch catch return else do try with await throw new typeof case elif except match when".split(
    " ",
  ),
);
const CODE: readonly RegExp[] = [
  GO_METHOD,
  RUST_IMPL,
  NAMED,
  VALUE,
  TOP_CONSTANT,
  SQL,
  SHELL,
  METHOD,
  C_FUNCTION,
];

/** A line that cannot define anything is recognised by its first character or two. */
const CANDIDATE = /^\s*[A-Za-z_#$]/;

export function definitionIn(line: string): Definition | null {
  if (line.length > 400 || !CANDIDATE.test(line)) return null;
  const indent = line.length - line.trimStart().length;
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { name: heading.trim(), indent, kind: "heading" };
  const test = TEST.exec(line)?.[2];
  if (test !== undefined) return { name: test, indent, kind: "test" };
  for (const pattern of CODE) {
    const match = pattern.exec(line);
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined && !KEYWORDS.has(name) && !/^\s*(?:return|else|await|throw)\b/.test(line)) {
      return { name, indent, kind: "code" };
    }
  }
  return null;
}
