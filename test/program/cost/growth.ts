// How the CPU of the main thread grows with the length of a text. Seconds depend on the machine; growth does not.

import type { Shape } from "./shapes.ts";

/** Takes the text in; what it costs on this thread is measured. */
export type Door = (text: string) => Promise<unknown>;

/** Below this the fixed cost of a call and the noise of the clock decide. */
const floorMs = 60;
/** For twice the text. */
const maxGrowth = 2.6;
const attempts = 4;

/** What costs more than in proportion to its length, as a sentence each. `lengths` rise, so that a bad one ends early. */
export async function excesses(
  door: Door,
  shapes: Readonly<Record<string, Shape>>,
  lengths: readonly number[],
  between: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    await between();
    const excess = await excessOf(door, shape, lengths);
    if (excess !== null) found.push(`${name}, ${excess}`);
  }
  return found;
}

async function excessOf(door: Door, shape: Shape, lengths: readonly number[]): Promise<string | null> {
  let before = { length: 0, ms: 0 };
  for (const length of lengths) {
    const ms = await cpuMs(() => door(shape(length)));
    const times = before.length === 0 ? 1 : length / before.length;
    if (ms > floorMs && ms > before.ms * times ** Math.log2(maxGrowth)) {
      const { half, whole } = await doubled(door, shape, length);
      if (whole > floorMs && whole > half * maxGrowth)
        return `${length / 2} → ${length} characters: ${half.toFixed()} → ${whole.toFixed()} ms`;
    }
    before = { length, ms };
  }
  return null;
}

/** The least of several attempts: a pause of the machine only adds. */
async function doubled(door: Door, shape: Shape, length: number): Promise<{ half: number; whole: number }> {
  const least = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let i = 0; i < attempts && least.whole > least.half * maxGrowth * (i === 0 ? 0 : 1); i++) {
    least.half = Math.min(least.half, await cpuMs(() => door(shape(length / 2))));
    least.whole = Math.min(least.whole, await cpuMs(() => door(shape(length))));
  }
  return least;
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
