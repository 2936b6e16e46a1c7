// The ranked map of a project or a part of it, within a token budget: for people, for the MCP tool code_map, and for the
// start of a session.

import { termsOf } from "../../../libs/language/index.ts";
import type { OutputOf } from "../../areas/contracts.ts";
import { countTokens } from "../../context/tokens.ts";
import { edgesOf } from "../../indexes/codemap/calls.ts";
import { filesByPath } from "../../indexes/codemap/files.ts";
import { rankSymbols } from "../../indexes/codemap/rank.ts";
import { changesSince } from "../../indexes/codemap/symbol-changes.ts";
import { asSymbol, type FoundRow, symbolsUnder } from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { pathWithin } from "../../platform/foreign-file.ts";
import type { CodeSymbol } from "../../protocol/codemap.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { isDetail, mappedProject, statusFor } from "./answers.ts";

const maxSymbols = 100_000;
const recentMs = 7 * 24 * 3_600_000;

export interface AskedOutline {
  path?: string | undefined;
  folder?: string | undefined;
  budget: number;
  mention?: string | undefined;
}

export async function outline(
  memory: Memory,
  { path, folder, budget, mention }: AskedOutline,
): Promise<OutputOf<"map.show">> {
  const mapped = await mappedProject(memory, path ?? folder);
  const { db } = memory;
  const under = path ? pathWithin(mapped.tree, path) : "";
  if (under === null) throw new TellbackError("invalid_input", `${path} is outside of the project`);
  const rows = await symbolsUnder(db, mapped.projectId, under, maxSymbols);
  const since = new Date(Date.now() - recentMs).toISOString();
  const changed = await changesSince(db, mapped.projectId, { since, limit: 500 });
  const interest = interestOf(rows, new Set(changed.map(({ file }) => file)), mention ?? "");
  const rank = rankSymbols(
    rows.map(({ id }) => id),
    await edgesOf(db, mapped.projectId),
    interest,
  );
  const order = rows.toSorted((a, b) => worth(b, rank) - worth(a, rank));
  const chosen = fitting(order, budget);
  const files = await filesByPath(db, mapped.projectId, [...new Set(chosen.map((row) => row.path))]);
  const languages = new Map(files.map((file) => [file.path, file.language]));
  const inFile = Map.groupBy(rows, (row) => row.path);
  const groups = [...Map.groupBy(inOrder(chosen), (row) => row.path)].map(([file, own]) => ({
    file,
    language: languages.get(file) ?? null,
    symbols: own.map(asSymbol),
    left: (inFile.get(file)?.length ?? own.length) - own.length,
  }));
  return {
    project: mapped.name,
    files: groups,
    shown: chosen.length,
    left: rows.length - chosen.length,
    tokens: countTokens(outlineText(groups)),
    status: await statusFor(
      memory,
      mapped,
      groups.map(({ file }) => file),
    ),
  };
}

/** Mentioned names count more than files that changed lately. */
function interestOf(
  rows: readonly FoundRow[],
  changedFiles: ReadonlySet<string>,
  mention: string,
): Map<string, number> {
  const terms = new Set(termsOf(mention));
  const names = new Set(mention.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const interest = new Map<string, number>();
  for (const row of rows) {
    const isNamed = names.has(row.name) ? 5 : 0;
    const share =
      terms.size === 0 ? 0 : [...terms].filter((term) => row.terms.includes(` ${term} `)).length / terms.size;
    const weight =
      isNamed + 2 * share + Number(changedFiles.has(row.path)) + Number(row.change !== "unchanged");
    if (weight > 0) interest.set(row.id, weight);
  }
  return interest;
}

/** Between symbols of equal rank: types and functions before values, code before tests. */
function worth(row: FoundRow, rank: ReadonlyMap<string, number>): number {
  const own = rank.get(row.id) ?? 0;
  const kind = isDetail(row.kind) ? 0.2 : row.parent === null ? 1 : 0.8;
  return own * kind * (row.is_test === 1 ? 0.2 : 1);
}

/** As many of the first symbols as fit, found by halving. */
function fitting(order: readonly FoundRow[], budget: number): FoundRow[] {
  let fits = 0;
  let tooMany = Math.min(order.length, budget) + 1;
  while (fits + 1 < tooMany) {
    const middle = (fits + tooMany) >> 1;
    const groups = [...Map.groupBy(inOrder(order.slice(0, middle)), (row) => row.path)];
    const text = outlineText(groups.map(([file, own]) => ({ file, symbols: own.map(asSymbol), left: 0 })));
    if (countTokens(text) <= budget) fits = middle;
    else tooMany = middle;
  }
  return order.slice(0, fits);
}

function inOrder(rows: readonly FoundRow[]): FoundRow[] {
  return rows.toSorted((a, b) => (a.path === b.path ? a.position - b.position : a.path < b.path ? -1 : 1));
}

/** One line a symbol, indented by its depth. */
export function outlineText(
  groups: readonly { file: string; symbols: readonly CodeSymbol[]; left: number }[],
): string {
  return groups
    .flatMap(({ file, symbols }) => [
      file,
      ...symbols.map((symbol) => {
        const depth = symbol.parent === null ? 1 : 1 + symbol.parent.split(".").length;
        const change = symbol.change === "unchanged" ? "" : ` [${symbol.change}]`;
        return `${"  ".repeat(Math.min(depth, 6))}${symbol.startLine}: ${symbol.signature}${change}`;
      }),
    ])
    .join("\n");
}
