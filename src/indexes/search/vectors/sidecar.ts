// The vector index as one file next to the store, so that a start reads one file instead of 100k BLOBs.
// For the search index. It is a cache: a file that does not match exactly is not read, and the store rebuilds it.
//
// magic · version · dimensions · rows · generation · checksum of the rows · length of model id · model id ·
// crc32 of all that · the rows as they are in memory (rows.ts), numbers little-endian.

import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, readvSync } from "node:fs";
import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { TellbackError } from "../../../protocol/errors.ts";
import { type Flat, type FlatOptions, flatOver, isKey } from "./flat.ts";
import { blockRows, scratch } from "./kernel.ts";
import { isScale } from "./quantise.ts";
import { createRows, type Rows } from "./rows.ts";
import { createSlots, type Slots } from "./slots.ts";

/** The identity of the vectors in a file. */
export interface Stamp {
  model: string;
  dimensions: number;
  /** The store's count of vector changes: a file with another count is out of date. */
  generation: number;
}

export type LoadResult =
  | { status: "loaded"; flat: Flat }
  | { status: "missing" | "unreadable" | "other_version" | "other_model" | "other_generation" | "torn" };

const magic = Buffer.from("tellback");
const version = 1;
const fixedBytes = 48;
const maxModelBytes = 512;
const headerBytes = (modelBytes: number) => fixedBytes + modelBytes + 4;

function headerOf(stamp: Stamp, rows: number, checksum: Buffer): Buffer {
  const model = Buffer.from(stamp.model);
  if (model.length > maxModelBytes || !isKey(stamp.generation)) {
    throw new TellbackError(
      "invalid_input",
      "the model id or the generation is too large for a sidecar file",
    );
  }
  const header = Buffer.alloc(headerBytes(model.length));
  magic.copy(header);
  header.writeUInt32LE(version, 8);
  header.writeUInt32LE(stamp.dimensions, 12);
  header.writeUInt32LE(rows, 16);
  header.writeDoubleLE(stamp.generation, 20);
  checksum.copy(header, 28);
  header.writeUInt32LE(model.length, 44);
  model.copy(header, fixedBytes);
  header.writeUInt32LE(crc32(header.subarray(0, -4)), header.length - 4);
  return header;
}

/** 16 bytes over all blocks in use. The kernel's four times four lanes are folded by crc32, one group each. */
function checksumOf({ kernel, blocks, blockBytes, blockAt }: Rows): Buffer {
  const state = kernel.bytes.subarray(scratch.digest, scratch.digest + 64);
  state.fill(0);
  kernel.digest(blockAt(0), blocks * blockBytes, scratch.digest);
  const folded = Buffer.alloc(16);
  for (let group = 0; group < 4; group++) {
    folded.writeUInt32LE(crc32(state.subarray(group * 16, group * 16 + 16)), group * 4);
  }
  return folded;
}

/** Bytes that are copied and written at a time: the index may change between two of them. */
const stepBytes = 4 * 2 ** 20;

/**
 * Writes the file next to its final path and renames it once it is safely on disk; a crash leaves the old one.
 * "changed": rows were written meanwhile, so the file was given up; try again later.
 */
export async function save(
  path: string,
  flat: Flat,
  stamp: Omit<Stamp, "dimensions">,
): Promise<{ status: "saved" | "changed" }> {
  const { rows } = flat;
  const began = rows.version;
  const header = headerOf({ ...stamp, dimensions: flat.dimensions }, rows.count, checksumOf(rows));
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  await sweep(path);
  let moved = false;
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(header);
      for (const [index] of rows.parts().entries()) {
        for (let at = 0; ; at += stepBytes) {
          // Parts are read again each time, because growth replaces the memory that they show.
          if (rows.version !== began) return { status: "changed" };
          const step = rows.parts()[index]?.slice(at, at + stepBytes);
          if (!step || step.length === 0) break;
          await file.writeFile(step);
        }
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (rows.version !== began) return { status: "changed" };
    await rename(beside, path);
    moved = true;
    return { status: "saved" };
  } finally {
    if (!moved) await rm(beside, { force: true });
  }
}

