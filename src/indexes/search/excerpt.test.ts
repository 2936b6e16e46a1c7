import { expect, test } from "vitest";
import { excerptsFor } from "./excerpt.ts";

const filler = "Something else entirely was looked at here before anything of interest came up. ".repeat(4);

test("the stretch with the question's words is shown, with a little before it", () => {
  const detail = `${filler}At last the middleware answered 429 with an empty body. ${filler}`;
  const { excerpt, matched } = excerptsFor("empty body middleware")({
    title: "Replied",
    summary: "",
    detail,
  });
  expect(excerpt).toContain("the middleware answered 429 with an empty body");
  expect(excerpt).toMatch(/^….*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(102);
  expect(matched.sort()).toEqual(["body", "empty", "middleware"]);
});

test("words are matched by their stems and by the parts of identifiers, and given as they are written", () => {
  const summary = "Limits were raised in rateLimiter.ts";
  const { matched } = excerptsFor("limit the limiter")({ title: "", summary, detail: "" });
  expect(matched).toEqual(["Limits", "rateLimiter.ts"]);
});

test("words of questions rather than of answers are not matched", () => {
  const { matched } = excerptsFor("what was the password")({
    title: "the password was lost",
    summary: "",
    detail: "",
  });
  expect(matched).toEqual(["password"]);
});

test("the excerpt does not repeat the title", () => {
  const result = excerptsFor("login")({
    title: "Asked: fix the login",
    summary: "fix the login.",
    detail: "",
  });
  expect(result).toEqual({ excerpt: "", matched: ["login"] });
});

test("a result found by vectors is shown from its beginning", () => {
  const { excerpt, matched } = excerptsFor("authentication")({ title: "t", summary: filler, detail: "" });
  expect(excerpt).toMatch(/^Something else .*…$/);
  expect(matched).toEqual([]);
});

test("in a script without spaces only the searched text is matched", () => {
  const { matched } = excerptsFor("数据库")({ title: "我们的数据库连接失败", summary: "", detail: "" });
  expect(matched).toEqual(["数据库"]);
});
