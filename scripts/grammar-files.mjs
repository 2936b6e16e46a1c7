// Copies the grammars of the code map and their runtime into the build. For the build script; plain JavaScript, Node 20.
//
// The files come from development dependencies: the packages are 300 MB, mostly binaries for Node that tellback does not
// use; the files are 27 MB. The package for Swift is a collection, because Swift's own package has no .wasm file.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyChecked } from "./checked-files.mjs";
import { root } from "./setup.mjs";

/** Copies every file to `dist` and throws if one differs from the measured version. */
export async function copyGrammarFiles(dist) {
  return copyChecked(
    dist,
    JSON.parse(await readFile(join(root, "libs/callgraph/grammar-files.json"), "utf8")),
  );
}
