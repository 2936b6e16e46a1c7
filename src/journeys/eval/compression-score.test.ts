// Scores of a compressed observation: what counts as a fact, when it is kept, how length counts, what is asked.

import { describe, expect, test } from "vitest";
import {
  brevityOf,
  commonnessOf,
  factsOf,
  fidelityOf,
  type Kept,
  questionFrom,
  shareOf,
} from "./compression-score.ts";

const raw = `tool: Bash (failed)
command: npm test
 FAIL  src/auth/login.test.ts > rejects a wrong password
AssertionError: expected 200 to be 401
 at checkPassword (/home/dev/project/src/auth/login.ts:42:27)
see https://docs.example.test/errors#login for commit 3f9a2c1
Tests  2 failed | 412 passed (414)`;

const kept = (more: Partial<Kept>): Kept => ({ title: "", summary: "", detail: "", files: [], ...more });

describe("facts", () => {
  test("files, identifiers and numbers of a text", () => {
    expect(factsOf(raw)).toEqual({
      files: ["src/auth/login.test.ts", "/home/dev/project/src/auth/login.ts"],
      identifiers: ["https://docs.example.test/errors#login", "AssertionError", "checkPassword", "3f9a2c1"],
      numbers: ["200", "401", "412", "414"],
    });
  });

  test("of a long log only the telling lines count", () => {
    const noise = Array.from({ length: 500 }, (_, i) => `2026-01-05 INFO handled request_number_${i}`);
    const facts = factsOf([...noise, "TypeError: boom in loadCart", ...noise].join("\n"));
    expect(facts.identifiers).toContain("loadCart");
    expect(facts.identifiers.length).toBeLessThan(12);
  });

  test("are the same for whatever text, and never many", () => {
    for (const text of ["", "\n\n", "x".repeat(1e6), "a/b.ts ".repeat(1e5)]) {
      const { files, identifiers, numbers } = factsOf(text);
      expect(files.length + identifiers.length + numbers.length).toBeLessThanOrEqual(90);
    }
  });
});

describe("fidelity", () => {
  const facts = factsOf(raw);

  test("everything kept is 1, nothing kept is 0", () => {
    const all = fidelityOf(facts, kept({ detail: raw }));
    const none = fidelityOf(facts, kept({}));
    expect(shareOf(all.files, all.identifiers, all.numbers)).toBe(1);
    expect(shareOf(none.files, none.identifiers, none.numbers)).toBe(0);
  });

  test("a file is kept without the project's folder, and also in the list of files", () => {
    expect(fidelityOf(facts, kept({ files: ["src/auth/login.ts"] })).files).toEqual({ kept: 1, all: 2 });
  });

  test("a number is kept only as itself", () => {
    const { numbers } = fidelityOf(facts, kept({ detail: "4140 and 12.401 and 200" }));
    expect(numbers).toEqual({ kept: 1, all: 4 });
  });

  test("of nothing there is no share", () => expect(shareOf({ kept: 0, all: 0 })).toBeNull());
});

test("brevity is full up to the wanted length, and halves with each doubling", () => {
  expect(brevityOf(kept({ detail: "word ".repeat(200) }))).toBe(1);
  expect(brevityOf(kept({ detail: "word ".repeat(530) }))).toBeCloseTo(0.5);
});

test("a question asks with the rarest words", () => {
  const raws = ["the common words and zebra", "the common words and giraffe", "the common words"];
  expect(questionFrom(raws[0] as string, commonnessOf(raws)).split(" ")[0]).toBe("zebra");
});
