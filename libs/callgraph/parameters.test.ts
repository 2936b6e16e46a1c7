import { describe, expect, test } from "vitest";
import { fits, parametersOf } from "./parameters.ts";

function check(language: string, signature: string, call: string, isMethod = false): boolean {
  const name = "total";
  const parameters = parametersOf({ language, name, signature, isMethod });
  return parameters === null || fits(parameters, call, name, language);
}

describe("a call fits", () => {
  test.each([
    ["python", "def total(self, net, rate=0.19)", "bill.total(3)", true],
    ["python", "def total(net, *, rate)", "total(3, rate=0.19)", false],
    ["python", "def total(net, *more, **named)", "total(1, 2, 3, x=4)", false],
    ["python", "def total(net, rate)", "total(*both)", false],
    [
      "python",
      "def total(net: Dict[str, int], rate: float = max(1, 2)) -> float",
      "total({'a': 1, 'b': 2})",
      false,
    ],
    [
      "typescript",
      "function total(net: Map<string, number>, rate?: number): number",
      'total(new Map([["a", 1]]))',
      false,
    ],
    [
      "typescript",
      "function total<T>(each: (one: T, at: number) => void)",
      "total<string>((one, at) => {})",
      false,
    ],
    ["typescript", "total(net: number, ...more: number[])", "bill.total(1, 2, 3)", false],
    ["go", "func (b *Bill) total(net, rate float64) float64", "b.total(1, 2)", true],
    ["go", "func total(net float64, rate float64) float64", "total(both())", false],
    ["rust", "fn total<'a>(&'a self, net: f64) -> f64", "bill.total(1.0)", true],
    ["javascript", "function total(a, b, c)", "total(1)", false],
    ["python", "def total(net, rate)", "total", false],
    ["python", "def total(net, rate)", "total(net,  # with a comment\n 2", false],
  ] as const)("%s: %s ← %s", (language, signature, call, isMethod) => {
    expect(check(language, signature, call, isMethod)).toBe(true);
  });
});

describe("a call does not fit", () => {
  test.each([
    ["python", "def total(net, rate, digits)", "total(3, 0.19)", false],
    ["python", "def total(self, net)", "self.total(3, 0.19)", true],
    ["python", "def total(net, tax)", "total(net, rate=0.19)", false],
    ["python", "def total(net, *, rate)", "total(3)", false],
    ["typescript", "function total(net: number, rate: number): number", "total(3)", false],
    ["typescript", "function total(net: number): number", 'total(3, "a, b")', false],
    ["go", "func total(net, rate, digits float64) float64", "total(1, 2)", false],
    ["rust", "fn total(&self, net: f64, rate: f64) -> f64", "bill.total(1.0)", true],
  ] as const)("%s: %s ← %s", (language, signature, call, isMethod) => {
    expect(check(language, signature, call, isMethod)).toBe(false);
  });
});
