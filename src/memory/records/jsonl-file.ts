// An export as lines of JSON: a header, one record a line, and a last line that shows that the file is complete.

import { open } from "node:fs/promises";
import { TellbackError } from "../../protocol/errors.ts";
import type { ExportRecord } from "../../protocol/export.ts";
import { type ExportHeader, type ParsedRecord, parseRecord } from "../../protocol/export.ts";

import { jsonOr } from "../../protocol/json.ts";
import { refuseForeign } from "./export-header.ts";

const bytesAtOnce = 256 * 1024;

/** Writes into an existing empty file; returns the number of records. */
export async function writeJsonl(
  path: string,
  header: ExportHeader,
  records: AsyncIterable<ExportRecord>,
  onRecord: (kind: ExportRecord["kind"]) => Promise<void> | void,
): Promise<number> {
  const file = await open(path, "w", 0o600);
  try {
    let text = `${JSON.stringify(header)}\n`;
    let count = 0;
    for await (const record of records) {
      text += `${JSON.stringify(record)}\n`;
      count++;
      await onRecord(record.kind);
      if (text.length < bytesAtOnce) continue;
      await file.write(text);
      text = "";
    }
    await file.write(`${text}${JSON.stringify({ kind: "end", records: count })}\n`);
    await file.sync();
    return count;
  } finally {
    await file.close();
  }
}

/** A longer line is no record of tellback. */
const maxLineBytes = 16 * 1024 * 1024;

/** The records of a file, checked one by one. Throws if the file is no export, or not a complete one. */
export async function* readJsonl(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<ParsedRecord> {
  let number = 0;
  let isComplete = false;
  for await (const line of linesOf(path, onBytes)) {
    number++;
    if (number === 1) {
      refuseForeign(path, jsonOr(line, null));
      continue;
    }
    const value = jsonOr(line, undefined);
    if (value === undefined) {
      yield { ok: false, problem: `line ${number} is not JSON` };
      continue;
    }
    isComplete = (value as { kind?: unknown } | null)?.kind === "end";
    if (!isComplete) yield parseRecord(value);
  }
  if (number === 0) refuseForeign(path, null);
  if (isComplete) return;
  throw new TellbackError("invalid_input", `${path} ends early, after line ${number}`, {
    hint: "What it holds was imported. Copy the file again and import it once more: nothing is stored twice.",
  });
}

async function* linesOf(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(bytesAtOnce);
    let rest = Buffer.alloc(0);
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) break;
      onBytes(bytesRead);
      let text = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10)) {
        yield text.subarray(0, end).toString();
        text = text.subarray(end + 1);
      }
      if (text.length > maxLineBytes)
        throw new TellbackError("invalid_input", `${path} has a line of more than ${maxLineBytes} bytes`);
      rest = Buffer.from(text);
    }
    if (rest.length > 0) yield rest.toString();
  } finally {
    await file.close();
  }
}
