// Creates a self-contained marketplace for Claude Code: the plugin with the built program inside it. Put the
// folder into a git repository, or add it as it is:  node scripts/marketplace.mjs FOLDER
// The client fetches no dependencies for it and runs no install script.

import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [folder] = process.argv.slice(2);
if (!folder || !existsSync(join(root, "dist/tellback.mjs"))) {
  console.error(folder ? "Build first: npm run build" : "node scripts/marketplace.mjs FOLDER");
  process.exit(2);
}
const out = resolve(folder);
rmSync(out, { recursive: true, force: true });
cpSync(join(root, "plugin"), out, { recursive: true });
cpSync(join(root, "dist"), join(out, "dist"), {
  recursive: true,
  filter: (path) => !path.startsWith(join(root, "dist/types")),
});
for (const name of ["LICENSE", "README.md"]) cpSync(join(root, name), join(out, name));
console.log(out);
