// The vector index: every vector in memory, scanned for each query. For the search index and its fusion.
// Up to `scanUpTo` rows in scope every row is scored; above, sign bits choose candidates that are then scored.
// Against a plain JavaScript float scan (bench/vectors.ts): a ninth to a twelfth of its CPU, a fifteenth signs first.

import { TellbackError } from "../../../protocol/errors.ts";
import { createBest, type Hit } from "./best.ts";
import { blockRows, maskOfFirst, maskWords, scratch } from "./kernel.ts";
import { encode, prepareQuery } from "./quantise.ts";
import { createRows, type Rows } from "./rows.ts";
import { bitsIn, blockMask, type Mask, maskOf, type Scope } from "./scope.ts";
import { createSigns, type Signs } from "./signs.ts";
import { createSlots, type Slots } from "./slots.ts";

/** The distribution of the cosine over the rows in scope: input of the z-score. */
interface Spread {
  /** Rows in scope. */
  rows: number;
  mean: number;
  deviation: number;
  /** The measured rows: all of them, or a regular sample if the scan was a rough one. */
  measured: number;
}

export interface VectorHits {
  hits: Hit[];
  spread: Spread;
}

export interface Flat {
  readonly dimensions: number;
  readonly size: number;
  /** Memory in use for rows, lookup and sign bits. */
  readonly bytes: number;
  readonly rows: Rows;
  has(key: number): boolean;
  /** Adds or replaces. The key is the document's row number. */
  add(key: number, blob: Uint8Array): void;
  remove(key: number): boolean;
  search(query: Float32Array, k: number, scope?: Scope): VectorHits;
  /** The cosine of those keys that are in the index. */
  scoresOf(query: Float32Array, keys: Iterable<number>): Map<number, number>;
}

export interface FlatOptions {
  /** Rows in scope up to which every row is scored. */
  scanUpTo?: number;
  /**
   * Candidates that the sign bits choose above that; by default 3000, or a hundredth of the scope. 1000 would do where
   * topics are small, but when 4000 of 300k rows are about one thing, recall@10 is .77 of 1000, .97 of 3000 (exact .98).
   */
  candidates?: number;
}

/** In a rough scan one of this many words of 32 rows is scored, in a pattern that moves through the blocks. */
const sampleEvery = 16;

export function createFlat(dimensions: number, options: FlatOptions = {}): Flat {
  const rows = createRows(dimensions);
  return flatOver(rows, createSlots(rows.key), options);
}

