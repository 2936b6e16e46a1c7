// The documents stay true: generated ones are as the tables make them, all of them name only what there is, and nothing
// that a user can call or set is missing from them.

import { describe, expect, test } from "vitest";
import { areaTables } from "../scripts/areas.ts";
import { generatedDocuments } from "../scripts/docs/documents.ts";
import { documentAt, documentPaths, faultsIn, unnamedIn } from "./support/documents.ts";

test("generated documents and tables of areas are what `npm run docs` writes", () => {
  const written = { ...generatedDocuments(), ...areaTables() };
  const stale = Object.entries(written).filter(([path, text]) => documentAt(path) !== text);
  expect(stale.map(([path]) => path)).toEqual([]);
});

test("documents name only commands, options, settings and files that exist", () => {
  const faults = documentPaths.flatMap((path) =>
    faultsIn(documentAt(path), path).map((fault) => `${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test("every command, operation and setting is in a document", () => {
  const read = documentPaths.filter((path) => /^(?:README|docs\/)/.test(path)).map(documentAt);
  expect(unnamedIn(read)).toEqual([]);
});

describe("the check of the documents", () => {
  test.each([
    ["Run `tellback frobnicate`.", 'there is no command "tellback frobnicate"'],
    ["```\ntellback session frobnicate ID\n```", 'there is no command "tellback session frobnicate"'],
    ["```console\n$ npx tellback frobnicate\n```", 'there is no command "tellback frobnicate"'],
    ['Try `tellback search "login page" --nonsense`.', "tellback search has no option --nonsense"],
    ["`tellback status` and `--nonsense`", "no command has the option --nonsense"],
    ["`tellback config set recall.nonsense 1`", "there is no setting recall.nonsense"],
    ["Set `recall.nonsense` to 1.", "there is no setting recall.nonsense"],
    ["`TELLBACK_NONSENSE=1`", "there is no variable TELLBACK_NONSENSE"],
    ["See `src/nonsense.ts`.", "there is no file src/nonsense.ts"],
    ["`npm run nonsense`", 'there is no script "npm run nonsense"'],
    ["[more](docs/nonsense.md)", "the link to docs/nonsense.md leads nowhere"],
  ])("finds what is wrong in %j", (text, fault) => {
    expect(faultsIn(text)).toContain(fault);
  });

  test.each([
    "`tellback search WORDS --since yesterday --explain`",
    "`tellback knowledge --topic deploys`, `tellback learnings`",
    '`tellback query "type:decision AND tag:area:auth"`',
    "`tellback config set KEY VALUE`, `recall.budgetTokens`, `compress.start`",
    "```\ntellback doctor      shows what tellback frobnicate would not\n```",
  ])("accepts %j", (text) => {
    expect(faultsIn(text)).toEqual([]);
  });

  test("finds what no document names", () => {
    expect(unnamedIn([])).toEqual(
      expect.arrayContaining(["tellback session show", "session.show", "backup.keep"]),
    );
  });
});
