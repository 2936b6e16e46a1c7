// What is injected follows the window of the model, within bounds.

import { expect, test } from "vitest";
import { contextWindowOf, windowFactor } from "./context-window.ts";

test.each([
  ["claude-opus-5-5", 200_000, 1],
  ["claude-sonnet-5[1m]", 1_000_000, 2],
  ["gpt-3.5-turbo", 16_000, 0.08],
  ["my-own-model", null, 1],
  [undefined, null, 1],
])("the model %s has a window of %s tokens, factor %s", (model, window, factor) => {
  expect(contextWindowOf(model)).toBe(window);
  expect(windowFactor(model)).toBe(factor);
});
