// Tries every shape of text at every door of a group, and says what costs more than in proportion to its length.

import { afterAll, expect, test } from "vitest";
import type { Doors } from "./doors.ts";
import { excesses } from "./growth.ts";
import { type Shape, shapes } from "./shapes.ts";
import { openWorld, type World } from "./world.ts";

export async function expectProportion(
  doorsOf: (world: World) => Doors,
  length: number,
  tried: Readonly<Record<string, Shape>> = shapes,
) {
  const world = await openWorld();
  afterAll(() => world[Symbol.asyncDispose]());
  test.each(Object.entries(doorsOf(world)))(
    "twice the text costs about twice the CPU: %s",
    async (_, door) => {
      // What is loaded once is no cost of the text.
      for (const text of ["Hello there", "a word, then another. ".repeat(400)]) await door(text);
      expect(await excesses(door, tried, length, () => world.empty())).toEqual([]);
    },
    600_000,
  );
}
