// Symbols as search results: by their name (whole or in parts), their documentation and their path, and by the meaning of
// these words. They are looked up in the code map when somebody searches; the search index does not hold them.

import { contentTerms, plainTermsOf, termsOf } from "../../../libs/language/index.ts";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import type { ReadQuestion } from "../../indexes/codemap/meaning.ts";
import { type FoundRow, symbolsById, symbolsWithTerms } from "../../indexes/codemap/symbols.ts";
import { mappedProjects } from "../../indexes/codemap/word-vectors.ts";
import type { Memory } from "../../memory/memory.ts";
import { worthShowing } from "../../protocol/recall.ts";
import type { ProjectScope } from "../../protocol/scope.ts";

type Result = OutputOf<"search">["results"][number];

/** Beside other results only the best are shown. */
const maxBeside = 3;
const maxByWords = 200;
const maxByMeaning = 200;
/** A search everywhere looks for meaning in the projects that were mapped last. */
const maxProjects = 4;

export async function symbolResults(
  memory: Memory,
  input: ParsedInputOf<"search">,
  {
    projects,
    names,
    read,
  }: { projects: ProjectScope; names: ReadonlyMap<string, string>; read: ReadQuestion | null },
): Promise<Result[]> {
  const isOnlySymbols = input.kind === "symbol";
  if ((input.kind !== undefined && !isOnlySymbols) || input.session || projects.within === "unknown folder")
    return [];
  const projectId = projects.within === "project" ? projects.projectId : null;
  const terms = contentTerms([...new Set(termsOf(input.query))]);
  const byWords = await symbolsWithTerms(memory.db, projectId, terms, maxByWords);
  const near = read ? await nearestOf(memory, projectId, read) : new Map<string, number>();
  const shares = new Map(byWords.map(({ id, share }) => [id, share]));
  const rows = new Map(byWords.map((row) => [row.id, row as FoundRow]));
  const others = [...near.keys()].filter((id) => !rows.has(id));
  for (const [id, row] of await symbolsById(memory.db, others)) rows.set(id, row);
  const question = questionOf(input.query);
  const results = [...rows.values()]
    .filter(
      ({ path, changed_at }) =>
        (!input.file || path.endsWith(input.file)) && (!input.since || changed_at !== null),
    )
    .map((row) => {
      const found = { share: shares.get(row.id) ?? 0, nearness: near.get(row.id) ?? null };
      return { name: row.name, ...asResult(row, relevanceOf(row, found, question), names) };
    })
    .sort((a, b) => b.relevance - a.relevance);
  return namesakesLower(results)
    .filter(({ relevance }) => relevance >= (isOnlySymbols ? input.minRelevance : worthBeside))
    .slice(0, isOnlySymbols ? input.limit : maxBeside);
}

/** Overloads, and the twenty functions called `text`: after the first, others come before them, unless that name was meant. */
function namesakesLower(sorted: readonly (Result & { name: string })[]): Result[] {
  const seen = new Map<string, number>();
  return sorted
    .map(({ name, ...result }) => {
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      const isMeant = result.relevance > byAllOfName;
      return isMeant ? result : { ...result, relevance: result.relevance * namesake ** before };
    })
    .sort((a, b) => b.relevance - a.relevance);
}
const namesake = 0.5;

async function nearestOf(
  { db, symbolMeaning }: Memory,
  projectId: string | null,
  read: ReadQuestion,
): Promise<Map<string, number>> {
  const near = new Map<string, number>();
  for (const project of projectId === null ? await mappedProjects(db, maxProjects) : [projectId])
    for (const { id, nearness } of await symbolMeaning.nearest(project, read, maxByMeaning))
      near.set(id, nearness);
  return near;
}

interface Question {
  /** Names as they were typed: a plain word is one only if there is no other. */
  typed: ReadonlySet<string>;
  terms: ReadonlySet<string>;
}

function questionOf(query: string): Question {
  const words = query.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu) ?? [];
  const typed = words.length === 1 ? words : words.filter(isDistinct);
  return { typed: new Set(typed), terms: new Set(plainTermsOf(query)) };
}

/** A symbol beside other results must have the name that was typed, or nearly all of the words. */
const worthBeside = 0.75;
/** The relevance of what is found by words; what is found by meaning alone never comes before it. */
const byName = 0.98;
const byAllWords = 0.9;
const byAllOfName = 0.6;
/** Words of its description alone: any question in plain words finds some symbol that has them all. */
const byDescription = 0.5;

function relevanceOf(
  { name, qualified, path, kind, is_test }: FoundRow,
  { share, nearness }: { share: number; nearness: number | null },
  { typed, terms }: Question,
): number {
  if (typed.has(qualified) || typed.has(name)) return byName;
  const isNamed = isDistinct(name) && plainTermsOf(name).every((term) => terms.has(term));
  const isCalledSo = plainTermsOf(`${qualified} ${path}`).some((term) => terms.has(term));
  const ofWords = (isCalledSo ? byAllWords : byDescription) * share;
  const byWords = isNamed ? Math.max(byAllOfName, ofWords) : ofWords;
  if (byWords >= byAllOfName) return byWords;
  const unlikely = (behaves.has(kind) ? 0 : 2) + Number(is_test);
  return byAllOfName * chance((nearness ?? 0) + shareWeight * share - unlikely);
}

/** A question in other words is about what code does. */
const behaves: ReadonlySet<string> = new Set(["function", "method", "class"]);
const shareWeight = 1.5;

/** From 0 to 1. Of the symbols of a project one in a thousand is three standard deviations nearer than the average. */
function chance(deviations: number): number {
  return 1 / (1 + Math.exp(4 - deviations));
}

/** `total` is a word of prose too; `print_all` and `putFile` are names. */
function isDistinct(name: string): boolean {
  return /[_$\d.]|\p{Ll}\p{Lu}/u.test(name);
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
    isWeak: relevance < worthShowing,
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
