import { describe, expect, test } from "vitest";
import { meaningOf } from "./documents.ts";

const row = {
  owner_kind: "observation",
  author: null,
  title: "Edited sum.js (+1 −1)",
  summary: "Edited sum.js (+1 −1) · in sum · + a + b",
  detail: "Edited sum.js (+1 −1)\ntouches sum\n+ a + b",
};

describe("the model reads", () => {
  test("of what was done the title and the beginning of the summary, nothing twice", () => {
    expect(meaningOf(row)).toBe(row.summary);
    expect(meaningOf({ ...row, summary: "adds now" })).toBe(`${row.title}\nadds now`);
    expect(meaningOf({ ...row, summary: "word ".repeat(1_000) })).toHaveLength(100);
  });

  test("all that was said, and who said it", () => {
    const detail = "Why does the parser drop the last line? ".repeat(20);
    expect(meaningOf({ ...row, author: "user", title: "Why", summary: "Why", detail })).toBe(
      `user: Why\n${detail}`,
    );
  });

  test("all of what is known", () => {
    expect(meaningOf({ ...row, owner_kind: "node" })).toBe(`${row.title}\n${row.summary}\n${row.detail}`);
  });
});
