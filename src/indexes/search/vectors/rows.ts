// The rows of the vector index in one WebAssembly memory, addressed by slot 0 … count-1 without gaps.
// For flat.ts, signs.ts and sidecar.ts (whose file is this memory, byte for byte).
//
// A block is 1024 rows: their int8 vectors, then their scales (float32), then their keys (float64).
// 396 bytes per row at 384 dimensions. Bytes after the last row are always zero: removed rows are erased.

import { TellbackError } from "../../../protocol/errors.ts";
import {
  blockOf,
  blockRows,
  type Kernel,
  maxDimensions,
  openKernel,
  scratch,
  withinBlock,
} from "./kernel.ts";
import { scaleOf } from "./quantise.ts";

export interface Rows {
  readonly kernel: Kernel;
  readonly dimensions: number;
  /** Bytes of one vector in memory: dimensions, rounded up to the kernel's step. */
  readonly stride: number;
  readonly count: number;
  /** Changes with every write, so that a slow reader can detect that it read a mixture. */
  readonly version: number;
  readonly blocks: number;
  readonly blockBytes: number;
  blockAt(block: number): number;
  vectorAt(slot: number): number;
  scalesAt(block: number): number;
  key(slot: number): number;
  /** The keys, and the scales, of the rows of a block. */
  keys(block: number): Float64Array;
  scales(block: number): Float32Array;
  scale(slot: number): number;
  write(slot: number, key: number, blob: Uint8Array): void;
  /** Removes one row; the last row moves into its slot. */
  drop(slot: number): void;
  /** Allocates exactly `count` rows, all zero, to be filled through `parts`; only on new rows. */
  expect(count: number): boolean;
  /** The bytes in use: whole blocks as one part, then vectors, scales and keys of the last block. */
  parts(): Uint8Array<ArrayBuffer>[];
}

export function createRows(dimensions: number): Rows {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > maxDimensions) {
    throw new TellbackError(
      "invalid_input",
      `vectors have 1 to ${maxDimensions} dimensions, not ${dimensions}`,
    );
  }
  const stride = Math.ceil(dimensions / 32) * 32;
  const blockBytes = blockRows * (stride + 4 + 8);
  const kernel = openKernel();
  let count = 0;
  let version = 0;

  const blockAt = (block: number) => scratch.end + block * blockBytes;
  const vectorAt = (slot: number) => blockAt(blockOf(slot)) + withinBlock(slot) * stride;
  const scalesAt = (block: number) => blockAt(block) + blockRows * stride;
  const keysAt = (block: number) => scalesAt(block) + blockRows * 4;
  const scaleIndex = (slot: number) => scalesAt(blockOf(slot)) / 4 + withinBlock(slot);
  const keyIndex = (slot: number) => keysAt(blockOf(slot)) / 8 + withinBlock(slot);
  const blocksFor = (rows: number) => Math.ceil(rows / blockRows);
  const key = (slot: number) => kernel.doubles[keyIndex(slot)] ?? Number.NaN;
  const scale = (slot: number) => kernel.floats[scaleIndex(slot)] ?? 0;

  return {
    kernel,
    dimensions,
    stride,
    blockBytes,
    blockAt,
    vectorAt,
    scalesAt,
    key,
    keys(block) {
      const at = keysAt(block) / 8;
      return kernel.doubles.subarray(at, at + Math.min(blockRows, count - block * blockRows));
    },
    scales(block) {
      const at = scalesAt(block) / 4;
      return kernel.floats.subarray(at, at + Math.min(blockRows, count - block * blockRows));
    },
    scale,
    get count() {
      return count;
    },
    get version() {
      return version;
    },
    get blocks() {
      return blocksFor(count);
    },

    write(slot, rowKey, blob) {
      const rowScale = scaleOf(blob, dimensions);
      if (slot === count) {
        if (!kernel.reserve(blockAt(blocksFor(count + 1)))) {
          throw new TellbackError("too_large", `not enough memory for more than ${count} vectors`);
        }
        count++;
      }
      version++;
      kernel.bytes.set(blob.subarray(0, dimensions), vectorAt(slot));
      kernel.floats[scaleIndex(slot)] = rowScale;
      kernel.doubles[keyIndex(slot)] = rowKey;
    },

    drop(slot) {
      const last = count - 1;
      if (slot !== last) {
        kernel.bytes.copyWithin(vectorAt(slot), vectorAt(last), vectorAt(last) + stride);
        kernel.floats[scaleIndex(slot)] = scale(last);
        kernel.doubles[keyIndex(slot)] = key(last);
      }
      kernel.bytes.fill(0, vectorAt(last), vectorAt(last) + stride);
      kernel.floats[scaleIndex(last)] = 0;
      kernel.doubles[keyIndex(last)] = 0;
      count--;
      version++;
    },

    expect(rows) {
      if (!kernel.reserve(blockAt(blocksFor(rows)))) return false;
      count = rows;
      version++;
      return true;
    },

    parts() {
      const whole = blockOf(count);
      const rest = withinBlock(count);
      const part = (at: number, length: number) => kernel.bytes.subarray(at, at + length);
      return [
        part(blockAt(0), whole * blockBytes),
        part(blockAt(whole), rest * stride),
        part(scalesAt(whole), rest * 4),
        part(keysAt(whole), rest * 8),
      ].filter(({ length }) => length > 0);
    },
  };
}
