import { describe, expect, test } from "vitest";
import { isEmpty, parseQuestion, plainQuestion } from "./question.ts";

const without = (typed: string) => parseQuestion(typed).without.map((terms) => terms.join(" "));

describe("rules out", () => {
  test.each([
    ["a word", "release notes -draft", ["draft"]],
    ["a phrase", 'release notes -"for good"', ["for good"]],
    ["several", "config -yaml -toml", ["yaml", "toml"]],
    ["short names that people know", "config -js -go", ["js", "go"]],
    ["words in any script", "Verbindung -Zeit -日本", ["zeit", parseQuestion("日本").any.join(" ")]],
    ["a word of three letters", "deploy -aws", ["aw"]],
  ])("%s", (_, typed, expected) => {
    expect(without(typed)).toEqual(expected);
  });
});

describe("rules out nothing in", () => {
  test.each([
    ["long flags", "git push --force-with-lease --no-verify"],
    ["short flags", "kubectl get pods -n staging -o yaml"],
    ["short flags in one", "rm -rf dist && docker run -it node"],
    ["flags with a value", "node -r=ts -Dkey=value"],
    ["flags of find", "find . -name '*.ts' -type f -maxdepth 2"],
    ["flags of java", "java -jar app.jar"],
    ["flags of compilers", "gcc -Wall -O2 -std=c11"],
    ["flags of tar", "tar -xzvf archive.tgz"],
    ["flags of go", "go test -run TestParse -count 1"],
    ["hyphenated words", "write-through re-index utf-8"],
    ["a dash between words", "cache - how does it work"],
    ["negative numbers and arrows", "returns -1 -> null -5"],
    ["a diff", "-const a = 1;\n+const b = 2;"],
    ["nothing but a word with a dash", "-verbose"],
  ])("%s", (_, typed) => {
    expect(without(typed)).toEqual([]);
    expect(isEmpty(parseQuestion(typed))).toBe(false);
  });
});

test("a phrase is required only if a person put quotes around words", () => {
  expect(parseQuestion('module "not found" here').phrases).toHaveLength(1);
  expect(parseQuestion("“not found”").phrases).toHaveLength(1);
  expect(parseQuestion('log("not found", "x y")').phrases).toEqual([]);
  expect(parseQuestion('{"name": "tellback", "a": "b"}').phrases).toEqual([]);
  expect(parseQuestion('an "unclosed quote').phrases).toEqual([]);
});

test("quotes inside a sentence are not a condition", () => {
  expect(parseQuestion('Why did she read "Becoming Nicole" so often?').phrases).toEqual([]);
  expect(parseQuestion('"connection refused" staging').phrases).toHaveLength(1);
  expect(parseQuestion('"connection refused" "port 5432" staging server').phrases).toHaveLength(2);
});

test("plain text has no syntax", () => {
  const plain = plainQuestion('rename "Save" -draft\n"Open"');
  expect(plain).toMatchObject({ phrases: [], without: [], text: 'rename "Save" -draft "Open"' });
  expect(plain.any).toEqual(expect.arrayContaining(["renam", "save", "draft", "open"]));
});

test("copied names are recognised by their form", () => {
  const named =
    "parseHook in src/doors/http/app.ts with MAX_DEPTH and ERR_A_B, TS2345, E0308, 0x80070005, ENOENT, 1.2.3";
  expect(parseQuestion(named).identifiers).toEqual([
    "parsehook",
    "src/doors/http/app.ts",
    "max_depth",
    "err_a_b",
    "ts2345",
    "e0308",
    "0x80070005",
    "enoent",
    "1.2.3",
  ]);
  expect(parseQuestion("How do we deploy the page? I forgot.").identifiers).toEqual([]);
});

test("endless syntax is cut, not refused", () => {
  const many = parseQuestion(Array.from({ length: 500 }, (_, n) => `-word${n} "phrase ${n}"`).join(" "));
  expect(many.without.length).toBeLessThanOrEqual(16);
  expect(many.phrases.length).toBeLessThanOrEqual(16);
});
