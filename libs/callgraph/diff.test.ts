import { expect, test } from "vitest";
import { compareSymbols, type EarlierSymbol } from "./diff.ts";
import type { MappedSymbol } from "./file-map.ts";
import { mapFile } from "./map-file.ts";

const source = `class Bill:
    def total(self, items):
        result = 0
        for item in items:
            result += item.price * item.count
        return result

    def tax(self):
        return self.rate

def report(bill, printer):
    for line in bill.lines:
        printer.write(line.title, line.price)
`;

async function compared(after: string) {
  const before = await symbolsIn(source);
  const earlier = before.map((one): EarlierSymbol => ({ ...one, id: one.qualified }));
  const { symbols, deleted } = compareSymbols(earlier, await symbolsIn(after));
  return [
    ...symbols
      .filter(({ change }) => change !== "unchanged")
      .map(
        ({ symbol, change, before: was }) =>
          `${change} ${symbol.qualified}${change === "renamed" ? ` was ${was?.id}` : ""}`,
      ),
    ...deleted.map(({ qualified }) => `deleted ${qualified}`),
  ];
}

async function symbolsIn(text: string): Promise<MappedSymbol[]> {
  return (await mapFile("a.py", text)).symbols;
}

test("an edit modifies the edited symbol only", async () => {
  expect(await compared(source.replace("item.count", "item.amount"))).toEqual(["modified Bill.total"]);
});

test("a new method is new, and its class is not modified", async () => {
  expect(
    await compared(source.replace("    def tax", "    def more(self):\n        return 1\n\n    def tax")),
  ).toEqual(["new Bill.more"]);
});

test("a function with another name and the same body was renamed", async () => {
  expect(await compared(source.replace("def report", "def print_all"))).toEqual([
    "renamed print_all was report",
  ]);
});

test("a body that is too short proves no renaming", async () => {
  expect(await compared(source.replace("def tax", "def duty"))).toEqual([
    "new Bill.duty",
    "deleted Bill.tax",
  ]);
});

test("a renamed class keeps its methods", async () => {
  const changes = await compared(source.replace("class Bill", "class Invoice"));
  expect(changes).toContain("renamed Invoice was Bill");
  expect(changes.filter((one) => one.includes("total"))).toEqual([]);
});

test("a removed function is deleted", async () => {
  expect(await compared(source.slice(0, source.indexOf("def report")))).toEqual(["deleted report"]);
});
