// A grammar that cannot be loaded costs its own language only: the built worker says why, and maps the others.

import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import grammars from "../../../libs/callgraph/grammar-files.json" with { type: "json" };
import { entry } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

test("a damaged grammar is named, and other languages are still mapped", async () => {
  const place = await tempDir("eggrammar");
  onTestFinished(() => place[Symbol.asyncDispose]());
  const dist = dirname(entry);
  for (const file of globSync("*.mjs", { cwd: dist })) cpSync(join(dist, file), join(place.path, file));
  for (const { name, to } of grammars.filter((one) =>
    ["runtime", "python", "javascript"].includes(one.name),
  )) {
    mkdirSync(join(place.path, to, ".."), { recursive: true });
    if (name === "python") writeFileSync(join(place.path, to), "not a grammar");
    else cpSync(join(dist, to), join(place.path, to));
  }
  const worker = new Worker(join(place.path, "codemap-worker.mjs"));
  onTestFinished(async () => {
    await worker.terminate();
  });
  const map = (path: string, text: string) =>
    new Promise<{ failed?: string; done?: { symbols: { name: string }[] } }>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.postMessage({ number: 1, request: { is: "map", path, text, callsFor: null } });
    });
  const python = grammars.find(({ name }) => name === "python");
  const failed = (await map("a.py", "def a():\n    pass\n")).failed;
  expect(failed).toContain(basename(python?.to ?? "?"));
  expect(failed).toContain("is not the file that tellback was built with");
  const { done } = await map("b.js", "function b() {}\n");
  expect(done?.symbols.map(({ name }) => name)).toEqual(["b"]);
});
