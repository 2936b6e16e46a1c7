import { describe, expect, test } from "vitest";
import { samples } from "../../../test/samples/callgraph/languages.ts";
import { parse } from "../parse.ts";
import { type FoundSymbol, symbolsOf } from "../symbols.ts";
import { type LanguageId, languageIds } from "./of-path.ts";

interface Variant {
  comment?: string;
  value?: number;
}

describe.each(languageIds)("%s", (id) => {
  const { source, comment, symbols: expected, total, add, decorator } = samples[id];
  const text = ({ comment: note = "", value = 1 }: Variant = {}) =>
    source.replace("NOTE", note).replace("VALUE", String(value));

  test("finds what the program defines", async () => {
    const found = (await symbolsIn(text(), id)).map(({ kind, qualified }) => `${kind} ${qualified}`);
    expect(found).toEqual(expect.arrayContaining(expected.map((one) => one.join(" "))));
    expect(new Set(found).size).toBe(found.length);
  });

  test("parses without an error", async () => {
    expect((await parse(text(), id))?.hasError).toBe(false);
  });

  test("gives signatures as written", async () => {
    const found = await symbolsIn(text(), id);
    expect(named(found, "total").signature).toBe(total);
    expect(named(found, "add").signature).toBe(add);
  });

  test("gives the first line of the documentation", async () => {
    const found = await symbolsIn(text(), id);
    expect(named(found, "total").documentation).toBe("The total.");
    expect(named(found, "add").documentation).toBe("");
    if (id !== "bash") expect(named(found, "Bill").documentation).toBe("A bill.");
  });

  test("gives decorators", async () => {
    const found = await symbolsIn(text(), id);
    const decorated = found.filter(({ decorators }) => decorators.length > 0);
    expect(decorated.map(({ qualified: of, decorators }) => ({ of, is: decorators.join(" ") }))).toEqual(
      decorator ? [decorator] : [],
    );
  });

  test("gives the lines of a method", async () => {
    const found = named(await symbolsIn(text(), id), "total");
    const lines = text().split("\n");
    expect(lines.slice(found.startLine - 1, found.endLine).join("\n")).toContain("1");
    expect(lines[found.endLine - 1]?.trim()).toMatch(/^(?:\}|end|return .*)$/);
  });

  test("an edit in the method changes the method and nothing else", async () => {
    const before = await symbolsIn(text(), id);
    const after = await symbolsIn(text({ value: 2 }), id);
    expect(changed(before, after)).toEqual([named(before, "total").qualified]);
  });

  test("comments and formatting change nothing", async () => {
    const before = await symbolsIn(text(), id);
    const after = await symbolsIn(
      text({ comment }).replaceAll(" + ", "  +  ").replaceAll("\n\n", "\n\n\n"),
      id,
    );
    expect(changed(before, after)).toEqual([]);
  });

  test("a renamed function has the same body", async () => {
    const before = named(await symbolsIn(text(), id), "add");
    const after = named(await symbolsIn(text().replace(/\badd\b/, "plus"), id), "plus");
    expect(after.bodyHash).toBe(before.bodyHash);
  });

  test("a half-edited function does not hide the one before it", async () => {
    const cut = text();
    const half = cut.slice(
      0,
      cut.lastIndexOf("a + b") === -1 ? cut.lastIndexOf("echo") : cut.lastIndexOf("a + b"),
    );
    expect((await symbolsIn(half, id)).some(({ name }) => name === "total")).toBe(true);
  });
});

async function symbolsIn(source: string, id: LanguageId): Promise<FoundSymbol[]> {
  const tree = await parse(source, id);
  return tree ? symbolsOf(tree) : [];
}

function named(found: readonly FoundSymbol[], name: string): FoundSymbol {
  const one = found.find((symbol) => symbol.name === name);
  if (!one) throw new Error(`no ${name} in ${found.map(({ qualified }) => qualified).join(", ")}`);
  return one;
}

function changed(before: readonly FoundSymbol[], after: readonly FoundSymbol[]): string[] {
  expect(after.map(({ qualified }) => qualified)).toEqual(before.map(({ qualified }) => qualified));
  return before.filter((one, at) => one.ownHash !== after[at]?.ownHash).map(({ qualified }) => qualified);
}

test("functions 10,000 deep in each other end at a depth that names can have", async () => {
  const nested = `${"function a() {\n".repeat(10_000)}${"}\n".repeat(10_000)}function after() {}\n`;
  const found = await symbolsIn(nested, "javascript");
  expect(found.length).toBeLessThan(100);
  expect(found.at(-1)?.qualified).toBe("after");
});
