// node scripts/release-notes.mjs v1.2.3: prints that version's section of CHANGELOG.md. Fails when the tag, package.json
// and CHANGELOG.md do not name the same version, so that nothing is published under a wrong one.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name) => readFileSync(join(root, name), "utf8");

const tag = process.argv[2] ?? "";
const version = tag.replace(/^v/, "");
const { version: packaged } = JSON.parse(read("package.json"));
if (version !== packaged) fail(`the tag is ${tag || "missing"}, package.json has ${packaged}`);
const sections = read("CHANGELOG.md").split(/^## /m);
const section = sections.find((text) => text.startsWith(`${version},`) || text.startsWith(`${version}\n`));
if (!section) fail(`CHANGELOG.md has no section ${version}`);
const [title = "", ...lines] = section.split("\n");
if (title.includes("unreleased")) fail(`the section ${version} of CHANGELOG.md is still called unreleased`);
console.log(lines.join("\n").trim());

function fail(why) {
  console.error(`release-notes: ${why}`);
  process.exit(1);
}
