// The score of a compressed observation: facts, fidelity, brevity, and the questions it is searched by.

import { describe, expect, test } from "vitest";
import {
  brevityOf,
  type CompressedText,
  commonnessOf,
  factsOf,
  fidelityOf,
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

const kept = (more: Partial<CompressedText>): CompressedText => ({
  title: "",
  summary: "",
  detail: "",
  files: [],
  ...more,
});

describe("the facts of a text", () => {
  test("are its files, identifiers and numbers", () => {
    expect(factsOf(raw)).toEqual({
      files: ["src/auth/login.test.ts", "/home/dev/project/src/auth/login.ts"],
      identifiers: ["https://docs.example.test/errors#login", "AssertionError", "checkPassword", "3f9a2c1"],
      numbers: ["200", "401", "412", "414"],
    });
  });

  test("come only from the informative lines of a long log", () => {
    const noise = Array.from({ length: 500 }, (_, i) => `2026-01-05 INFO handled request_number_${i}`);
    const facts = factsOf([...noise, "TypeError: boom in loadCart", ...noise].join("\n"));
    expect(facts.identifiers).toContain("loadCart");
    expect(facts.identifiers.length).toBeLessThan(12);
  });

  test("are deterministic and few, for any text", () => {
    for (const text of ["", "\n\n", "x".repeat(1e6), "a/b.ts ".repeat(1e5)]) {
      const { files, identifiers, numbers } = factsOf(text);
      expect(files.length + identifiers.length + numbers.length).toBeLessThanOrEqual(90);
    }
  });
});

describe("the fidelity score", () => {
  const facts = factsOf(raw);

  test("is 1 if every fact is kept and 0 if none is", () => {
    const all = fidelityOf(facts, kept({ detail: raw }));
    const none = fidelityOf(facts, kept({}));
    expect(shareOf(all.files, all.identifiers, all.numbers)).toBe(1);
    expect(shareOf(none.files, none.identifiers, none.numbers)).toBe(0);
  });

  test("counts a file that is named without the project's folder or in the list of files", () => {
    expect(fidelityOf(facts, kept({ files: ["src/auth/login.ts"] })).files).toEqual({ kept: 1, all: 2 });
  });

  test("counts a number only if it is unchanged", () => {
    const { numbers } = fidelityOf(facts, kept({ detail: "4140 and 12.401 and 200" }));
    expect(numbers).toEqual({ kept: 1, all: 4 });
  });

  test("is null if there are no facts", () => expect(shareOf({ kept: 0, all: 0 })).toBeNull());
});

test("the brevity score is 1 up to the target length and halves with each doubling", () => {
  expect(brevityOf(kept({ detail: "word ".repeat(200) }))).toBe(1);
  expect(brevityOf(kept({ detail: "word ".repeat(530) }))).toBeCloseTo(0.5);
});

test("a question is built from the rarest words", () => {
  const raws = ["the common words and zebra", "the common words and giraffe", "the common words"];
  expect(questionFrom(raws[0] as string, commonnessOf(raws)).split(" ")[0]).toBe("zebra");
});
