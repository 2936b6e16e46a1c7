import { expect, test } from "vitest";
import { callersLine } from "./callers-line.ts";

const call = (symbol: string, caller: string | null, file: string, more = {}) => ({
  ...{ symbolId: `sym_${symbol}`, symbol, caller, file, line: 7, confidence: 0.9, isTest: false },
  ...more,
});

test("the symbols with the most callers in other files come first, with where they are called", () => {
  const line = callersLine([
    call("tax", "report", "src/report.ts"),
    ...["a", "b", "c"].map((name) => call("total", name, `src/${name}.ts`)),
    call("total", null, "src/main.ts"),
  ]);
  expect(line).toMatchObject({
    symbolId: "sym_total",
    text: "total is called by a (src/a.ts:7), b (src/b.ts:7) and 2 more; tax is called by report (src/report.ts:7)",
  });
});

test("guesses and tests are not named", () => {
  const guess = { confidence: 0.4 };
  expect(
    callersLine([call("total", "a", "a.ts", guess), call("total", "t", "a.test.ts", { isTest: true })]),
  ).toBe(null);
});
