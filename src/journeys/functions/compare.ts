// compare: what differs between two versions of a function: the lines, and the definitions that changed.

import type { Memory } from "../../memory/memory.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";
import { type CodeReader, functionNamed, listVersions, versionRow } from "../../rooms/functions/room.ts";

export interface Comparison {
  name: string;
  from: number;
  to: number;
  diff: string;
  changed: { symbol: string; how: "new" | "changed" | "gone" }[];
}

export async function compareVersions(
  memory: Memory,
  typed: string,
  versions: { from?: number | undefined; to?: number | undefined },
): Promise<Comparison> {
  const { db, functionCode } = memory;
  const row = await functionNamed(db, typed);
  const to = versions.to ?? (await listVersions(db, row.id))[0]?.version ?? row.version;
  const from = versions.from ?? Math.max(1, to - 1);
  const [before, after] = await Promise.all([versionRow(db, row.id, from), versionRow(db, row.id, to)]);
  const labelled = (version: number, { code }: { code: string }) => ({
    label: `${row.name} version ${version}`,
    code,
  });
  return {
    name: row.name,
    from,
    to,
    diff: await functionCode.difference(labelled(from, before), labelled(to, after)),
    changed: await changedSymbols(functionCode, before.code, after.code, row.language),
  };
}

async function changedSymbols(
  reader: CodeReader,
  before: string,
  after: string,
  language: FunctionLanguage,
): Promise<Comparison["changed"]> {
  const [old, now] = await Promise.all([
    hashesOf(reader, before, language),
    hashesOf(reader, after, language),
  ]);
  const here = [...now].flatMap(([symbol, hash]): Comparison["changed"] => {
    const was = old.get(symbol);
    if (was === undefined) return [{ symbol, how: "new" }];
    return was === hash ? [] : [{ symbol, how: "changed" }];
  });
  const gone = [...old.keys()].filter((symbol) => !now.has(symbol));
  return [...here, ...gone.map((symbol) => ({ symbol, how: "gone" as const }))];
}

async function hashesOf(
  reader: CodeReader,
  code: string,
  language: FunctionLanguage,
): Promise<Map<string, string>> {
  const { definitions } = await reader.outline(code, language);
  return new Map(definitions.map(({ qualified, bodyHash }) => [qualified, bodyHash]));
}
