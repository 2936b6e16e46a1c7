// What a model gets to read of an event, and what is used of its answer.

import { describe, expect, test } from "vitest";
import { outputs, textOf } from "../../../test/samples/shorten/outputs.ts";
import { projectDir, ran, use } from "../../../test/samples/shorten/uses.ts";
import type { WaitingExcerpt } from "../../rooms/excerpts/room.ts";
import { excerptOf, maxCharacters } from "./excerpt.ts";
import { improvedBy } from "./improve.ts";
import { requestFor } from "./request.ts";

describe("an excerpt of an event", () => {
  test.each(outputs.map((sample) => [sample.name, sample] as const))(
    "%s: contains the important parts within its limit",
    (_, sample) => {
      const excerpt = excerptOf(ran(sample.command, textOf(sample), sample.failed));
      expect(excerpt.length).toBeLessThanOrEqual(maxCharacters + 100);
      // Some names are the rules' own wording.
      for (const name of sample.names.filter((one) => textOf(sample).includes(one))) {
        expect(excerpt).toContain(name);
      }
    },
  );

  test.each([
    ["nothing", use("Odd", undefined, undefined)],
    ["numbers", use("Odd", 7, 7)],
    ["a million characters", use("Write", { content: "x".repeat(1e6) }, "y ".repeat(5e5))],
    ["half a surrogate pair", use("Write", { content: `${"x".repeat(1198)}😀${"y".repeat(5000)}` }, null)],
    ["a long prompt", { cwd: projectDir, type: "prompt" as const, text: "why? ".repeat(1e5) }],
  ])("accepts %s", (_, event) => {
    const excerpt = excerptOf(event);
    expect(excerpt.length).toBeLessThanOrEqual(maxCharacters + 100);
    expect(excerpt.isWellFormed()).toBe(true);
  });
});

const waiting: WaitingExcerpt = {
  observationId: "obs_1",
  sessionId: "s",
  asked: "Fix the login",
  text: "tool: Edit\nfile_path: /home/dev/project/src/auth/login.ts\nfunction lockOut(count)",
  title: "Edited src/auth/login.ts",
  summary: "Changed",
  detail: "",
  files: ["src/auth/login.ts"],
  symbols: ["lockOut"],
  rawBytes: 900,
  tries: 0,
};

describe("a request to the model", () => {
  test("contains every item with its number and the user's prompt, separate from the instructions", () => {
    const { system, prompt, data, maxTokens } = requestFor([waiting, { ...waiting, asked: null }]);
    expect(data).toMatch(/=== item 1\nthe user had asked: Fix the login\n[\s\S]*=== item 2\ntool: Edit/);
    expect(system + prompt).not.toContain("login.ts");
    expect(maxTokens).toBeLessThan(2000);
  });

  test("has the same bytes for the same batch", () => {
    expect(requestFor([waiting])).toEqual(requestFor([waiting]));
  });
});

describe("the answer of the model", () => {
  const item = { item: 1, title: "T", summary: "S", detail: "D", files: [], symbols: [] };

  test("adds files and symbols only if they occur in the item", () => {
    const [better] = improvedBy(
      [waiting],
      [
        {
          ...item,
          files: ["/home/dev/project/src/auth/login.ts", "src/auth/invented.ts"],
          symbols: ["lockOut", "count", "neverThere"],
        },
      ],
    );
    expect(better?.files).toEqual(["src/auth/login.ts"]);
    expect(better?.symbols).toEqual(["lockOut", "count"]);
  });

  test("is cut to the limits, and title and summary to one line", () => {
    const long = "word ".repeat(1000);
    const [better] = improvedBy([waiting], [{ ...item, title: `a\nb ${long}`, summary: long, detail: long }]);
    expect(better?.title).toMatch(/^a b .{0,90}…$/);
    expect(better?.title.length).toBeLessThanOrEqual(90);
    expect(better?.summary.length).toBeLessThanOrEqual(400);
    expect(better?.detail.length).toBeLessThanOrEqual(1200);
  });

  test("changes nothing for an item that is missing or empty", () => {
    const batch = [waiting, waiting, waiting];
    const answers = [
      { ...item, item: 3 },
      { ...item, item: 2, title: " \n " },
      { ...item, item: 99 },
    ];
    expect(improvedBy(batch, answers).map((one) => one?.title ?? null)).toEqual([null, null, "T"]);
  });
});
