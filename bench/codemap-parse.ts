// Parses one file for the call graph's benches.
import { languageOf } from "../libs/callgraph/languages/of-path.ts";
import { parse as parseText } from "../libs/callgraph/parse.ts";
import type { Tree } from "../libs/callgraph/tree.ts";

export async function parse(path: string, text: string): Promise<Tree> {
  const language = languageOf(path);
  const tree = language && (await parseText(text, language));
  if (!tree) throw new Error(`cannot parse ${path}`);
  return tree;
}
