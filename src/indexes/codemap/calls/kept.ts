// Keeps the summaries of a large project in a tenth of the memory that they need while their calls are resolved: as
// compressed bytes outside of the heap. What decides which files are resolved together stays readable.

import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { FileSummary } from "./summary.ts";

export interface KeptSummary extends Pick<FileSummary, "path" | "language" | "imports" | "reexports"> {
  /** In bytes of operations. */
  size: number;
  open(): FileSummary;
}

export function keep(summary: FileSummary): KeptSummary {
  const { path, language, imports, reexports } = summary;
  return { path, language, imports, reexports, size: sizeOf(summary), open: () => summary };
}

const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function keepCompressed(summary: FileSummary): KeptSummary {
  // Copied, because the buffer of the compression is larger than its content.
  const bytes = new Uint8Array(zstdCompressSync(serialize(summary), fastest));
  const { path, language } = summary;
  return {
    path,
    language,
    imports: summary.imports.map(detached),
    reexports: summary.reexports.map(detached),
    size: sizeOf(summary),
    open: () => deserialize(zstdDecompressSync(bytes)) as FileSummary,
  };
}

/** A part of a text keeps the whole text in memory; this one does not. */
function detached(part: string): string {
  return Buffer.from(part).toString();
}

/** A call that is resolved by name is worth about as much as the operations of one that is followed. */
const bytesOfCall = 16;

function sizeOf({ code, facts }: FileSummary): number {
  return facts ? facts.calls.length * bytesOfCall : code.length;
}
