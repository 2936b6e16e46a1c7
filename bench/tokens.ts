// How far the estimate of tokens is from Anthropic's published tokenizer, on prose and code of any folder.
//   npm install --no-save @anthropic-ai/tokenizer && node bench/tokens.ts [--folders LIST]

import { globSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { countTokens } from "../src/context/tokens.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  folders: { value: "LIST", default: "../shared,src,.", about: "where prose and code is taken from" },
});
const exact = await import("@anthropic-ai/tokenizer" as string).catch(() => {
  console.error("The tokenizer to compare with is missing: npm install --no-save @anthropic-ai/tokenizer");
  process.exit(1);
});

const kinds = new Set([".md", ".ts", ".mjs", ".json", ".jsonl", ".py", ".txt", ".sh"]);
const maxSize = 600;
const partsPerKind = 400;
const tokenizer = exact.getTokenizer();
const exactly = (text: string): number => tokenizer.encode(text.normalize("NFKC"), "all").length;
const errors = new Map<string, number[]>();

for (const folder of flags.folders.split(",")) {
  const found = globSync("**/*", { cwd: folder, exclude: (name) => /node_modules|dist|\.git$/.test(name) });
  for (const name of found.filter((one) => kinds.has(extname(one))).slice(0, 2000)) {
    const text = readFileSync(`${folder}/${name}`, "utf8").slice(0, 4 * maxSize);
    for (let at = 0; at + maxSize / 2 < text.length; at += maxSize) {
      const part = text.slice(at, at + maxSize);
      const list = errors.get(extname(name)) ?? [];
      if (list.length >= partsPerKind) break;
      list.push(countTokens(part) / exactly(part) - 1);
      errors.set(extname(name), list);
    }
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1).padStart(6)} %`;
console.log("kind     parts    mean error   mean |error|   p90 |error|");
for (const [kind, list] of [...errors].sort()) {
  const sizes = list.map(Math.abs).sort((a, b) => a - b);
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const p90 = sizes[Math.floor(sizes.length * 0.9)] ?? 0;
  console.log(
    `${kind.padEnd(8)} ${String(list.length).padStart(5)} ${percent(mean(list)).padStart(13)} ${percent(mean(sizes)).padStart(14)} ${percent(p90).padStart(13)}`,
  );
}
