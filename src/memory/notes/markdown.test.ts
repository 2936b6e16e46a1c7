// What bullets, paragraphs and headings of notes become.

import { expect, test } from "vitest";
import { frontMatterOf, itemsOf, withoutComments } from "./markdown.ts";

const texts = (markdown: string) => itemsOf(markdown).map(({ text }) => text);

test("each bullet and each paragraph is an item under its headings", () => {
  const items = itemsOf(
    "# App\n\nIntro over\ntwo lines.\n\n## Rules\n- Use tabs\n- Never push\n### Deep\n1. One\n",
  );
  expect(items).toEqual([
    { headings: ["App"], text: "Intro over two lines.", isBullet: false },
    { headings: ["App", "Rules"], text: "Use tabs", isBullet: true },
    { headings: ["App", "Rules"], text: "Never push", isBullet: true },
    { headings: ["App", "Rules", "Deep"], text: "One", isBullet: true },
  ]);
});

test.each([
  ["nested bullets stay with their bullet", "- a\n  - b\n  - c\n- d", ["a\n- b\n- c", "d"]],
  ["a wrapped bullet is one line", "- one\n  two\n- three", ["one two", "three"]],
  ["a lazy continuation belongs to its bullet", "- one\ntwo", ["one two"]],
  ["a paragraph after a gap is not part of the bullet", "- one\n\ntwo", ["one", "two"]],
  [
    "code belongs to what it follows",
    "- run\n  ```sh\n  # not a heading\n  npm test\n  ```\n",
    ["run\n```sh\n# not a heading\nnpm test\n```"],
  ],
  ["a bullet inside code is not a bullet", "```\n- x\n```", ["```\n- x\n```"]],
  ["an unclosed fence loses nothing", "- a\n```\nb", ["a\n```\nb"]],
  ["rules and empty bullets are nothing", "---\n- \n***\n", []],
])("%s", (_, markdown, expected) => {
  expect(texts(markdown)).toEqual(expected);
});

test("a heading of a higher level ends those below it", () => {
  expect(itemsOf("# A\n### C\n- x\n## B\n- y").map(({ headings }) => headings)).toEqual([
    ["A", "C"],
    ["A", "B"],
  ]);
});

test("values at the top: text, quoted text and both forms of lists", () => {
  const { values, body } = frontMatterOf(
    '---\ntitle: "Coffee: notes"\ntype: note\ntags: [a, "b c"]\naliases:\n- x\n- y\n---\n\n# Body\n',
  );
  expect({ ...values }).toEqual({
    title: "Coffee: notes",
    type: "note",
    tags: ["a", "b c"],
    aliases: ["x", "y"],
  });
  expect(body).toBe("\n# Body\n");
});

test("a file without values, or with an unclosed block, is all body", () => {
  expect(frontMatterOf("# A\n---\nb").body).toBe("# A\n---\nb");
  expect(frontMatterOf("---\ntitle: x\n").body).toBe("---\ntitle: x\n");
});

test("comments go, also an unclosed one", () => {
  expect(withoutComments("a<!-- x\ny -->b<!-- c")).toBe("ab");
});
