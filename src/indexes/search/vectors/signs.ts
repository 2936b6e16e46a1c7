// The sign bits of all rows, an eighth of their size, for a first rough scan of very many. For flat.ts.
// It has a memory of its own, so that smaller indexes, which never need it, do not pay for it.

import { TellbackError } from "../../../protocol/errors.ts";
import { blockOf, blockRows, maskOfFirst, maskWords, openKernel, scratch } from "./kernel.ts";
import type { Rows } from "./rows.ts";
import { blockMask, type Mask, maskOfSlots } from "./scope.ts";

export interface Signs {
  readonly bytes: number;
  /** Copies the signs of the vector that is now in this slot. */
  update(slot: number): void;
  /** At least `wanted` rows (if there are that many) whose signs differ least from those of the int8 query. */
  near(query: Uint8Array, wanted: number, mask: Mask | undefined): Mask;
}

export function createSigns(rows: Rows): Signs {
  const kernel = openKernel();
  const stride = Math.ceil(rows.dimensions / 128) * 16;
  const at = (slot: number) => scratch.end + slot * stride;

  const update = (slot: number) => {
    if (!kernel.reserve(at((blockOf(slot) + 1) * blockRows))) {
      throw new TellbackError("too_large", `not enough memory for the signs of ${rows.count} vectors`);
    }
    const from = rows.vectorAt(slot);
    kernel.bytes.set(rows.kernel.bytes.subarray(from, from + rows.stride), scratch.row);
    kernel.signs(scratch.row, rows.stride, at(slot));
  };
  for (let slot = 0; slot < rows.count; slot++) update(slot);

  return {
    get bytes() {
      return rows.blocks * blockRows * stride;
    },
    update,

    near(query, wanted, mask) {
      kernel.bytes.fill(0, scratch.row, scratch.row + rows.stride);
      kernel.bytes.set(query.subarray(0, rows.dimensions), scratch.row);
      kernel.bytes.fill(0, scratch.signs, scratch.signs + stride);
      kernel.signs(scratch.row, rows.stride, scratch.signs);

      // The limit falls as soon as enough rows are known below it; earlier rows above it are removed at the end.
      let limit = rows.stride;
      let within = 0;
      const atDistance = new Uint32Array(limit + 1);
      const slots: number[] = [];
      const distances: number[] = [];
      for (let block = 0; block < rows.blocks; block++) {
        const chosen = mask && blockMask(mask, block);
        if (mask && !chosen) continue;
        if (chosen) kernel.words.set(chosen, scratch.mask / 4);
        else maskOfFirst(kernel, rows.keys(block).length);
        const first = block * blockRows;
        const hits = kernel.near(
          at(first),
          scratch.mask,
          maskWords,
          stride,
          scratch.signs,
          limit,
          first,
          scratch.hits,
        );
        for (let hit = 0; hit < hits; hit++) {
          const slot = kernel.words[scratch.hits / 4 + hit * 2] ?? 0;
          const distance = kernel.words[scratch.hits / 4 + hit * 2 + 1] ?? 0;
          atDistance[distance] = (atDistance[distance] ?? 0) + 1;
          within++;
          slots.push(slot);
          distances.push(distance);
        }
        while (limit > 0 && within - (atDistance[limit] ?? 0) >= wanted) {
          within -= atDistance[limit] ?? 0;
          limit--;
        }
      }
      return maskOfSlots(
        rows,
        slots.filter((_, index) => (distances[index] ?? 0) <= limit),
      );
    },
  };
}
