// Long lists are shortened to their folders, not to their first names.

import { expect, test } from "vitest";
import { ran, short, use } from "../../../test/samples/shorten/uses.ts";
import { historyIn } from "./history.ts";
import { folded, foldersIn, listingIn } from "./listing.ts";

const paths = [
  ...Array.from({ length: 40 }, (_, i) => `src/rooms/part${i}.ts`),
  ...Array.from({ length: 9 }, (_, i) => `src/doors/door${i}.ts`),
  "package.json",
];

test.each([
  ["find", paths.map((path) => `./${path}`)],
  ["git ls-files", paths],
  ["grep -n", paths.map((path, i) => `${path}:${i + 1}:const found = true;`)],
  ["grep -c", paths.map((path, i) => `${path}:${i + 1}`)],
  ["wc -l", paths.map((path, i) => `  ${i + 10} ${path}`)],
  ["git diff --stat", paths.map((path) => ` ${path} | 12 ++++----`)],
  ["git status --short", paths.map((path) => ` M ${path}`)],
])("%s is recognised as a list of files", (_, lines) => {
  expect(listingIn(lines.join("\n"))).toEqual({ paths, rest: [] });
});

test("the files of ls -R get the folder named above them", () => {
  const names = Array.from({ length: 12 }, (_, i) => `part${i}.ts`);
  const text = `src/rooms:\n${names.join("\n")}\nREADME\n\nsrc/doors:\ndoor.ts`;
  expect(listingIn(text)?.paths).toEqual([
    ...names.map((name) => `src/rooms/${name}`),
    "src/rooms/README",
    "src/doors/door.ts",
  ]);
});

test("error lines between the files are kept separately", () => {
  const denied = "find: './private': Permission denied";
  expect(listingIn([...paths, denied].join("\n"))?.rest).toEqual([denied]);
});

test("compiler errors are not a list of files, however many", () => {
  const complaints = paths.map((path, i) => `${path}:${i + 1}:5: error: expected ';' before 'x${i}'`);
  expect(listingIn(complaints.join("\n"))).toBeNull();
  expect(short(ran("make", complaints.join("\n"), true)).detail).toContain("error: expected ';'");
});

test("a few files, a log and prose are not a list of files", () => {
  expect(listingIn(paths.slice(0, 5).join("\n"))).toBeNull();
  expect(
    listingIn(Array.from({ length: 50 }, (_, i) => `10:00:0${i % 10} served /a/b.html`).join("\n")),
  ).toBeNull();
  expect(
    listingIn(Array.from({ length: 50 }, (_, i) => `a sentence about thing ${i}`).join("\n")),
  ).toBeNull();
});

test("every folder is listed with its number of files, and with names while there is room", () => {
  const lines = folded(paths, 120);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^src\/rooms\/ \(40\): part0\.ts, part1\.ts.*…$/);
  expect(lines[1]).toMatch(/^src\/doors\/ \(9\): door0\.ts/);
  expect(lines[2]).toBe("./ (1): package.json");
  expect(folded(paths, 10)).toEqual(["src/rooms/ (40)", "src/doors/ (9)", "./ (1)"]);
});

test("a file that was found twice is listed once", () => {
  expect(folded(["src/a.ts", "src/a.ts", "src/b.ts"], 100)).toEqual(["src/ (3 in 2): a.ts, b.ts"]);
});

test("many folders are merged into their parents", () => {
  const deep = Array.from({ length: 100 }, (_, i) => `src/part${i % 4}/unit${i}/index.ts`);
  expect(folded(deep, 0)).toEqual([0, 1, 2, 3].map((i) => `src/part${i}/ (25)`));
});

test("a list of any length and width is shortened to a few lines", () => {
  const wide = Array.from({ length: 300_000 }, (_, i) => `dir${i % 500}/file${i}.ts`);
  const lines = folded(wide, 500);
  expect(lines).toHaveLength(25);
  expect(lines.at(-1)).toBe("476 more folders");
  expect(short(ran("find .", wide.join("\n"))).detail.length).toBeLessThanOrEqual(1200);
});

test("on one line, the folders with the most files come first", () => {
  expect(foldersIn(paths, 40)).toBe("src/rooms/ (40), src/doors/ (9), ./ (1)");
  expect(foldersIn(paths, 20)).toBe("src/rooms/ (40), 2 more folders");
});

test("a long list is shortened to its folders, and the observation names none of its files", () => {
  const { summary, detail, files } = short(ran("find . -name '*.ts'", paths.join("\n")));
  expect(summary).toContain("src/rooms/ (40), src/doors/ (9)");
  expect(detail).toContain("src/doors/ (9): door0.ts");
  expect(files).toEqual([]);
});

test("a history is shortened to hashes and subjects, whatever is between them", () => {
  const commit = (hash: string, subject: string) =>
    `commit ${hash}${"0".repeat(33)}\nAuthor: A <a@b.c>\nDate:   Mon\n\n    ${subject}\n\n src/a.ts | 2 +-`;
  const expected = ["1a2b3c4 first thing", "2b3c4d5 second thing"];
  const long = [commit("1a2b3c4", "first thing"), commit("2b3c4d5", "second thing")].join("\n\n");
  expect(historyIn(long)?.map(({ text }) => text)).toEqual(expected);
  expect(historyIn(expected.join("\n"))?.map(({ text }) => text)).toEqual(expected);
});

test("a patch and a blame are not a history", () => {
  expect(historyIn("commit 1a2b3c4\n\n    fix\ncommit 2b3c4d5\n\ndiff --git a/x b/x")).toBeNull();
  expect(historyIn("1a2b3c45 (A 2026-01-05 1) const a;\n1a2b3c45 (A 2026-01-05 2) const b;\nend")).toBeNull();
});

test("matches that do not fit are replaced by their files", () => {
  const matches = Array.from(
    { length: 40 },
    (_, n) => `src/part${n % 2}/file${n}.ts:${n + 1}:  const id = newId("job");`,
  );
  const { detail } = short(
    use("Grep", { pattern: "newId" }, { mode: "content", content: matches.join("\n") }),
  );
  expect(detail).toContain("src/part0/file0.ts:1:");
  expect(detail).not.toContain("src/part1/file19.ts:20:");
  expect(detail).toMatch(/src\/part1\/.*file19\.ts/);
});

test("packages are shown by name and version, without link targets", () => {
  const tree = ["left-pad@1.3.0", "zod@4.6.7"].map(
    (one) => `├── ${one} -> ./../work/node_modules/${one.split("@")[0]}`,
  );
  const { detail } = short(ran("npm ls", ["shop@1.0.0 /home/dev/project", ...tree].join("\n")));
  expect(detail).toContain("left-pad@1.3.0\nzod@4.6.7");
});

test("the observation of a patch names the files that it changes", () => {
  const patch =
    "diff --git a/src/a.ts b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\ndiff --git a/src/b.ts b/src/b.ts\n@@ -1 +1 @@\n-a\n+b";
  expect(short(ran("git diff", patch)).files).toEqual(["src/a.ts", "src/b.ts"]);
});
