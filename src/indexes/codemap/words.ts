// The words by whose meaning a symbol is found, each with its weight: those of its name, of the name around it, of its
// file's name and of its documentation. Pure.

import { commonIn, stem } from "../../../libs/language/index.ts";

export interface DocumentedSymbol {
  name: string;
  /** The qualified name of the symbol around it. */
  parent: string | null;
  documentation: string;
  path: string;
}

// Measured with bench/symbols.ts: recall@10 moves by two points between 0.2 and 0.5 of each.
const weights = { name: 1, around: 0.5, file: 0.3, documentation: 0.2 };

const identifierPart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+/gu;
const minLength = 2;
const maxLength = 24;
/** The first line of a documentation says it in its first words. */
const maxOfDocumentation = 16;
const isCommon = commonIn([]);

export function symbolWords({ name, parent, documentation, path }: DocumentedSymbol): Map<string, number> {
  const words = new Map<string, number>();
  const add = (found: readonly string[], weight: number) => {
    for (const word of found) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(partsOf(name), weights.name);
  add(partsOf(lastName(parent ?? "")), weights.around);
  add(partsOf(fileName(path)), weights.file);
  const said = partsOf(documentation).filter((word) => !isCommon(stem(word)));
  add(said.slice(0, maxOfDocumentation), weights.documentation);
  return words;
}

function partsOf(text: string): string[] {
  const parts = text.match(identifierPart) ?? [];
  return parts
    .filter(({ length }) => length >= minLength && length <= maxLength)
    .map((part) => part.toLowerCase());
}

function lastName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(".") + 1);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}
