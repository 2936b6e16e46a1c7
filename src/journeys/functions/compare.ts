// compare: what differs between two versions of a function: the lines, and the definitions that changed.

import { createTwoFilesPatch } from "diff";
import { parse, symbolsOf } from "../../../libs/callgraph/index.ts";
import type { Memory } from "../../memory/memory.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";
import { functionNamed, newestVersion, versionRow } from "../../rooms/functions/room.ts";

export interface Comparison {
  name: string;
  from: number;
  to: number;
  diff: string;
  changed: { symbol: string; how: "new" | "changed" | "gone" }[];
}

export async function compareVersions(
  { db }: Memory,
  typed: string,
  versions: { from?: number | undefined; to?: number | undefined },
): Promise<Comparison> {
  const row = await functionNamed(db, typed);
  const to = versions.to ?? (await newestVersion(db, row.id));
  const from = versions.from ?? Math.max(1, to - 1);
  const [before, after] = await Promise.all([versionRow(db, row.id, from), versionRow(db, row.id, to)]);
  const label = (version: number) => `${row.name} version ${version}`;
  return {
    name: row.name,
    from,
    to,
    diff: createTwoFilesPatch(label(from), label(to), before.code, after.code, "", ""),
    changed: await changedSymbols(before.code, after.code, row.language),
  };
}

async function changedSymbols(
  before: string,
  after: string,
  language: FunctionLanguage,
): Promise<Comparison["changed"]> {
  const [old, now] = await Promise.all([hashesOf(before, language), hashesOf(after, language)]);
  const here = [...now].flatMap(([symbol, hash]): Comparison["changed"] => {
    const was = old.get(symbol);
    if (was === undefined) return [{ symbol, how: "new" }];
    return was === hash ? [] : [{ symbol, how: "changed" }];
  });
  const gone = [...old.keys()].filter((symbol) => !now.has(symbol));
  return [...here, ...gone.map((symbol) => ({ symbol, how: "gone" as const }))];
}

async function hashesOf(code: string, language: FunctionLanguage): Promise<Map<string, string>> {
  const tree = await parse(code, language);
  return new Map(tree ? symbolsOf(tree).map(({ qualified, bodyHash }) => [qualified, bodyHash]) : []);
}
