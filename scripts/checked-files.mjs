// Copies files of development dependencies into the build and checks that they are the measured versions.
// For scripts/model-files.mjs and scripts/grammar-files.mjs; plain JavaScript, Node 20.

import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * Returns where the files come from.
 * @param {{ name: string, from: string, to: string, sha256: string }[]} files from: in node_modules; to: in dist
 */
export async function copyChecked(dist, files) {
  for (const { from, to, sha256 } of files) {
    const target = join(dist, to);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, "node_modules", from), target);
    const found = createHash("sha256")
      .update(await readFile(target))
      .digest("hex");
    if (found !== sha256) throw new Error(`${from} has sha256 ${found}, expected ${sha256}`);
  }
  return files.map(({ from }) => `node_modules/${from}`);
}
