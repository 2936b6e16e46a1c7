import { expect, test } from "vitest";
import { remembering } from "./index.ts";

function counting(most: number) {
  const made: string[] = [];
  const shout = remembering(most, (text) => {
    made.push(text);
    return text.toUpperCase();
  });
  return { made, shout };
}

test("gives what the function gives", () => {
  const { shout } = counting(2);
  const words = ["a", "b", "c", "a", "d", "e", "a"];
  expect(words.map(shout)).toEqual(["A", "B", "C", "A", "D", "E", "A"]);
});

test("makes a result once while it is used, however many others come", () => {
  const { made, shout } = counting(2);
  for (const other of ["b", "c", "d", "e", "f"]) {
    shout("a");
    shout(other);
  }
  expect(made.filter((text) => text === "a")).toHaveLength(1);
});

test("makes a result again that was not used for long", () => {
  const { made, shout } = counting(2);
  for (const text of ["a", "b", "c", "d", "e", "a"]) shout(text);
  expect(made.filter((text) => text === "a")).toHaveLength(2);
});
