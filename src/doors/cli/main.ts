#!/usr/bin/env node
// The entry of the tellback command: prints the version without loading anything else, or loads run.ts, compiled before.

import { version } from "../../platform/version.ts";

const [first, ...rest] = process.argv.slice(2);
if ((first === "--version" || first === "-V") && rest.length === 0) {
  process.stdout.write(`${version}\n`);
} else {
  const { keepCompileCache } = await import("../../config/compile-cache.ts");
  keepCompileCache(version);
  await import("./run.ts");
}
