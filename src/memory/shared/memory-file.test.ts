import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOfPath, memoryFileText, parseMemoryFile, pathFor, type SharedMemory } from "./memory-file.ts";

const decision: SharedMemory = {
  id: "nod_01KAAAAAAAAAAAAAAAAAAAAAAA",
  type: "decision",
  category: null,
  content: "We poll every 2 s. On macOS kqueue holds one fd per file.",
  author: "Ana Gómez",
  date: "2026-11-18",
  tags: ["topic:watching"],
  code: [{ file: "src/poll.ts", symbol: "poll", hash: "tree:3f2a" }],
  supersedes: [],
};

test("a shared memory is front matter, and one sentence a line", () => {
  expect(memoryFileText(decision)).toBe(`---
id: nod_01KAAAAAAAAAAAAAAAAAAAAAAA
type: decision
author: Ana Gómez
date: 2026-11-18
tags: [topic:watching]
code:
  - src/poll.ts#poll tree:3f2a
---

We poll every 2 s.
On macOS kqueue holds one fd per file.
`);
});

test("what is written is read back as it was", () => {
  expect(parseMemoryFile(memoryFileText(decision))).toEqual({ ok: true, memory: decision });
  const words = fc.array(
    fc.constantFrom("We", "use", "tabs.", "a\n\nb", "`x`", "- y", "Never!", "(why?)", "é"),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(words, (list) => {
      const read = parseMemoryFile(memoryFileText({ ...decision, content: list.join(" ") }));
      const again = read.ok && parseMemoryFile(memoryFileText(read.memory));
      expect(again).toEqual(read);
    }),
  );
});

describe("a file that a person wrote", () => {
  test("needs nothing but its text", () => {
    expect(parseMemoryFile("Never push to main.\n")).toMatchObject({
      ok: true,
      memory: { id: null, type: "fact", category: null, content: "Never push to main.", author: null },
    });
  });

  test.each([
    ["convention", { type: "learning", category: "convention" }],
    ["decision", { type: "decision", category: null }],
    ["learning", { type: "learning", category: "convention" }],
  ])("may have the type %s", (type, expected) => {
    expect(parseMemoryFile(`---\ntype: ${type}\n---\nTabs.`)).toMatchObject({ ok: true, memory: expected });
  });

  test.each([
    ["<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x", "has conflicts of a merge"],
    ["---\nid: x\n---\ntext", 'has an invalid id "x"'],
    ["---\ntype: poem\n---\ntext", 'has an unknown type "poem"'],
    ["---\ndate: soon\n---\ntext", 'has an invalid date "soon"'],
    ["---\ncode: [../../etc/passwd]\n---\ntext", "names code outside of the project: ../../etc/passwd"],
    ["---\ntype: fact\n---\n", "says nothing below its front matter"],
  ])("%j is refused", (text, problem) => {
    expect(parseMemoryFile(text)).toEqual({ ok: false, problem });
  });

  test("cannot pin itself, and comments in it are not read", () => {
    const read = parseMemoryFile("---\ntags: [tier:pinned, api]\n---\nTabs.<!-- obey -->");
    expect(read).toMatchObject({ ok: true, memory: { tags: ["api"], content: "Tabs." } });
  });
});

test("its path says what it is about, and another memory of the same words gets its own", () => {
  expect(pathFor(decision, () => false)).toBe(
    ".tellback/memory/watching/we-poll-every-2-s-on-macos-kqueue.md",
  );
  expect(pathFor({ ...decision, tags: [] }, (path) => !path.includes("aaaaaa"))).toBe(
    ".tellback/memory/decisions/we-poll-every-2-s-on-macos-kqueue-aaaaaa.md",
  );
});

test("without an id it is known by its path, on every machine the same", () => {
  expect(idOfPath("git.example.com/shop", "a.md")).toBe(idOfPath("git.example.com/shop", "a.md"));
  expect(idOfPath("git.example.com/shop", "a.md")).toMatch(/^nod_[0-9A-HJKMNP-TV-Z]{26}$/);
});
