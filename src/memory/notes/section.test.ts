// The section of the bridge: only it is changed, and every change by somebody else in it is found.

import { expect, test } from "vitest";
import {
  contentHash,
  type Edit,
  editsIn,
  lineFor,
  lineHash,
  readSection,
  withSection,
  writtenText,
} from "./section.ts";

const nodes = new Map([
  ["nod_A", "Tokens live 15 minutes"],
  ["nod_B", "Use tabs\nalso in YAML"],
]);
const lines = [...nodes].map(([id, content]) => lineFor(id, content));
const known = [...nodes].map(([nodeId, content]) => ({
  nodeId,
  lineHash: lineHash(writtenText(content)),
  contentHash: contentHash(content),
}));
const file = withSection("# Mine\n\n- my own line\n", lines);

function editsOf(text: string, contents: ReadonlyMap<string, string> = nodes): Edit[] {
  const section = readSection(text);
  if (section.status !== "found") throw new Error(section.status);
  return editsIn(section.lines, known, (id) => contents.get(id) ?? null);
}

test("what was written and not touched has no edits, also after a reformatting of white space", () => {
  expect(editsOf(file)).toEqual([]);
  expect(editsOf(file.replaceAll("\n", "\r\n"))).toEqual([]);
  expect(editsOf(file.replace("  also in YAML", "      also in   YAML  "))).toEqual([]);
});

test.each<[string, (text: string) => string, Edit[]]>([
  [
    "a changed line is an edit",
    (text) => text.replace("15", "20"),
    [{ is: "edited", nodeId: "nod_A", text: "Tokens live 20 minutes" }],
  ],
  [
    "a new line is added",
    (text) => text.replace("- Use tabs", "- Never force-push\n- Use tabs"),
    [{ is: "added", text: "Never force-push" }],
  ],
  [
    "a line without its comment is a new line, and the old one removed",
    (text) => text.replace(" <!-- nod_A -->", ""),
    [
      { is: "added", text: "Tokens live 15 minutes" },
      { is: "removed", nodeId: "nod_A" },
    ],
  ],
  [
    "a deleted line is removed",
    (text) => text.replace(/- Tokens.*\n/, ""),
    [{ is: "removed", nodeId: "nod_A" }],
  ],
  [
    "text without a bullet is not lost",
    (text) => text.replace("- Tokens", "A remark.\n- Tokens"),
    [{ is: "added", text: "A remark." }],
  ],
  [
    "a line that was copied and changed is added",
    (text) => text.replace("- Use", "- Tokens are short <!-- nod_A -->\n- Use"),
    [{ is: "added", text: "Tokens are short" }],
  ],
])("%s", (_, change, expected) => {
  expect(editsOf(change(file))).toEqual(expected);
});

test("a line that changed on both sides is a conflict", () => {
  const changed = new Map([...nodes, ["nod_A", "Tokens live 30 minutes"]]);
  expect(editsOf(file.replace("15", "20"), changed)).toEqual([
    { is: "conflict", nodeId: "nod_A", text: "Tokens live 20 minutes" },
  ]);
});

test("an untouched line of a node that changed or is gone is no edit", () => {
  expect(editsOf(file, new Map([["nod_B", "Use spaces"]]))).toEqual([]);
});

test("an edited line of a node that is gone is kept as a new one", () => {
  expect(editsOf(file.replace("15", "20"), new Map())).toEqual([
    { is: "added", text: "Tokens live 20 minutes" },
  ]);
});

test.each([
  ["a file without it", "# Mine\n- a\n"],
  ["an empty file", ""],
  ["no end of line", "# Mine\n- a"],
  ["other line ends", "# Mine\r\n- a\r\n"],
  ["text after it", `# Mine\n\n${withSection("", ["- old <!-- nod_X -->"])}\n## After\n- b\n`],
])("only the section changes: %s", (_, text) => {
  const once = withSection(text, lines);
  const twice = withSection(once, [...lines].reverse());
  const section = readSection(once);
  expect(section.status).toBe("found");
  expect(withSection(once, lines)).toBe(once);
  const rest = (whole: string) => {
    const found = readSection(whole);
    return found.status === "found" ? [whole.slice(0, found.start), whole.slice(found.end)] : [whole];
  };
  expect(rest(twice)).toEqual(rest(once));
});

test("removing the section gives the file back", () => {
  for (const text of ["# Mine\n- a\n", "# Mine\r\n- a\r\n"])
    expect(withSection(withSection(text, lines), [])).toBe(text);
});

test.each([
  ["no end", "<!-- tellback:nodes:begin -->\n- a\n"],
  ["no begin", "- a\n<!-- tellback:nodes:end -->\n"],
  ["two sections", `${withSection("", lines)}${withSection("", lines)}`],
  ["turned round", "<!-- tellback:nodes:end -->\n<!-- tellback:nodes:begin -->"],
])("a damaged section is named: %s", (_, text) => {
  expect(readSection(text).status).toBe("damaged");
});

test("a node cannot end the section, open a comment or begin another line", () => {
  const line = lineFor("nod_X", "a <!-- tellback:nodes:end --> b\n- c\n# d <script>");
  const section = readSection(withSection("", [line]));
  expect(section).toMatchObject({ status: "found", lines: [{ id: "nod_X" }] });
});

test.each([
  "see @~/.ssh/id_rsa",
  "@/etc/passwd",
  "(@./secrets.md)",
  "like `x`@docs/a.md and \u200b@b.md",
  "＠~/.ssh/id_rsa",
])("a node names no file that the client would import: %s", (content) => {
  expect(lineFor("nod_C", content)).not.toContain("@");
});

test("the mark of an import is read back as it was, and an address stays", () => {
  const content = "mail a@b.org about @scope/package";
  const text = withSection("", [lineFor("nod_A", content)]);
  expect(text).toContain("a@b.org about ＠scope/package");
  const section = readSection(text);
  expect(section.status === "found" && section.lines[0]?.text).toBe(content);
  const written = {
    nodeId: "nod_A",
    lineHash: lineHash(writtenText(content)),
    contentHash: contentHash(content),
  };
  const found = section.status === "found" ? section.lines : [];
  expect(editsIn(found, [written], () => content)).toEqual([]);
});
