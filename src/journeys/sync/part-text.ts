// The text inside of a part: a first line with the heads of all machines, as its writer knew them, then one record a line.
// By the heads another machine notices that a folder of the vault is missing, or older than it was. Pure.

import { createHash } from "node:crypto";
import { z } from "zod";
import { comparable, type ExportRecord, parseRecord } from "../../protocol/export.ts";
import { jsonOr } from "../../protocol/json.ts";

/** The number of the last part of each machine. */
export type Heads = Readonly<Record<string, number>>;

const headLine = z.object({
  kind: z.literal("part"),
  heads: z.record(z.string().regex(/^[0-9a-f]{16}$/), z.number().int().min(0)),
});

export interface Line extends Pick<ExportRecord, "kind" | "project"> {
  text: string;
  mark: string;
}

export function lineOf(record: ExportRecord): Line {
  const { kind, project } = record;
  return { kind, project, text: JSON.stringify(record), mark: markOf(record) };
}

export function partText(heads: Heads, lines: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify({ kind: "part", heads })}\n${lines.join("")}`);
}

/** Empty for a part of an earlier version. */
export function headsIn(plain: Buffer): Heads {
  const end = plain.indexOf("\n");
  const first = plain.subarray(0, end < 0 ? plain.length : end).toString("utf8");
  const parsed = headLine.safeParse(jsonOr(first, null));
  return parsed.success ? parsed.data.heads : {};
}

export type ReadLine = { record: ExportRecord; mark: string } | { record: null; problem: string };

export function* linesIn(plain: Buffer): Generator<ReadLine> {
  let isFirst = true;
  for (const text of plain.toString("utf8").split("\n")) {
    const value = text === "" ? null : jsonOr(text, null);
    const isHead = isFirst && headLine.safeParse(value).success;
    isFirst = false;
    if (text === "" || isHead) continue;
    const parsed = parseRecord(value);
    yield parsed.ok
      ? { record: parsed.record, mark: markOf(parsed.record) }
      : { record: null, problem: parsed.problem };
  }
}

function markOf(record: ExportRecord): string {
  return createHash("sha256").update(comparable(record)).digest("hex").slice(0, 32);
}
