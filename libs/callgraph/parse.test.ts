import { describe, expect, test } from "vitest";
import { Parser } from "web-tree-sitter";
import { samples } from "../../test/samples/callgraph/languages.ts";
import { loadGrammar } from "./grammars.ts";
import { languageIds, languageOf } from "./languages/of-path.ts";
import { openParser, parse } from "./parse.ts";
import { NONE, type Tree } from "./tree.ts";

const source =
  "class Bill:\n    def total(self, items):\n        return sum(items)  # ünïcode 🎉\n\nbill.total([1])\n";

/** What tree-sitter itself prints. */
function printed(tree: Tree): string {
  let text = "";
  const close: number[] = [];
  for (let n = 0; n < tree.size; n++) {
    while (close.length > 0 && n >= (close.at(-1) ?? 0)) {
      text += ")";
      close.pop();
    }
    if (!tree.isNamed(n)) continue;
    const field = tree.field(n);
    text += `${text === "" ? "" : " "}${field === "" ? "" : `${field}: `}(${tree.kind(n)}`;
    close.push(tree.after(n));
  }
  return text + ")".repeat(close.length);
}

describe("the light tree", () => {
  test("is the tree of tree-sitter", async () => {
    const tree = await parse(source, "python");
    const grammar = await loadGrammar("python");
    const sitterTree = new Parser().setLanguage(grammar.language).parse(source);
    expect(tree && printed(tree)).toBe(sitterTree?.rootNode.toString());
  });

  test("gives text, fields, lines and neighbours", async () => {
    const { parse: read } = await openParser("python");
    const tree = read(source);
    if (!tree) throw new Error("not parsed");
    const all = Array.from({ length: tree.size }, (_, n) => n);
    const method = all.find((n) => tree.kind(n) === "function_definition") ?? NONE;
    expect(tree.text(tree.child(method, "name"))).toBe("total");
    expect([tree.line(method), tree.column(method), tree.endLine(method)]).toEqual([2, 5, 3]);
    const call = all.findLast((n) => tree.kind(n) === "call") ?? NONE;
    expect(tree.text(tree.child(call, "function"))).toBe("bill.total");
    expect(tree.line(call)).toBe(5);
    expect(tree.enclosing(tree.child(method, "name"), new Set(["class_definition"]))).toBe(1);
    expect(tree.isInside(method, 1)).toBe(true);
    expect(tree.isInside(call, 1)).toBe(false);
    expect(tree.next(tree.first(0))).toBe(tree.after(1));
    expect(tree.previous(tree.after(1))).not.toBe(NONE);
    expect(tree.child(NONE, "name")).toBe(NONE);
  });

  test("of a half-edited file says so and keeps what is around the edit", async () => {
    const tree = await parse("function a() {}\nfunction b( {\nfunction c() {}\n", "javascript");
    expect(tree?.hasError).toBe(true);
    expect(tree && printed(tree)).toContain("function_declaration");
    expect((await parse("function a() {}\n", "javascript"))?.hasError).toBe(false);
  });

  test("of a nesting of 20,000 brackets is read like any other", async () => {
    const tree = await parse("(".repeat(20_000) + ")".repeat(20_000), "javascript");
    expect(tree?.size).toBeGreaterThan(40_000);
  });

  test("of an empty file has a root", async () => {
    const tree = await parse("", "go");
    expect(tree?.size).toBe(1);
    expect(tree?.kind(0)).toBe("source_file");
  });
});

test.each(languageIds)("in %s a file that is edited again and again has the tree of its text", async (id) => {
  const { source, comment } = samples[id];
  const whole = source.replaceAll("NOTE", "").replaceAll("VALUE", "1");
  const edited = [
    whole,
    `${comment} 🎉\n${whole}`,
    `${comment} 🎈 more\n${whole}`,
    whole.replace(/\btotal\b/, "sum"),
    whole.slice(0, whole.length / 2),
    whole,
    whole + whole,
  ];
  for (const text of edited) {
    const tree = await parse(text, id, { file: "a" });
    expect(tree && printed(tree)).toBe(printed((await parse(text, id)) as Tree));
  }
});

test.each(languageIds)("the grammar of %s loads", async (id) => {
  const grammar = await loadGrammar(id);
  expect(grammar.kinds.length).toBeGreaterThan(100);
});

test("a language is recognised by the name of the file", () => {
  expect(["a.py", "dir.x/b.TSX", "Gemfile", "c.h", "d.min.js", ".bashrc"].map(languageOf)).toEqual([
    "python",
    "tsx",
    "ruby",
    "cpp",
    "javascript",
    "bash",
  ]);
  expect(["Makefile", ".ts", "a.constructor", "x.md", "py"].map(languageOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
