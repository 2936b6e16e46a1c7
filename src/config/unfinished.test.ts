import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../test/support/temp.ts";
import { pathsOf } from "./paths.ts";
import { notedPart, removePart, removeUnfinished } from "./unfinished.ts";

test("what a killed daemon left beside a path is removed by the next one, and nothing else", async () => {
  await using folder = await tempDir("unfinished");
  const paths = pathsOf({ TELLBACK_HOME: join(folder.path, "home") });
  const done = notedPart(paths, join(folder.path, "done.jsonl"));
  removePart(paths, done);
  const left = notedPart(paths, join(folder.path, "left.jsonl"));
  writeFileSync(`${left}-journal`, "");
  const own = join(folder.path, "mine.part");
  writeFileSync(own, "mine");
  writeFileSync(join(paths.unfinished, "0123456789ab"), own);
  expect(existsSync(left)).toBe(true);
  removeUnfinished(paths);
  expect(readdirSync(folder.path).sort()).toEqual(["home", "mine.part"]);
  removeUnfinished(pathsOf({ TELLBACK_HOME: join(folder.path, "none") }));
});
