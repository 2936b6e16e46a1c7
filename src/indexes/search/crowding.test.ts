import { expect, it } from "vitest";
import { crowdingOf } from "./crowding.ts";

const at = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

it("is higher for what lies among many similar texts than for what stands alone", () => {
  const crowd = Array.from({ length: 20 }, (_, i) => at(i / 10));
  const alone = at(60);
  const crowding = crowdingOf([...crowd, alone]);
  for (const one of crowding.slice(0, -1)) expect(one).toBeGreaterThan(crowding.at(-1) ?? 1);
});

it("is 0 without neighbours", () => {
  expect(crowdingOf([at(0)])).toEqual([0]);
});
