// A cue must hit sentences that it was not written for: no phrase is there only for the sentences that measure the model.

import { join } from "node:path";
import { expect, test } from "vitest";
import { phraseHits } from "../bench/statement-phrases.ts";

test("no cue phrase occurs only in the test half or the held sets", () => {
  const hits = phraseHits(join(import.meta.dirname, "../bench/data"));
  expect(hits.length).toBeGreaterThan(500);
  expect(hits.filter(({ training, measured }) => training === 0 && measured > 0)).toEqual([]);
});
