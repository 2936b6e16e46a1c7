// npm run docs: writes the documents that are generated from the tables. A test compares them with what this writes.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedDocuments } from "./docs/documents.ts";

const root = join(import.meta.dirname, "..");

for (const [path, text] of Object.entries(generatedDocuments())) {
  writeFileSync(join(root, path), text);
  console.log(path);
}
