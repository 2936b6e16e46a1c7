import { expect, test } from "vitest";
import { setsLimit, standsAlone } from "./whole-sentences.ts";

test.each([
  "The export rounds half to even because the bank does.",
  "Reverted `t.Parallel()` back to all billing tests.",
  "Der Export rundet jetzt kaufmännisch auf ganze Cent.",
  "导出现在按照银行的规则四舍五入。",
])("stands alone: %s", (sentence) => {
  expect(standsAlone(sentence)).toBe(true);
});

test.each([
  "It rounds half to even, like the bank.",
  "So the export rounds half to even.",
  "Here's what the export does:",
  "All tests pass.",
  "`src/export.ts`.",
  "Das rundet jetzt kaufmännisch auf Cent.",
  "The export rounds half to…",
])("does not: %s", (sentence) => {
  expect(standsAlone(sentence)).toBe(false);
});

test.each([
  ["Do not update the server yet.", true],
  ["links should always go to the shop, never to the api", true],
  ["Bitte den Server noch nicht aktualisieren.", true],
  ["Should we update the server?", false],
  ["thanks, great", false],
  ["don't do it", false],
])("sets a limit: %s %s", (sentence, is) => {
  expect(setsLimit(sentence)).toBe(is);
});
