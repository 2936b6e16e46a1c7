// Every test runs, once: in the layer that its folder names.

import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { layers } from "./layers.ts";

const root = join(import.meta.dirname, "..");
const testFiles = globSync("{libs,src,web,test,bench,scripts,plugin}/**/*.{test,spec}.*", { cwd: root });

test("every test file is in exactly one layer", () => {
  const elsewhere = testFiles.filter((file) => layersOf(file).length !== 1);
  expect(testFiles.length).toBeGreaterThan(200);
  expect(elsewhere).toEqual([]);
});

test("a unit test uses no store and no program", () => {
  const heavy = /from "[^"]*support\/(?!(?:temp|documents)\.ts")/;
  const offenders = testFiles.filter(
    (file) => layersOf(file)[0] === "unit" && heavy.test(readFileSync(join(root, file), "utf8")),
  );
  expect(offenders).toEqual([]);
});

test("the program imports nothing of test/", () => {
  const sources = globSync("{libs,src,web}/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !testFiles.includes(file),
  );
  const importing = sources.filter((file) =>
    /from "[^"]*\/test\//.test(readFileSync(join(root, file), "utf8")),
  );
  expect(importing).toEqual([]);
});

function layersOf(file: string): string[] {
  return Object.entries(layers)
    .filter(([, globs]) => globs.some((glob) => matchesGlob(file, glob)))
    .map(([layer]) => layer);
}
