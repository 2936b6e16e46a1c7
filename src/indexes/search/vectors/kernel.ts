// The TypeScript side of the WebAssembly kernel: one instance over one memory, with a scratch page in front.
// For rows.ts, signs.ts and flat.ts; the loops themselves are in kernel.wat.

import { kernelBytes } from "./kernel-bytes.ts";

/** Scans and growth go block by block: 1024 rows, so that a mask is 128 bytes and hits fit the scratch page. */
export const blockRows = 1024;
export const blockOf = (slot: number): number => slot >>> 10;
export const withinBlock = (slot: number): number => slot & (blockRows - 1);
export const maskWords = blockRows / 32;
export const maxDimensions = 4096;

const page = 65_536;
/** One page less than WebAssembly's 4 GB, so that no address + length wraps around. */
const maxPages = 65_535;

/** The layout of the scratch page; data begins after it. */
export const scratch = {
  query: 0, // int16 × stride
  mask: 8192, // maskWords × 32 bits
  tally: 8320, // Σ score, Σ score² as float64
  digest: 8384, // 64 bytes of checksum state
  signs: 8448, // sign bits of the query
  row: 9216, // one int8 row
  hits: 16_384, // blockRows × (slot uint32, score float32 or distance uint32)
  end: page,
} as const;

interface Functions {
  dot(row: number, query: number, stride: number): number;
  scan(
    rows: number,
    scales: number,
    mask: number,
    words: number,
    stride: number,
    query: number,
    gain: number,
    floor: number,
    slot: number,
    hits: number,
    tally: number,
  ): number;
  near(
    rows: number,
    mask: number,
    words: number,
    stride: number,
    query: number,
    limit: number,
    slot: number,
    hits: number,
  ): number;
  signs(row: number, stride: number, to: number): void;
  digest(at: number, bytes: number, state: number): void;
}

export interface Kernel extends Functions {
  /** Views of the whole memory. Growth replaces them: read them from the kernel each time. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  readonly floats: Float32Array<ArrayBuffer>;
  readonly doubles: Float64Array<ArrayBuffer>;
  /** Grows the memory to at least this length; false if that is impossible. Grows in place: nothing is copied. */
  reserve(bytes: number): boolean;
}

// Node's types declare WebAssembly without its constructors, and the browser's library is not used here.
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (pages: {
    initial: number;
    maximum: number;
  }) => { buffer: ArrayBuffer; grow(pages: number): number };
  Instance: new (program: object, imports: Record<string, Record<string, object>>) => { exports: object };
};

let program: object | undefined;

export function openKernel(): Kernel {
  program ??= new WebAssembly.Module(Buffer.from(kernelBytes, "base64"));
  const memory = new WebAssembly.Memory({ initial: scratch.end / page, maximum: maxPages });
  const instance = new WebAssembly.Instance(program, { tellback: { memory } });
  const { dot, scan, near, signs, digest } = instance.exports as Functions;
  const kernel = {
    dot,
    scan,
    near,
    signs,
    digest,
    bytes: new Uint8Array(memory.buffer),
    words: new Uint32Array(memory.buffer),
    floats: new Float32Array(memory.buffer),
    doubles: new Float64Array(memory.buffer),
    reserve(bytes: number): boolean {
      const present = memory.buffer.byteLength / page;
      const needed = Math.ceil(bytes / page);
      if (needed <= present) return true;
      if (needed > maxPages) return false;
      try {
        // An eighth more than requested, so that adding rows rarely grows it; untouched pages cost nothing.
        memory.grow(Math.min(maxPages, Math.ceil(needed * 1.125)) - present);
      } catch {
        return false;
      }
      kernel.bytes = new Uint8Array(memory.buffer);
      kernel.words = new Uint32Array(memory.buffer);
      kernel.floats = new Float32Array(memory.buffer);
      kernel.doubles = new Float64Array(memory.buffer);
      return true;
    },
  };
  return kernel;
}

/** All rows of a block, or the first `rows` of it, as the mask of a scan. */
export function maskOfFirst(kernel: Kernel, rows: number): void {
  const words = kernel.words.subarray(scratch.mask / 4, scratch.mask / 4 + maskWords);
  const whole = rows >>> 5;
  words.fill(0xffffffff, 0, whole);
  words.fill(0, whole);
  if (rows % 32 > 0) words[whole] = 2 ** (rows % 32) - 1;
}
