import { describe, expect, test } from "vitest";
import { bodyOf, definedIn, hashOf } from "./body.ts";

const typescript = `import { x } from "./x.ts";

/** Adds. */
export function add(
  a: number,
  b: number,
): number {
  const text = "} not the end {"; // } neither
  return a + b;
}

export const double = (n: number): number => n * 2;

const table = {
  one: 1,
  two: [2,
    3],
};

export class Bill
{
  total(items: number[]) {
    return items.length;
  }

  tax(): number {
    if (this.total([]) > 1) {
      return 1;
    } else {
      return \`\${2}
} in a template\`.length;
    }
  }
}
`;

const python = `class Bill:
    """A bill.

def not_code(): in a string
    """

    def total(self,
              items):
        return len(items)

    def tax(self):
        # a comment
        return 1


def after():
    return 2
`;

describe("the body of a definition", () => {
  test.each([
    ["add", "export function add(", "}", 7],
    ["double", "export const double", "n * 2;", 1],
    ["table", "const table = {", "};", 5],
    ["Bill.total", "  total(items", "  }", 3],
    ["Bill.tax", "  tax(): number {", "  }", 8],
  ])("%s", (name, start, end, lines) => {
    const body = bodyOf(typescript, name, "a.ts") ?? "";
    expect(body.startsWith(start)).toBe(true);
    expect(body.endsWith(end)).toBe(true);
    expect(body.split("\n")).toHaveLength(lines);
  });

  test("by indentation in Python", () => {
    expect(bodyOf(python, "Bill.total", "a.py")?.trim()).toMatch(
      /^def total\(self,[\s\S]*return len\(items\)$/,
    );
    expect(bodyOf(python, "tax", "a.py")?.trim().endsWith("return 1")).toBe(true);
    expect(bodyOf(python, "after", "a.py")?.trim()).toBe("def after():\n    return 2");
  });

  test("by level in markdown", () => {
    expect(bodyOf("# A\n\n## B\nb\n### C\nc\n## D\nd\n", "B", "a.md")).toBe("## B\nb\n### C\nc");
  });

  test("is null for an undefined name", () => {
    expect(bodyOf(typescript, "nothing", "a.ts")).toBeNull();
    expect(hashOf(typescript, "Bill.nothing", "a.ts")).toBeNull();
  });
});

test("a change in one body changes its hash and no other, and a change of layout changes none", () => {
  const changed = typescript.replace("a + b", "a - b");
  expect(hashOf(changed, "add", "a.ts")).not.toBe(hashOf(typescript, "add", "a.ts"));
  for (const name of ["double", "table", "Bill", "Bill.total", "Bill.tax"])
    expect(hashOf(changed, name, "a.ts")).toBe(hashOf(typescript, name, "a.ts"));
  const spaced = typescript.replace("  return a + b;", "\n  return a + b;   ").replaceAll("\n", "\r\n");
  expect(hashOf(spaced, "add", "a.ts")).toBe(hashOf(typescript, "add", "a.ts"));
  expect(hashOf(changed, "", "a.ts")).not.toBe(hashOf(typescript, "", "a.ts"));
});

test("what a file defines", () => {
  expect([...definedIn(typescript).keys()]).toEqual(
    expect.arrayContaining(["add", "double", "Bill", "total", "tax"]),
  );
});
