// Which calls a list of callees leaves out.

import { expect, test } from "vitest";
import { isNoise } from "./call-noise.ts";

test.each([
  ["<builtin>.print", "print", true],
  ["logging.info", "logging.info", true],
  [null, "console.log", true],
  [null, "logger.warn", true],
  ["requests.get", "requests.get", false],
  [null, "login", false],
  [null, "logarithm(x)", false],
])("a call of %s, written %s: noise is %s", (target, written, noise) => {
  expect(isNoise(target, written)).toBe(noise);
});
