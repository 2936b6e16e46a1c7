// Calls that no longer fit the parameters of what they call: of symbols whose signature has just changed, or of named ones.

import {
  fits,
  isTestPath,
  languageOf,
  type Parameters,
  parametersOf,
} from "../../../libs/callgraph/without-parser.ts";
import { type CallWithPath, callsOf } from "../../indexes/codemap/calls.ts";
import { symbolsById, symbolsUnder } from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import type { BrokenCall } from "../../protocol/broken-calls.ts";
import { readCode } from "./read-code.ts";

type MappedSymbol = Awaited<ReturnType<typeof symbolsUnder>>[number];

export type Signatures = ReadonlyMap<string, MappedSymbol>;

/** Of a file as it is mapped, by the id of the symbol. */
export async function signaturesIn({ db }: Memory, projectId: string, path: string): Promise<Signatures> {
  const rows = await symbolsUnder(db, projectId, path, 2_000);
  return new Map(rows.map((row) => [row.id, row]));
}

const minConfidence = 0.6;
/** A decorator may take other arguments than what it decorates. */
const plainDecorator = /^@?(?:staticmethod|classmethod|override|typing\.override|Override|final)\b/;

export interface MisfitQuestion {
  projectId: string;
  dir: string;
  path: string;
  /** Of the file before its change: a call that did not fit then is not judged rightly. Null: all of `only` are looked at. */
  before: Signatures | null;
  /** Qualified names. */
  only?: ReadonlySet<string>;
}

export async function misfits(memory: Memory, asked: MisfitQuestion): Promise<BrokenCall[]> {
  const { projectId, path, before, only } = asked;
  const now = await signaturesIn(memory, projectId, path);
  const changed: { symbol: MappedSymbol; was: Parameters | null; is: Parameters }[] = [];
  const names = Map.groupBy(now.values(), ({ qualified }) => qualified.replace(/#\d+/g, ""));
  for (const [id, symbol] of now) {
    const earlier = before?.get(id);
    if (before !== null && (!earlier || earlier.signature === symbol.signature)) continue;
    if (only && !only.has(symbol.qualified)) continue;
    if ((names.get(symbol.qualified.replace(/#\d+/g, ""))?.length ?? 0) > 1) continue;
    const is = readable(symbol);
    const was = earlier ? readable(earlier) : null;
    if (is === null || (before !== null && was === null) || was?.text === is.text) continue;
    changed.push({ symbol, was, is });
  }
  if (changed.length === 0) return [];
  const calls = await callsOf(
    memory.db,
    "target_id",
    changed.map(({ symbol }) => symbol.id),
  );
  const sure = calls.filter(({ confidence }) => Number(confidence) >= minConfidence);
  const callers = await symbolsById(memory.db, [
    ...new Set(sure.flatMap(({ caller_id }) => caller_id ?? [])),
  ]);
  const found: BrokenCall[] = [];
  const texts = new Map<string, string[]>();
  for (const call of sure) {
    const one = changed.find(({ symbol }) => symbol.id === call.target_id);
    if (!one || isUnbound(call, one.symbol)) continue;
    const lines = texts.get(call.path) ?? (await linesOf(asked.dir, call.path));
    texts.set(call.path, lines);
    const text = textAt(lines, call);
    const { name } = one.symbol;
    if (!text.startsWith(name)) continue;
    const language = languageOf(one.symbol.path) ?? "";
    if (fits(one.is, text, name, language) || (one.was && !fits(one.was, text, name, language))) continue;
    const place = `${one.symbol.path}#${one.symbol.qualified}`;
    found.push({
      ...{ was: place, now: place, takes: one.is.text, file: call.path, line: Number(call.line) },
      ...{ written: call.written, caller: callers.get(call.caller_id ?? "")?.qualified ?? null },
    });
  }
  return found.sort((a, b) => Number(isTestPath(a.file)) - Number(isTestPath(b.file)));
}

function readable(symbol: MappedSymbol): Parameters | null {
  const { kind, name, signature, parent, path } = symbol;
  if (kind !== "function" && kind !== "method") return null;
  const decorators = JSON.parse(symbol.decorators) as string[];
  if (decorators.some((one) => !plainDecorator.test(one))) return null;
  const isStatic = decorators.some((one) => one.includes("staticmethod"));
  return parametersOf({
    ...{ language: languageOf(path), name, signature },
    isMethod: parent !== null && !isStatic,
  });
}

/** `Bill.total(bill)`: the receiver is an argument. */
function isUnbound({ written }: CallWithPath, { parent, name }: MappedSymbol): boolean {
  const own = parent?.split(".").at(-1);
  return own !== undefined && written.split("(")[0]?.endsWith(`${own}.${name}`) === true;
}

async function linesOf(dir: string, path: string): Promise<string[]> {
  const read = await readCode(dir, path);
  return read.status === "read" ? read.text.split("\n") : [];
}

const maxLinesOfCall = 40;

function textAt(lines: readonly string[], { line, col }: CallWithPath): string {
  const from = Number(line) - 1;
  return lines
    .slice(from, from + maxLinesOfCall)
    .join("\n")
    .slice(Math.max(0, Number(col) - 1));
}
