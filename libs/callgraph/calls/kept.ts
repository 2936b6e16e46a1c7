// Keeps the summaries of a large project in a third of the memory that they need while their calls are resolved: as bytes
// outside of the heap. What decides which files are resolved together stays readable.

import { deserialize, serialize } from "node:v8";
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

export function keepAsBytes(summary: FileSummary): KeptSummary {
  // Copied, because the serializer's own memory is larger than its content.
  const bytes = new Uint8Array(serialize(summary));
  const { path, language } = summary;
  return {
    path,
    language,
    imports: summary.imports.map(detached),
    reexports: summary.reexports.map(detached),
    size: sizeOf(summary),
    open: () => deserialize(bytes) as FileSummary,
  };
}

/** Bytes of operations, about 20 MB of heap: a project of this size needs no bytes, which cost 6 % of the time. */
const maxInHeap = 3_000_000;

/** Keeps the first summaries as they are, and what is too much for the heap as bytes. */
export function createKeeper(): (summary: FileSummary) => KeptSummary {
  let inHeap = 0;
  return (summary) => {
    inHeap += sizeOf(summary);
    return inHeap > maxInHeap ? keepAsBytes(summary) : keep(summary);
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
