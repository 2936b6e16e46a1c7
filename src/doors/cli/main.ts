#!/usr/bin/env node
// The engram command. It loads no more than the given command needs.

import { version } from "../../version.ts";

const [first, ...rest] = process.argv.slice(2);
if ((first === "--version" || first === "-V") && rest.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  const { keepCompileCache } = await import("../../config/compile-cache.ts");
  keepCompileCache(version);
  await import("./run.ts");
}
