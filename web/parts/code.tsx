// A piece of code with its syntax coloured, as elements and classes.

import { type ParseOptions, tokenize } from "sugar-high/core";
import * as json from "sugar-high/lang/json";
import * as python from "sugar-high/lang/python";
import * as shell from "sugar-high/lang/shell";
import * as typescript from "sugar-high/lang/typescript";

const colours = [
  "name",
  "keyword",
  "string",
  "class",
  "property",
  "entity",
  "string",
  "sign",
  "comment",
  "",
  "",
];
const maxLength = 40_000;

const optionsOf: Readonly<Record<string, ParseOptions>> = {
  ...{ json, jsonc: json, python, py: python, typescript, ts: typescript, tsx: typescript },
  ...{
    javascript: typescript,
    js: typescript,
    jsx: typescript,
    sh: shell,
    bash: shell,
    shell,
    console: shell,
  },
};

export function Code({ text, language = "" }: { text: string; language?: string | undefined }) {
  const options = optionsOf[language.toLowerCase()];
  return (
    <pre class="code" tabIndex={0}>
      <code>{options && text.length < maxLength ? coloured(text, options) : text}</code>
    </pre>
  );
}

function coloured(text: string, options: ParseOptions) {
  return tokenize(text, options).map(([kind, piece], i) => {
    const colour = colours[kind];
    return colour ? (
      <span key={i} class={`t-${colour}`}>
        {piece}
      </span>
    ) : (
      piece
    );
  });
}
