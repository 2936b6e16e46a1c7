import { expect, test } from "vitest";
import { type Statement, supersededIn } from "./supersede.ts";

const said = (turnId: string, value: string, over: Partial<Statement> = {}): Statement => ({
  turnId,
  at: `2026-03-0${turnId}T10:00:00.000Z`,
  subject: "value:sync timeout",
  value,
  isStated: true,
  branch: null,
  files: [],
  ...over,
});
const by = (...statements: Statement[]) =>
  [...supersededIn(statements)].map(([id, newer]) => `${id}:${newer?.turnId ?? "current"}`);

test("the newest value supersedes all others, whatever arrives first", () => {
  expect(by(said("1", "10 s"), said("2", "30 s"), said("3", "60 s"))).toEqual(["1:3", "2:3", "3:current"]);
  expect(by(said("2", "30 s"), said("1", "10 s"))).toEqual(["1:2", "2:current"]);
});

test("the same value again changes nothing; a value that returns is current again", () => {
  expect(by(said("1", "10 s"), said("2", "10 s"))).toEqual(["1:current", "2:current"]);
  expect(by(said("1", "10 s"), said("2", "30 s"), said("3", "10 s"))).toEqual([
    "1:current",
    "2:3",
    "3:current",
  ]);
});

test("a general word is the same subject only in the same files", () => {
  const port = { subject: "value:port" };
  expect(by(said("1", "80", port), said("2", "81", port))).toEqual(["1:current", "2:current"]);
  const here = { ...port, files: ["compose.yml"] };
  expect(by(said("1", "80", here), said("2", "81", here))).toEqual(["1:2", "2:current"]);
});

test("a value on another branch does not change the main one, but the main one changes it", () => {
  expect(by(said("1", "10 s", { branch: "main" }), said("2", "30 s", { branch: "try" }))).toEqual([
    "1:current",
    "2:current",
  ]);
  expect(by(said("1", "10 s", { branch: "try" }), said("2", "30 s", { branch: "main" }))).toEqual([
    "1:2",
    "2:current",
  ]);
});

test("a value that is only in the code replaces a stated one, and is never replaced itself", () => {
  const inCode = { isStated: false };
  expect(by(said("1", "10 s"), said("2", "30 s", inCode), said("3", "60 s"))).toEqual(["1:3", "3:current"]);
  expect(by(said("1", "10 s"), said("2", "30 s", inCode))).toEqual(["1:2"]);
});
