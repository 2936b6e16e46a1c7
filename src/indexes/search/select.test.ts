import { expect, test } from "vitest";
import type { DocumentRow } from "../../store/schema.ts";
import type { Fused } from "./fuse.ts";
import { select } from "./select.ts";

const noParts = { text: 0, meaning: 0, neighbour: 0, session: 0, coverage: 0, date: 0, manner: 0 };

function candidate(seq: number, title: string, score: number): { fused: Fused; document: DocumentRow } {
  const document: DocumentRow = {
    ...{ seq, id: `doc_${seq}`, owner_kind: "observation", owner_id: `obs_${seq}` },
    ...{ project_id: null, session_id: null, title, summary: "", detail: "", files: "", symbols: "" },
    ...{ author: null, word_count: 3, is_question: 0, code_share: 0, branch: null },
    happened_at: "2020-01-01T00:00:00.000Z",
  };
  return { fused: { seq, score, parts: noParts }, document };
}

function chosen(text: string, limit: number, ...candidates: [title: string, score: number][]): string[] {
  const made = candidates.map(([title, score], i) => candidate(i + 1, title, score));
  const moment = { now: new Date("2026-03-01") };
  return select(made, moment, { text, identifiers: [], asksWhen: false }, limit).map(
    ({ document }) => `${document.title} (${document.seq})`,
  );
}

test("near-duplicates give way to results that fit nearly as well", () => {
  const tests = ["Ran npm test: 12 passed", "Ran npm test: 13 passed", "Ran npm test: 14 passed"] as const;
  expect(chosen("tests", 3, [tests[0], 5], [tests[1], 4.9], [tests[2], 4.8], ["Read a file", 4.2])).toEqual([
    ...["Ran npm test: 12 passed (1)", "Read a file (4)", "Ran npm test: 13 passed (2)"],
  ]);
});

test("a near-duplicate that fits much better than the rest stays among the first", () => {
  const others = [1, 2, 3, 4].map((n): [string, number] => [`Another file ${"x".repeat(n)}`, 1 + n / 10]);
  const edit = "Edited src/tide.ts";
  expect(chosen("tide", 2, [edit, 6], [edit, 5.5], ...others)).toEqual([`${edit} (1)`, `${edit} (2)`]);
});

test("documents that differ in a number of the question are no duplicates", () => {
  const ports: [string, number][] = [
    ["Listens on port 4711", 5],
    ["Listens on port 4712", 4.8],
    ["Reads a file", 4.5],
  ];
  expect(chosen("port 4711 or 4712", 2, ...ports)[1]).toBe("Listens on port 4712 (2)");
  expect(chosen("which port", 2, ...ports)[1]).toBe("Reads a file (3)");
});
