import { expect, test } from "vitest";
import { shortId } from "./ids.ts";
import { newId } from "./new-id.ts";

test("ids created at once are in order, and their short forms are unique", () => {
  const ids = Array.from({ length: 5_000 }, () => newId("observation"));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map(shortId)).size).toBe(ids.length);
});

test("a short id is a prefix of the whole one", () => {
  const id = newId("node");
  expect(id).toMatch(/^nod_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(id.startsWith(shortId(id))).toBe(true);
  expect(shortId("5eed0001-0c4f-4d6e-9a57-1b2c3d4e5f60")).toBe("5eed0001");
});
