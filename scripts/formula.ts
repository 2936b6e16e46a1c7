// Prints Homebrew's formula of a published tarball: node scripts/formula.ts tellback-0.1.0.tgz > tellback.rb

import { readFileSync } from "node:fs";
import { formula } from "./docs/channels.ts";

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("node scripts/formula.ts TARBALL: the file that `npm pack` wrote, as it is on npm");
  process.exit(2);
}
process.stdout.write(formula(readFileSync(path)));
