// Reads one file of a project for the code map: only regular files inside of the project, up to a size, without
// secrets.

import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import {
  contentHash,
  type FileMap,
  languageOf,
  type MappedSymbol,
  maxFileLength,
  skippedAs,
} from "../../../libs/callgraph/without-parser.ts";
import type { Mapper } from "../../indexes/codemap/mapper.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { type Cleaner, cleanerFor } from "../../secrets/cleaner.ts";

export type ReadCode =
  | { status: "read"; path: string; text: string; problem: string | null }
  | { status: "skipped"; map: FileMap }
  | { status: "missing" };

export async function readCode(tree: string, path: string): Promise<ReadCode> {
  const read = await readForeign(join(tree, path), {
    within: tree,
    maxBytes: maxFileLength,
  });
  if (read.status === "missing") return read;
  const stored = cleanerFor(tree).path(path);
  if (read.status === "refused") return { status: "skipped", map: skippedMap(stored, asReason(read.why)) };
  // The cleaner would remove the zeros by which a binary file is known.
  if (read.bytes.subarray(0, 8_000).includes(0))
    return { status: "skipped", map: skippedMap(stored, "binary") };
  const problem = isUtf8(read.bytes) ? null : "not valid UTF-8";
  return {
    status: "read",
    path: stored,
    text: cleanerFor(tree).code(read.bytes.toString("utf8")),
    problem,
  };
}

/** Its hash is its reason: it is looked at again only if the reason changes. */
function skippedMap(path: string, problem: string): FileMap {
  return {
    path,
    language: languageOf(path),
    contentHash: contentHash(problem),
    lines: 0,
    ...skippedAs(problem),
  };
}

function asReason(why: string): string {
  return /larger than/.test(why) ? "larger than 1 MB" : why.replace(/^is (?:a |an )?/, "");
}

/** Maps a text; everything in the result may be stored. */
export async function mapCode(
  mapper: Mapper,
  clean: Cleaner,
  path: string,
  text: string,
  callsFor?: string,
): Promise<FileMap> {
  const map = await mapper.map(path, text, callsFor);
  return { ...map, symbols: map.symbols.map((symbol) => cleanSymbol(symbol, clean)) };
}

function cleanSymbol(symbol: MappedSymbol, clean: Cleaner): MappedSymbol {
  return {
    ...symbol,
    signature: clean.text(symbol.signature),
    documentation: clean.text(symbol.documentation),
    decorators: symbol.decorators.map((one) => clean.text(one)),
  };
}
