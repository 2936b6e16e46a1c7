// Builds the page into dist/web: a small first load, a chunk for each view, a hash in every name. A page that is over
// its budget fails the build.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** gzip bytes: what the browser reads before the first row appears, and the largest part that is loaded later. */
export const budget = { firstScript: 60_000, firstStyle: 15_000, largestLater: 170_000 };

export async function buildPage(root, dist) {
  const outdir = join(dist, "web");
  const { metafile } = await build({
    entryPoints: {
      main: join(root, "web/main.tsx"),
      style: join(root, "web/style.css"),
      icon: join(root, "web/icon.svg"),
    },
    outdir,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    minify: true,
    plugins: [oneFirstChunk(join(root, "web"))],
    loader: { ".svg": "copy" },
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
    legalComments: "none",
    logLevel: "warning",
  });
  const outputs = Object.entries(metafile.outputs).map(([path, made]) => ({
    path,
    name: basename(path),
    ...made,
  }));
  const nameOf = (entry) =>
    outputs.find(({ name }) => name.startsWith(`${entry}-`) && !name.includes("chunk")).name;
  const page = readFileSync(join(root, "web/index.html"), "utf8")
    .replace("ICON", nameOf("icon"))
    .replace("STYLE", nameOf("style"))
    .replace("MAIN", nameOf("main"));
  writeFileSync(join(outdir, "index.html"), page);
  const sizes = sizesOf(outputs, outdir, page);
  const over = Object.keys(budget).filter((part) => sizes[part] > budget[part]);
  if (over.length > 0)
    throw new Error(
      `the page is too large: ${over.map((part) => `${part} ${sizes[part]} of ${budget[part]} bytes gzip`)}`,
    );
  return { ...sizes, inputs: Object.keys(metafile.inputs) };
}

/**
 * esbuild makes a chunk for each set of parts that share code: the first load would be a dozen small files, and each costs
 * a millisecond of CPU. If every part that is loaded later needs the whole frame of the page, the frame is one chunk.
 */
function oneFirstChunk(web) {
  const frame = `\nimport ${JSON.stringify(join(web, "shell/app.tsx"))};`;
  const later = new Set();
  for (const file of globSync("**/*.{ts,tsx}", { cwd: web }))
    for (const [, path] of readFileSync(join(web, file), "utf8").matchAll(/import\("(\.[^"]+)"\)/g))
      later.add(join(web, dirname(file), path));
  return {
    name: "one first chunk",
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx$/ }, ({ path }) =>
        later.has(path) ? { contents: readFileSync(path, "utf8") + frame, loader: "tsx" } : undefined,
      );
    },
  };
}

/** The first load is the entry, the view that it opens with, and everything that these import at once. */
function sizesOf(outputs, outdir, page) {
  const gzip = (name) => gzipSync(readFileSync(join(outdir, name)), { level: 9 }).length;
  const entry = outputs.find(({ entryPoint }) => entryPoint?.endsWith("web/main.tsx"));
  const opening = outputs.find(({ entryPoint }) => entryPoint?.endsWith("web/views/timeline.tsx"));
  const first = new Set();
  const follow = (output) => {
    if (!output || first.has(output.name)) return;
    first.add(output.name);
    for (const { path, kind } of output.imports)
      if (kind === "import-statement") follow(outputs.find((other) => other.path === path));
  };
  follow(entry);
  follow(opening);
  const later = outputs.filter(({ name }) => name.endsWith(".js") && !first.has(name));
  const [largest = { name: "", size: 0 }] = later
    .map(({ name }) => ({ name, size: gzip(name) }))
    .sort((a, b) => b.size - a.size);
  const style = outputs.find(({ name }) => name.startsWith("style-"));
  return {
    firstScript: [...first].reduce((sum, name) => sum + gzip(name), 0),
    firstStyle: gzip(style.name) + gzipSync(page, { level: 9 }).length,
    largestLater: largest.size,
    largestName: largest.name,
  };
}
