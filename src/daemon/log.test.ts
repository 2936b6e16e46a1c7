import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("a repeated error is written once, a different one at once", () => {
  const lines: string[] = [];
  const log = createLog((text) => lines.push(text));
  for (let n = 0; n < 5; n++) log(new Error("the disk is full"));
  log(new Error("the server is away"));
  expect(lines.map((line) => /the \w+ is \w+/.exec(line)?.[0])).toEqual([
    "the disk is full",
    "the server is away",
  ]);
});

test("a log that cannot be written loses its line and nothing else", () => {
  const log = createLog(() => {
    throw new Error("ENOSPC");
  });
  expect(() => log(new Error("anything"))).not.toThrow();
});
