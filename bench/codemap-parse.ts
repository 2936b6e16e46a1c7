// Parses one file for the call graph's benches.
import { languageOf } from "../src/indexes/codemap/languages/of-path.ts";
import { parse as parseText } from "../src/indexes/codemap/parse.ts";
import type { Tree } from "../src/indexes/codemap/tree.ts";

export async function parse(path: string, text: string): Promise<Tree> {
  const language = languageOf(path);
  const tree = language && (await parseText(text, language));
  if (!tree) throw new Error(`cannot parse ${path}`);
  return tree;
}
