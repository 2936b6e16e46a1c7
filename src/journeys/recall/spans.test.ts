// The spans of a reply: paragraphs, sentences and lists as they were written.

import { expect, test } from "vitest";
import { spansIn, textOfSpan, wider } from "./spans.ts";

const texts = (reply: string) => spansIn(reply).map(textOfSpan);

test("a span is some sentences of one paragraph, never of two", () => {
  const found = texts("The tax is rounded once. Rounding twice lost a cent.\n\nThe invoice has a footer.");
  expect(found).toContain("The tax is rounded once. Rounding twice lost a cent.");
  expect(found.some((text) => text.includes("cent. The invoice"))).toBe(false);
});

test("a list is said with what introduces it, and its items are told apart", () => {
  expect(texts("Three ports are used:\n- map 8765\n- server 3333")).toContain(
    "Three ports are used: map 8765; server 3333",
  );
});

test("an introduction without its list, an announcement and a file of code are no spans", () => {
  const code = "```ts\nconst a = 1;\nconst b = 2;\nconst c = 3;\nconst d = 4;\n```";
  expect(texts(`Let me check the rates.\n\nHere is the file:\n\n${code}`)).toEqual([]);
});

test("a span knows its heading and grows to the end of its paragraph", () => {
  const [first] = spansIn("## Root cause\n\nThe pool had ten connections. The job took all of them.");
  if (!first) throw new Error("no span");
  expect(first.units[first.from]?.heading).toBe("Root cause");
  expect(textOfSpan(first)).toBe("The pool had ten connections.");
  const grown = wider(first);
  expect(grown && textOfSpan(grown)).toBe("The pool had ten connections. The job took all of them.");
  expect(grown && wider(grown)).toBeNull();
});

test("a sentence that refers back begins no span", () => {
  const found = texts("The worker reads the rates. It does so once a day.");
  expect(found).toEqual([
    "The worker reads the rates.",
    "The worker reads the rates. It does so once a day.",
  ]);
});
