// Builds dist/sandbox/: the two children that run functions, each in one file because it may read nothing else, and
// their runtimes. Python starts from a snapshot of its memory, made here: 0.4 s of CPU instead of 2.4.

import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdCompressSync } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));
const packages = join(root, "node_modules");
const copies = {
  "emscripten-module.wasm": "@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm",
  "python/pyodide.mjs": "pyodide/pyodide.mjs",
  "python/pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
  "python/pyodide.asm.wasm": "pyodide/pyodide.asm.wasm",
  "python/pyodide-lock.json": "pyodide/pyodide-lock.json",
  "python/python_stdlib.zip": "pyodide/python_stdlib.zip",
};
/** Modules that most functions import; they are part of the snapshot. */
const imported =
  "json, math, re, collections, itertools, functools, random, datetime, statistics, string, textwrap, decimal, " +
  "fractions, heapq, bisect, operator, typing, dataclasses, enum, traceback, hashlib, base64, copy, time, uuid";

/** Returns the files that it is made of. */
export async function buildSandbox(dist) {
  const folder = join(dist, "sandbox");
  const { metafile } = await build({
    entryPoints: ["javascript", "python"].map((name) => join(root, `src/rooms/functions/sandbox/${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    minify: true,
    metafile: true,
    logLevel: "warning",
  });
  for (const [to, from] of Object.entries(copies)) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await copyFile(join(packages, from), join(folder, to));
  }
  await writeFile(
    join(folder, "python/snapshot.zst"),
    zstdCompressSync(await snapshot(join(folder, "python"))),
  );
  return [...Object.keys(metafile.inputs), ...Object.values(copies).map((from) => `node_modules/${from}`)];
}

async function snapshot(folder) {
  const { loadPyodide } = await import(join(folder, "pyodide.mjs"));
  const python = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
  python.runPython(`import ${imported}`);
  return python.makeMemorySnapshot();
}
