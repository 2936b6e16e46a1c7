// Which rows a search may read, as one bit per slot. For flat.ts; callers only create the Scope.

import { maskWords } from "./kernel.ts";
import type { Rows } from "./rows.ts";
import type { Slots } from "./slots.ts";

/**
 * `keys`: cheapest for a small part (costs only its own length). `bits`: bit `key` of the bitmap, for a large part
 * that is used repeatedly (a project; keys below 2³²). `accept`: anything else, called once per row.
 */
export type Scope = { keys: Iterable<number> } | { bits: Uint32Array } | { accept: (key: number) => boolean };

export interface Mask {
  words: Uint32Array;
  rows: number;
}

export function maskOf(scope: Scope, rows: Rows, slots: Slots): Mask {
  if ("keys" in scope) return maskOfSlots(rows, Array.from(scope.keys, slots.find));
  const accept = "bits" in scope ? inBitmap(scope.bits) : scope.accept;
  const words = new Uint32Array(rows.blocks * maskWords);
  for (let block = 0; block < rows.blocks; block++) {
    const keys = rows.keys(block);
    for (let slot = 0; slot < keys.length; ) {
      const word = block * maskWords + (slot >>> 5);
      let chosen = 0;
      for (let bit = 0; bit < 32 && slot < keys.length; bit++, slot++) {
        if (accept(keys[slot] ?? 0)) chosen |= 1 << bit;
      }
      words[word] = chosen;
    }
  }
  return counted(words);
}

/** The given slots; -1 means none. */
export function maskOfSlots(rows: Rows, slots: number[]): Mask {
  const words = new Uint32Array(rows.blocks * maskWords);
  for (const slot of slots) if (slot >= 0) words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
  return counted(words);
}

function counted(words: Uint32Array): Mask {
  let rows = 0;
  for (const word of words) rows += bitsIn(word);
  return { words, rows };
}

/** How many bits of a 32-bit word are set. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const inBitmap = (bits: Uint32Array) => (key: number) =>
  key <= 0xffffffff && (((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 1;

/** A bitmap for `bits` from its keys. */
export function bitmapOf(keys: readonly number[]): Uint32Array {
  const bits = new Uint32Array((keys.reduce((top, key) => Math.max(top, key), 0) >>> 5) + 1);
  for (const key of keys) bits[key >>> 5] = (bits[key >>> 5] ?? 0) | (1 << (key & 31));
  return bits;
}

/** The mask of one block, or undefined if nothing of it is in scope. */
export function blockMask({ words }: Mask, block: number): Uint32Array | undefined {
  const first = block * maskWords;
  for (let word = first; word < first + maskWords; word++) {
    if (words[word] !== 0) return words.subarray(first, first + maskWords);
  }
  return undefined;
}