/** Unfinished files of a killed process. A file that is still being written is younger. */
async function sweep(path: string): Promise<void> {
  const folder = dirname(path);
  const aged = Date.now() - 10 * 60_000;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(".tmp")) continue;
    const stat = await lstat(join(folder, name)).catch(() => undefined);
    if (stat && stat.mtimeMs < aged) await rm(join(folder, name), { force: true });
  }
}

/** Reads a file into the index's memory, or returns why it cannot. Never throws because of the file's content. */
export function load(path: string, expected: Stamp, options: FlatOptions = {}): LoadResult {
  let file: number;
  try {
    // Non-blocking, because opening a pipe that somebody put there would wait for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { status: (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable" };
  }
  try {
    return read(file, expected, options);
  } catch (error) {
    if (error instanceof TellbackError || (error as NodeJS.ErrnoException).code === undefined) throw error;
    return { status: "unreadable" };
  } finally {
    closeSync(file);
  }
}

function read(file: number, expected: Stamp, options: FlatOptions): LoadResult {
  const stat = fstatSync(file);
  if (!stat.isFile()) return { status: "unreadable" };
  const start = Buffer.alloc(headerBytes(maxModelBytes));
  const length = readSync(file, start, 0, start.length, 0);
  if (length < headerBytes(0) || !start.subarray(0, 8).equals(magic)) return { status: "torn" };
  if (start.readUInt32LE(8) !== version) return { status: "other_version" };
  const modelBytes = start.readUInt32LE(44);
  if (modelBytes > maxModelBytes || length < headerBytes(modelBytes)) return { status: "torn" };
  const header = start.subarray(0, headerBytes(modelBytes));
  if (crc32(header.subarray(0, -4)) !== header.readUInt32LE(header.length - 4)) return { status: "torn" };
  const model = header.toString("utf8", fixedBytes, fixedBytes + modelBytes);
  const dimensions = header.readUInt32LE(12);
  if (model !== expected.model || dimensions !== expected.dimensions) return { status: "other_model" };
  if (header.readDoubleLE(20) !== expected.generation) return { status: "other_generation" };

  const count = header.readUInt32LE(16);
  const rows = createRows(dimensions);
  // The size is checked before memory is allocated: a hostile count must not cause a large allocation.
  if (stat.size !== header.length + count * (rows.stride + 4 + 8)) return { status: "torn" };
  if (!rows.expect(count)) return { status: "unreadable" };
  const parts = rows.parts();
  if (parts.length > 0 && readvAll(file, parts, header.length) !== stat.size - header.length)
    return { status: "torn" };
  if (!checksumOf(rows).equals(header.subarray(28, 44))) return { status: "torn" };
  const slots = slotsOf(rows);
  return slots ? { status: "loaded", flat: flatOver(rows, slots, options) } : { status: "torn" };
}

/** Usually one call; the system may return less at a time (2 GB on Linux). */
function readvAll(file: number, parts: Uint8Array[], position: number): number {
  let done = 0;
  let rest = parts;
  while (rest.length > 0) {
    let got = readvSync(file, rest, position + done);
    if (got === 0) break;
    done += got;
    rest = rest.flatMap((part) => {
      const taken = Math.min(got, part.length);
      got -= taken;
      return taken < part.length ? [part.subarray(taken)] : [];
    });
  }
  return done;
}

/** The slot of each key. A checksum can be forged: impossible keys and scales are refused here. */
function slotsOf(rows: Rows): Slots | undefined {
  const slots = createSlots(rows.key, rows.count);
  for (let block = 0; block < rows.blocks; block++) {
    if (!rows.scales(block).every(isScale)) return undefined;
    const keys = rows.keys(block);
    if (!keys.every((key, index) => isKey(key) && slots.add(key, block * blockRows + index)))
      return undefined;
  }
  return slots;
}
