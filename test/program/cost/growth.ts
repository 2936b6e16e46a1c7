// How the CPU of the main thread grows with the length of a text. Seconds depend on the machine; growth does not.

import type { Shape } from "./shapes.ts";

/** Takes the text in; what it costs on this thread is measured. */
export type Door = (text: string) => Promise<unknown>;

/** Below this the noise of the clock decides. */
const floorMs = 60;
const noiseMs = 20;
/** For twice the text. */
const maxGrowth = 2.6;
const attempts = 4;

/**
 * What costs more than in proportion to its length, as a sentence each. `forget` runs before each text: one that is
 * known costs nothing.
 */
export async function excesses(
  door: Door,
  shapes: Readonly<Record<string, Shape>>,
  length: number,
  forget: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = [];
  const fixed = await fixedCost(door, forget);
  for (const [name, shape] of Object.entries(shapes)) {
    const excess = await excessOf(
      async (so) => Math.max(noiseMs, (await cpuMs(door, shape(so), forget)) - fixed),
      length,
    );
    if (excess !== null) found.push(`${name}, ${excess}`);
  }
  return found;
}

/** What a call costs with hardly any text. */
async function fixedCost(door: Door, forget: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < attempts; i++) least = Math.min(least, await cpuMs(door, "A word.", forget));
  return least;
}

/** Beyond the fixed cost. */
type Cost = (length: number) => Promise<number>;

async function excessOf(cost: Cost, length: number): Promise<string | null> {
  const first = await cost(length);
  if (first <= floorMs) return null;
  const { half, whole } = await doubled(cost, length, first);
  if (whole <= floorMs || whole <= half * maxGrowth) return null;
  return `${length / 2} → ${length} characters: ${half.toFixed()} → ${whole.toFixed()} ms`;
}

/** The least of several attempts: a pause of the machine only adds. `first` is what the whole has cost once. */
async function doubled(cost: Cost, length: number, first: number): Promise<{ half: number; whole: number }> {
  const least = { half: await cost(length / 2), whole: first };
  for (let i = 1; i < attempts && least.whole > least.half * maxGrowth; i++) {
    least.half = Math.min(least.half, await cost(length / 2));
    least.whole = Math.min(least.whole, await cost(length));
  }
  return least;
}

async function cpuMs(door: Door, text: string, forget: () => Promise<unknown>): Promise<number> {
  await forget();
  const before = process.threadCpuUsage();
  await door(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
