// The file by which `tellback open` leads a browser to the page. Every user of the machine can read the arguments of a
// process, so the address with its code stands in a file that only its owner can read, and the browser gets the path.

import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { browserFileName } from "../config/paths.ts";
import { writePrivateFile } from "../config/private-files.ts";

/** Returns its path. The address consists of letters, digits and marks that need no escape. */
export function writeBrowserFile(home: string, address: string): string {
  const path = join(home, `open-${randomBytes(8).toString("hex")}.html`);
  const lines = [
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>tellback</title>',
    `<script>location.replace(${JSON.stringify(address)})</script>`,
    `<noscript><a href="${address}">tellback</a></noscript>`,
  ];
  writePrivateFile(path, `${lines.join("\n")}\n`);
  return path;
}

/** Files of a daemon that ended before it removed them. Their codes are void. */
export function removeBrowserFiles(home: string): void {
  for (const file of readdirSync(home))
    if (browserFileName.test(file)) rmSync(join(home, file), { force: true });
}
