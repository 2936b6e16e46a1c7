// Reports as people see them: at 80 columns nothing overflows, in a pipe nothing is cut, in a file nothing is active.

import width from "fast-string-width";
import { describe, expect, test } from "vitest";
import { evalReport, report } from "../../../test/samples/report.ts";
import { shortId } from "../../protocol/ids.ts";
import type { Report } from "../../protocol/report.ts";
import { markdownOf } from "../text/markdown.ts";
import { type Look, textOf } from "../text/section-text.ts";
import { bar, sparkline } from "../text/sparkline.ts";
import { pageOf } from "./report-page.ts";

const plain: Look = { width: null, paint: (_, text) => text };
const terminal = (columns: number): Look => ({ width: columns, paint: (_, text) => text });

describe("in a terminal", () => {
  test.each([
    [60, report],
    [80, report],
    [80, evalReport],
    [200, report],
  ])("of %i columns no line overflows", (columns, sample) => {
    const lines = textOf(pageOf(sample), terminal(columns)).split("\n");
    expect(lines.filter((line) => width(line) > columns)).toEqual([]);
  });

  test("what was used most has the longest bar", () => {
    const lines = textOf(pageOf(report), terminal(80)).split("\n");
    const bars = lines.filter((line) => /^ {2}(Bash|Edit) /.test(line)).map((line) => line.split("█").length);
    expect(bars[0]).toBeGreaterThan(bars[1] as number);
  });

  test("remembered text cannot move the cursor", () => {
    const hostile = withTitle("\u001b[2J\u001b]0;owned\u0007rm\u202e -rf");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is tested
    expect(textOf(pageOf(hostile), terminal(80))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe("in a pipe", () => {
  test("there are no drawings, and nothing is cut", () => {
    const text = textOf(pageOf(report), plain);
    expect(text).not.toMatch(/[▁-█…]/);
    expect(text).toContain(report.failures[0]?.title);
    expect(text).toMatch(/src\/auth\/login\.ts {2}and 11 more\n +new +refresh\(token: string\): Token/);
    expect(text).toContain(shortId(report.failures[0]?.id ?? "none"));
  });
});

describe("in a markdown file", () => {
  test("tables have as many cells in every row", () => {
    const text = markdownOf(pageOf(evalReport));
    const tables = text.split("\n\n").filter((part) => part.startsWith("|"));
    for (const table of tables) {
      const cells = table
        .trim()
        .split("\n")
        .map((line) => line.replaceAll("\\|", "").split("|").length);
      expect(new Set(cells).size).toBe(1);
    }
  });

  test("remembered text stays text", () => {
    const text = markdownOf(pageOf(withTitle("a | b <script> [x](javascript:y) `c`")));
    expect(text).toContain("a \\| b \\<script\\> \\[x\\](javascript:y) \\`c\\`");
  });
});

test("a day without events says so, and what to try", () => {
  const empty = { ...report, observations: { ...report.observations, count: 0 } };
  expect(textOf(pageOf(empty), plain)).toMatch(/Nothing was captured today\.\n {2}--since 7d/);
});

describe("sparkline", () => {
  test.each([
    [[], 10, ""],
    [[0, 0], 10, "▁▁"],
    [[0, 1, 1000], 10, "▁▂█"],
    [[null, 5], 10, " █"],
    [[1, 1, 1, 1], 2, "██"],
    [[4, 0, 0, 0], 2, "█▁"],
  ])("%j in %i columns", (values, columns, drawn) => {
    expect(sparkline(values, columns)).toBe(drawn);
  });

  test("a bar is as long as its share, and never empty", () => {
    expect(bar(10, 10, 5)).toBe("█████");
    expect(bar(5, 10, 5)).toBe("██▌");
    expect(bar(1, 10_000, 5)).toBe("▏");
    expect(bar(0, 10, 5)).toBe("");
  });
});

function withTitle(title: string): Report {
  return {
    ...report,
    failures: [{ id: "obs_1", title, tool: "Bash", happenedAt: report.period.to, times: 1 }],
  };
}