/** An index over existing rows (of a sidecar), and the slots of their keys. */
export function flatOver(rows: Rows, slots: Slots, options: FlatOptions = {}): Flat {
  const { scanUpTo = 300_000 } = options;
  const { kernel, dimensions } = rows;
  let signs: Signs | undefined;

  /** Writes the query to the scratch page; returns its gain. */
  const ask = (query: Float32Array): number => {
    if (query.length !== dimensions) {
      throw new TellbackError("invalid_input", `the query has ${query.length} dimensions, not ${dimensions}`);
    }
    return prepareQuery(query, new Int16Array(kernel.bytes.buffer, scratch.query, rows.stride));
  };

  /** The same arithmetic as the kernel's scan, in float32, so that both give equal scores. */
  const score = (slot: number, gain: number): number => {
    const dot = Math.fround(kernel.dot(rows.vectorAt(slot), scratch.query, rows.stride));
    return Math.fround(dot * Math.fround(rows.scale(slot) * Math.fround(gain)));
  };

  /** Scores the rows of one block that are in the scratch mask; hits at or above the floor go to `take`. */
  const scan = (block: number, gain: number, floor: number, take: (slot: number, score: number) => void) => {
    const hits = kernel.scan(
      rows.blockAt(block),
      rows.scalesAt(block),
      scratch.mask,
      maskWords,
      rows.stride,
      scratch.query,
      gain,
      floor,
      block * blockRows,
      scratch.hits,
      scratch.tally,
    );
    for (let hit = 0; hit < hits; hit++) {
      const at = scratch.hits / 4 + hit * 2;
      take(kernel.words[at] ?? 0, kernel.floats[at + 1] ?? 0);
    }
  };

  /** Writes the block's part of the scope to the scratch mask; false if it is empty. */
  const aim = (block: number, mask: Mask | undefined): boolean => {
    const chosen = mask && blockMask(mask, block);
    if (chosen) kernel.words.set(chosen, scratch.mask / 4);
    else if (!mask) maskOfFirst(kernel, rows.keys(block).length);
    return !mask || chosen !== undefined;
  };

  const spreadOf = (inScope: number, measured: number): Spread => {
    const mean = measured > 0 ? (kernel.doubles[scratch.tally / 8] ?? 0) / measured : 0;
    const square = measured > 0 ? (kernel.doubles[scratch.tally / 8 + 1] ?? 0) / measured : 0;
    return { rows: inScope, mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)), measured };
  };

  const scanAll = (gain: number, k: number, mask: Mask | undefined): VectorHits => {
    const best = createBest(k);
    const take = (slot: number, value: number) => best.offer(rows.key(slot), value);
    kernel.doubles.fill(0, scratch.tally / 8, scratch.tally / 8 + 2);
    for (let block = 0; block < rows.blocks; block++) {
      if (aim(block, mask)) scan(block, gain, best.floor, take);
    }
    const inScope = mask ? mask.rows : rows.count;
    return { hits: best.ranked(), spread: spreadOf(inScope, inScope) };
  };

  const scanSample = (gain: number, mask: Mask | undefined, inScope: number): Spread => {
    let measured = 0;
    kernel.doubles.fill(0, scratch.tally / 8, scratch.tally / 8 + 2);
    for (let block = 0; block < rows.blocks; block++) {
      if (!aim(block, mask)) continue;
      for (let word = 0; word < maskWords; word++) {
        const at = scratch.mask / 4 + word;
        if (word % sampleEvery === block % sampleEvery) measured += bitsIn(kernel.words[at] ?? 0);
        else kernel.words[at] = 0;
      }
      scan(block, gain, Number.POSITIVE_INFINITY, () => {});
    }
    return spreadOf(inScope, measured);
  };

  return {
    dimensions,
    rows,
    get size() {
      return rows.count;
    },
    get bytes() {
      return scratch.end + rows.blocks * rows.blockBytes + slots.bytes + (signs?.bytes ?? 0);
    },
    has: (key) => slots.find(key) >= 0,

    add(key, blob) {
      if (!isKey(key)) throw new TellbackError("invalid_input", `invalid row number ${key}`);
      const known = slots.find(key);
      const slot = known >= 0 ? known : rows.count;
      rows.write(slot, key, blob);
      if (known < 0) slots.put(key, slot);
      signs?.update(slot);
    },

    remove(key) {
      const slot = slots.take(key);
      if (slot < 0) return false;
      const last = rows.count - 1;
      if (slot !== last) slots.put(rows.key(last), slot);
      rows.drop(slot);
      if (slot !== last) signs?.update(slot);
      return true;
    },

    search(query, k, scope) {
      // The scope first: its callback may use this index too, and there is one scratch page.
      const mask = scope && maskOf(scope, rows, slots);
      const gain = ask(query);
      const inScope = mask ? mask.rows : rows.count;
      if (inScope <= scanUpTo) return scanAll(gain, k, mask);
      signs ??= createSigns(rows);
      const { candidates = Math.max(3000, inScope / 100) } = options;
      const near = signs.near(encode(query), Math.max(candidates, k), mask);
      return { hits: scanAll(gain, k, near).hits, spread: scanSample(gain, mask, inScope) };
    },

    scoresOf(query, keys) {
      const gain = ask(query);
      const scores = new Map<number, number>();
      for (const key of keys) {
        const slot = slots.find(key);
        if (slot >= 0) scores.set(key, score(slot, gain));
      }
      return scores;
    },
  };
}

export const isKey = (key: number): boolean => Number.isSafeInteger(key) && key >= 0;
