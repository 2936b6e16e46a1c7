// Bold text loses its marks, names keep theirs.

import { expect, test } from "vitest";
import { withoutBold } from "./emphasis.ts";

test.each([
  ["**Always** run `npm test`", "Always run `npm test`"],
  ["__Always run__ the tests", "Always run the tests"],
  ["__Important__: two **very bold** words", "Important: two very bold words"],
])("%s → %s", (text, plain) => expect(withoutBold(text)).toBe(plain));

test.each([
  "Keep __init__.py empty",
  "The class needs __init__ and __repr__",
  "Pass **kwargs on, and *args",
  "The limit is 2**10 or 2**12",
  "Put __tests__/cart.test.ts beside src/__mocks__/db.ts",
  "Call mcp__files__read before __dirname",
  "Run **/*.test.ts and src/**/*.ts",
])("%s stays as it is", (text) => expect(withoutBold(text)).toBe(text));
