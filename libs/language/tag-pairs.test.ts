import { expect, test } from "vitest";
import { replacePairs } from "./tag-pairs.ts";

const anyTag = /<([a-z][\w:-]*)(?:\s[^<>\n]{0,200})?>/gi;
const without = (text: string) => replacePairs(text, anyTag, () => "");

test("a pair goes with what is inside, and the first closing tag of its name ends it", () => {
  expect(without("a <b>c</b> d")).toBe("a  d");
  expect(without("<b>c<b>d</b>e</b>f")).toBe("e</b>f");
  expect(without('<B x="1">c</b>d<e>f</e>')).toBe("d");
  expect(without("<a><b></a></b>")).toBe("</b>");
});

test("a tag that nobody closes stays", () => {
  expect(without("a <b> c")).toBe("a <b> c");
  expect(without("</b><b>c")).toBe("</b><b>c");
  expect(without("<x><b>c</b>")).toBe("<x>");
});

test("what is inside can stay", () => {
  expect(replacePairs("a <b>c</b> d", anyTag, (inner) => inner.toUpperCase())).toBe("a C d");
});
