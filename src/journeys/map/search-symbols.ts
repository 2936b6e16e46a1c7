// Symbols as search results: by their name (whole or in parts), their documentation and their path. They are looked up in
// the code map when somebody searches; the search index does not hold them.

import { type FoundRow, symbolsWithTerms } from "../../indexes/codemap/queries.ts";
import { termsOf } from "../../indexes/search/analyse.ts";
import type { Memory } from "../../memory.ts";
import type { OutputOf, ParsedInputOf } from "../../protocol/operations.ts";
import type { ProjectScope } from "../../protocol/scope.ts";

type Result = OutputOf<"search">["results"][number];

/** Beside other results only the best are shown. */
const mostBeside = 3;

export async function symbolResults(
  { db }: Memory,
  input: ParsedInputOf<"search">,
  projects: ProjectScope,
  names: ReadonlyMap<string, string>,
): Promise<Result[]> {
  const isOnlySymbols = input.kind === "symbol";
  if ((input.kind !== undefined && !isOnlySymbols) || input.session || projects.within === "unknown folder")
    return [];
  const projectId = projects.within === "project" ? projects.projectId : null;
  const terms = [...new Set(termsOf(input.query))];
  const rows = await symbolsWithTerms(db, projectId, terms, isOnlySymbols ? input.limit : 20);
  const typed = new Set(input.query.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu));
  return rows
    .filter(
      ({ path, changed_at }) =>
        (!input.file || path.endsWith(input.file)) && (!input.since || changed_at !== null),
    )
    .map((row) => asResult(row, relevanceOf(row, row.matched / terms.length, typed), names))
    .filter(({ relevance }) => relevance >= (isOnlySymbols ? 0 : worthBeside))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, isOnlySymbols ? input.limit : mostBeside);
}

/** A symbol beside other results must have the name that was typed, or nearly all of the words. */
const worthBeside = 0.75;

function relevanceOf({ name, qualified }: FoundRow, share: number, typed: ReadonlySet<string>): number {
  if (typed.has(qualified) || (typed.has(name) && isDistinct(name))) return 0.98;
  return 0.9 * share;
}

/** `total` is a word of prose too; `print_all` and `putFile` are names. */
function isDistinct(name: string): boolean {
  return /[_$\d]|\p{Ll}\p{Lu}/u.test(name);
}

function asResult(row: FoundRow, relevance: number, names: ReadonlyMap<string, string>): Result {
  return {
    id: row.id,
    kind: "symbol",
    title: `${row.kind} ${row.qualified}`,
    summary: row.documentation || row.signature,
    sessionId: null,
    project: names.get(row.project_id) ?? "",
    happenedAt: row.changed_at ?? "",
    relevance,
    excerpt: `${row.path}:${row.start_line} ${row.signature}`,
    matched: [],
  };
}

/** In the order of relevance; results stay in theirs. */
export function withSymbols(results: readonly Result[], symbols: readonly Result[]): Result[] {
  const merged = [...results];
  for (const symbol of symbols) {
    const place = merged.findIndex(({ relevance }) => relevance < symbol.relevance);
    merged.splice(place === -1 ? merged.length : place, 0, symbol);
  }
  return merged;
}
