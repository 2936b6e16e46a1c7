// The committed kernel is the assembled source, and computes what the source says.

import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { generateKernelBytes } from "../../../../scripts/kernel.ts";
import { maskOfFirst, openKernel, scratch } from "./kernel.ts";

test("kernel-bytes.ts is what `node scripts/kernel.ts` makes of kernel.wat", async () => {
  const committed = await readFile(new URL("kernel-bytes.ts", import.meta.url), "utf8");
  expect(committed).toBe(await generateKernelBytes());
});

describe("the kernel", () => {
  test("multiplies the extremes of int8 and int16", () => {
    const kernel = openKernel();
    new Int8Array(kernel.bytes.buffer, scratch.row, 32).fill(-128);
    new Int16Array(kernel.bytes.buffer, scratch.query, 32).fill(-32_767);
    expect(kernel.dot(scratch.row, scratch.query, 32)).toBe(32 * 128 * 32_767);
    new Int16Array(kernel.bytes.buffer, scratch.query, 32).fill(32_767);
    expect(kernel.dot(scratch.row, scratch.query, 32)).toBe(-32 * 128 * 32_767);
  });

  test("names the first rows of a block by their bits", () => {
    const kernel = openKernel();
    const bits = () => Array.from(kernel.words.subarray(scratch.mask / 4, scratch.mask / 4 + 32));
    maskOfFirst(kernel, 1024);
    expect(bits()).toEqual(Array(32).fill(0xffffffff));
    maskOfFirst(kernel, 33);
    expect(bits()).toEqual([0xffffffff, 1, ...Array(30).fill(0)]);
    maskOfFirst(kernel, 0);
    expect(bits()).toEqual(Array(32).fill(0));
  });

  test("notices each changed bit, pairs of changed bits, and exchanged groups in a checksum", () => {
    const kernel = openKernel();
    const digest = () => {
      kernel.bytes.fill(0, scratch.digest, scratch.digest + 64);
      kernel.digest(scratch.hits, 256, scratch.digest);
      return Buffer.from(kernel.bytes.subarray(scratch.digest, scratch.digest + 64)).toString("hex");
    };
    const data = kernel.bytes.subarray(scratch.hits, scratch.hits + 256);
    for (let at = 0; at < 256; at++) data[at] = at * at + 1;
    const whole = digest();
    const flip = (bit: number) => {
      data[bit >>> 3] = (data[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
    };
    for (let bit = 0; bit < 256 * 8; bit++) {
      flip(bit);
      expect(digest()).not.toBe(whole);
      const samePlaceInNextGroup = (bit + 64 * 8) % (256 * 8);
      flip(samePlaceInNextGroup);
      expect(digest()).not.toBe(whole);
      flip(samePlaceInNextGroup);
      flip(bit);
    }
    expect(digest()).toBe(whole);
    data.copyWithin(64, 0, 64);
    expect(digest()).not.toBe(whole);
  });

  test("refuses more memory than possible", () => {
    const kernel = openKernel();
    expect(kernel.reserve(2 ** 40)).toBe(false);
    expect(kernel.reserve(200_000)).toBe(true);
    expect(kernel.bytes.length).toBeGreaterThanOrEqual(200_000);
  });
});
