// What counts as a node in a note.

import { expect, test } from "vitest";
import { nodesInNote } from "./note-nodes.ts";

const contents = (text: string, file = "CLAUDE.md") => nodesInNote(text, file).map(({ content }) => content);

test("headings give topic and type, short items their context", () => {
  const [rule, command] = nodesInNote(
    "# App\n## Code style\n- Use two spaces in YAML files\n## Commands\n- npm test\n",
    "CLAUDE.md",
  );
  expect(rule).toMatchObject({ type: "pattern", tags: ["topic:code-style"], isByUser: true });
  expect(command).toMatchObject({ type: "fact", content: "Commands: npm test" });
});

test("what tellback wrote itself is never read in", () => {
  const text =
    "- The user's own line is here\n<!-- tellback:begin -->\n- tellback note\n<!-- tellback:end -->\n<!-- tellback:nodes:begin -->\n- node <!-- nod_1 -->\n<!-- tellback:nodes:end -->\n";
  expect(contents(text)).toEqual(["The user's own line is here"]);
});

test("nor what somebody moved out of tellback's section, or left in one without its end", () => {
  expect(contents("- The user's own line is here\n- moved line of a node <!-- nod_01A -->\n")).toEqual([
    "The user's own line is here",
  ]);
  expect(contents("<!-- tellback:nodes:begin -->\n- a line of a node <!-- nod_01A -->\n")).toEqual([]);
});

test("links, imports and comments hold nothing; repeated lines count once", () => {
  expect(
    contents(
      "@docs/a.md\n\n- [x](y.md)\n- One two three four five\n- One two three four five\n<!-- - hidden -->\n",
    ),
  ).toEqual(["One two three four five"]);
});

test("what an agent wrote for itself is not confirmed by a person", () => {
  expect(nodesInNote("- Tests need a running database\n", "MEMORY.md")[0]?.isByUser).toBe(false);
});
