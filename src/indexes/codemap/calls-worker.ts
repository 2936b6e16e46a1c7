// The thread that resolves the calls of a whole project: it gets the texts, sends the calls in parts, and ends.

import { parentPort, workerData } from "node:worker_threads";
import { resolveInParts, summarise } from "./calls/resolve.ts";
import type { FileSummary } from "./calls/summary.ts";
import { languageOf } from "./languages/of-path.ts";
import { parse } from "./parse.ts";
import type { CodeTexts } from "./resolver.ts";

const { files, configs } = workerData as CodeTexts;
const texts = new Map(configs);
const summaries: FileSummary[] = [];
for (const [path, text] of files) {
  const language = languageOf(path);
  const tree = language === null ? null : await parse(text, language).catch(() => null);
  const summary = tree ? summarise(path, tree) : undefined;
  if (summary) summaries.push(summary);
}
for (const { edges } of resolveInParts(summaries, (path) => texts.get(path))) parentPort?.postMessage(edges);
