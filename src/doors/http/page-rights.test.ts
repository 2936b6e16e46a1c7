import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type OperationName, operationNames, operationTable } from "../../areas/contracts.ts";
import { isPageSetting } from "../../config/schema.ts";
import { pageMay, refuseUnlessPageMay } from "./page-rights.ts";

const web = join(import.meta.dirname, "../../../web");
const page = globSync("**/*.{ts,tsx}", { cwd: web })
  .map((name) => readFileSync(join(web, name), "utf8"))
  .join("\n");
/** Words that are no call there. */
const words: readonly OperationName[] = ["link", "task", "backup"];
const called = operationNames.filter((name) => page.includes(`"${name}"`) && !words.includes(name));

test("a browser may call what the page calls", () => {
  expect(called.filter((name) => !pageMay(name))).toEqual([]);
});

test("of what changes something, it may call nothing else", () => {
  const changing = operationNames.filter((name) => operationTable[name].changes !== "nothing");
  expect(changing.filter((name) => pageMay(name) && !called.includes(name))).toEqual([]);
});

test.each<OperationName>([
  ...(["export", "backup", "fn.export", "knowledge.export", "sync", "import.start", "fn.import"] as const),
  ...(["fn.allow", "page.open", "daemon.stop", "bridge.push", "init", "redact"] as const),
])("a browser may not call %s", (name) => {
  expect(pageMay(name)).toBe(false);
});

test.each<[OperationName, string]>([
  ["page.open", "open"],
  ["export", "export"],
  ["session.delete", "session delete"],
])("who may not call %s is told the command", (name, command) => {
  expect(() => refuseUnlessPageMay(name)).toThrow(
    expect.objectContaining({ hint: `Use the command line: \`tellback ${command}\`` }),
  );
});

test.each([
  ...["store.url", "llm.url", "llm.apiKey", "llm.provider", "embed.url", "embed.apiKey", "embed.provider"],
  ...[
    "functions.weakIsolation",
    "tasks.path",
    "tasks.filePattern",
    "bridge.file",
    "bridge.mode",
    "bridge.query",
  ],
  ...["spend.dailyUsd", "spend.monthlyUsd", "no.such.setting"],
])("a browser may not change %s", (key) => {
  expect(isPageSetting(key)).toBe(false);
});
