// Speed, growth and memory of the call graph on real files, beside the parse of the same files in the same run. Times are
// CPU times of this process. How long one changed file takes: bench/codemap.ts.

import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createKeeper, type KeptSummary } from "../libs/callgraph/calls/kept.ts";
import { resolveInParts, summarise } from "../libs/callgraph/calls/resolve.ts";
import { languageOf } from "../libs/callgraph/languages/of-path.ts";
import type { Tree } from "../libs/callgraph/tree.ts";
import { parse } from "./codemap-parse.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  folder: { value: "DIR", default: resolve(import.meta.dirname, "../src"), about: "where the files are" },
  files: {
    value: "N",
    default: "0",
    about: "copy the files into more folders until there are so many (0: as they are)",
  },
});
const wanted = Number(flags.files);
const names = globSync("**/*.{py,js,mjs,cjs,jsx,ts,tsx,mts,go,rs,java}", {
  cwd: flags.folder,
  exclude: (name) => name === "node_modules",
})
  .filter((name) => languageOf(name) !== null && !/\.(min\.js|d\.[mc]?ts)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(flags.folder, name), "utf8") }))
  .filter(({ text }) => text.length < 1_000_000);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const filesAtOnce = 20;

interface Figures {
  files: number;
  megabytes: number;
  parseMs: number;
  readMs: number;
  solveMs: number;
  edges: number;
}

async function measure(copies: number): Promise<Figures> {
  const summaries: KeptSummary[] = [];
  const keep = createKeeper();
  const figures: Figures = { files: 0, megabytes: 0, parseMs: 0, readMs: 0, solveMs: 0, edges: 0 };
  for (let copy = 0; copy < copies; copy++) {
    // Some at once: asking for the CPU time costs as much as a small file.
    for (let from = 0; from < names.length; from += filesAtOnce) {
      const batch = names.slice(from, from + filesAtOnce).map(({ name, text }) => ({
        path: copies > 1 ? `copy${copy}/${name}` : name,
        text,
      }));
      const before = cpuMs();
      const trees: Tree[] = [];
      for (const { path, text } of batch) trees.push(await parse(path, text));
      const parsed = cpuMs();
      for (const [at, { path }] of batch.entries()) {
        const summary = summarise(path, trees[at] as Tree);
        if (summary) summaries.push(keep(summary));
      }
      figures.parseMs += parsed - before;
      figures.readMs += cpuMs() - parsed;
      figures.files += batch.length;
      figures.megabytes += batch.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
    }
  }
  const before = cpuMs();
  for (const { edges } of resolveInParts(summaries, () => undefined)) figures.edges += edges.length;
  figures.solveMs = cpuMs() - before;
  return figures;
}

function shown({ files, megabytes, parseMs, readMs, solveMs, edges }: Figures): string {
  const total = parseMs + readMs + solveMs;
  return [
    `${files} files, ${megabytes.toFixed(1)} MB, ${edges} edges: ${((1000 * megabytes) / total).toFixed(2)} MB/s`,
    `parse ${parseMs.toFixed(0)} ms, summaries ${readMs.toFixed(0)} ms, calls ${solveMs.toFixed(0)} ms (${(total / parseMs).toFixed(2)} × the parse)`,
    `resident ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`,
  ].join("; ");
}

await measure(1); // warms up
console.log(shown(await measure(1)));
if (wanted > names.length) {
  for (const part of [wanted / 4, wanted / 2, wanted]) {
    console.log(shown(await measure(Math.ceil(part / names.length))));
  }
}
