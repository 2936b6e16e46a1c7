// The code map while the real client works: an edit of one method marks exactly that symbol as modified, and a file that is
// broken by an edit keeps its last good map.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { bash, edit, eventually, openMachine, read } from "./machine.ts";

const claude = await claudeAvailable();

const files = {
  "bill.py":
    "class Bill:\n    def total(self, more):\n        return self.rate + more\n\n    def tax(self):\n        return 1\n",
  "src/bill.ts":
    "export class Bill {\n  rate = 1;\n\n  total(more: number): number {\n    return this.rate + more;\n  }\n\n  tax(): number {\n    return 1;\n  }\n}\n",
  "bill.go":
    "package shop\n\ntype Bill struct {\n\trate int\n}\n\nfunc (b *Bill) Total(more int) int {\n\treturn b.rate + more\n}\n\nfunc (b *Bill) Tax() int {\n\treturn 1\n}\n",
};

describe.skipIf(!claude.ok)(title("the code map of a session", claude), () => {
  test("an edit of one method marks exactly that symbol as modified", { timeout: 180_000 }, async () => {
    await using machine = await openMachine(files);
    await machine.tellback("daemon", "start");
    const change = (name: string, from: string, to: string) => [
      { tools: [read(machine.file(name))] },
      { tools: [edit(machine.file(name), from, to)] },
    ];
    const run = await machine.session({
      prompt: "Double what is added",
      turns: [
        ...change("bill.py", "self.rate + more", "self.rate + 2 * more"),
        ...change("src/bill.ts", "this.rate + more", "this.rate + 2 * more"),
        ...change("bill.go", "b.rate + more", "b.rate + 2*more"),
        { text: "Done." },
      ],
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    await machine.settled();
    const modified = () =>
      machine.rows<{ path: string; qualified: string; change: string }>(
        "select distinct path, qualified, change from symbol_changes order by path",
      );
    await eventually(() => modified().length >= 3);
    expect(modified()).toEqual([
      { path: "bill.go", qualified: "Bill.Total", change: "modified" },
      { path: "bill.py", qualified: "Bill.total", change: "modified" },
      { path: "src/bill.ts", qualified: "Bill.total", change: "modified" },
    ]);
    const symbols = "select symbols from observations where tool = 'Edit' order by seq";
    await eventually(() =>
      machine.rows<{ symbols: string }>(symbols).every(({ symbols: one }) => /otal/.test(one)),
    );
    expect(machine.rows<{ symbols: string }>(symbols).map((row) => JSON.parse(row.symbols))).toEqual([
      ["Bill.total"],
      ["Bill.total"],
      ["Bill.Total"],
    ]);
    const breaking = await machine.session({
      prompt: "Break it",
      turns: [...change("bill.py", "return 1", "return (1"), { text: "Done." }],
    });
    expect(breaking).toMatchObject({ code: 0, stderr: "" });
    const broken = "select path, state from code_files where broken_since is not null";
    await eventually(() => machine.rows(broken).length > 0);
    expect(machine.rows(broken)).toEqual([{ path: "bill.py", state: "broken" }]);
    expect(
      machine.rows("select signature from symbols where qualified = 'Bill.tax' order by signature"),
    ).toHaveLength(2);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("files changed by a checkout are mapped", { timeout: 180_000 }, async () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [
        `src/f${i}.ts`,
        `export function f${i}(): number {\n  return ${i};\n}\n`,
      ]),
    );
    await using machine = await openMachine(many);
    await machine.tellback("daemon", "start");
    await machine.tellback("map", machine.project);
    const run = await machine.session({
      prompt: "Switch",
      turns: [
        {
          tools: [
            bash(
              "git checkout -q -b other && sed -i 's/return /return 1 + /' src/*.ts && git commit -qam other && git checkout -q - && git checkout -q other",
            ),
          ],
        },
        { text: "Done." },
      ],
    });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const modified = () =>
      machine.rows<{ n: number }>(
        "select count(distinct path) as n from symbol_changes where change = 'modified'",
      )[0]?.n;
    await eventually(() => modified() === 200);
    expect(modified()).toBe(200);
  });
});
