// Finds symbols in the code map: by id, name, place or search terms.

import type { CodeSymbol } from "../../protocol/codemap.ts";
import type { Db, SymbolRow } from "../../store/schema.ts";

export type FoundRow = SymbolRow & { path: string };

const symbolsWithPath = (db: Db, projectId: string) =>
  db
    .selectFrom("symbols as s")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .selectAll("s")
    .select("f.path")
    .where("s.project_id", "=", projectId);

export function asSymbol(row: FoundRow): CodeSymbol {
  return {
    id: row.id,
    file: row.path,
    name: row.name,
    qualified: row.qualified,
    kind: row.kind,
    parent: row.parent,
    signature: row.signature,
    decorators: JSON.parse(row.decorators),
    documentation: row.documentation,
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    isTest: Number(row.is_test) === 1,
    change: row.change,
    changedAt: row.changed_at,
  };
}

/** By id, `name`, `Outer.name`, or any of them after `file#`. The most exact ones only. */
export async function findSymbols(db: Db, projectId: string, typed: string, limit = 20): Promise<FoundRow[]> {
  const cut = typed.lastIndexOf("#");
  const isNumbered = /#\d+$/.test(typed);
  const [file, name] = cut > 0 && !isNumbered ? [typed.slice(0, cut), typed.slice(cut + 1)] : ["", typed];
  const plain = name.replaceAll("::", ".");
  const last = plain.replace(/#\d+$/, "").split(".").at(-1) ?? plain;
  const rows = await symbolsWithPath(db, projectId)
    .where((eb) => eb.or([eb("s.name", "=", last), eb("s.id", "=", typed)]))
    .$if(file !== "", (query) => query.where("f.path", "=", file))
    .orderBy("s.is_test")
    .orderBy("f.path")
    .orderBy("s.position")
    .limit(500)
    .execute();
  const exact = rows.filter((row) => row.qualified === plain || row.id === typed);
  const inner = rows.filter((row) => row.qualified.replace(/#\d+/g, "").endsWith(`.${plain}`));
  const numbered = rows.filter((row) => row.qualified.replace(/#\d+$/, "") === plain);
  const chosen =
    exact.length > 0
      ? [...new Set([...exact, ...numbered])]
      : inner.length > 0
        ? inner
        : plain === last
          ? rows
          : [];
  return chosen.slice(0, limit);
}

export async function symbolsById(db: Db, ids: readonly string[]): Promise<Map<string, FoundRow>> {
  const found = new Map<string, FoundRow>();
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await db
      .selectFrom("symbols as s")
      .innerJoin("code_files as f", "f.id", "s.file_id")
      .selectAll("s")
      .select("f.path")
      .where("s.id", "in", ids.slice(at, at + 500))
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Of a file, or of every file under a folder, in the order of the text. */
export function symbolsUnder(db: Db, projectId: string, under: string, limit: number): Promise<FoundRow[]> {
  return symbolsWithPath(db, projectId)
    .$if(under !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("f.path", "=", under),
          eb.and([eb("f.path", ">=", `${under}/`), eb("f.path", "<", `${under}0`)]),
        ]),
      ),
    )
    .orderBy("f.path")
    .orderBy("s.position")
    .limit(limit)
    .execute();
}

/** Where a symbol is. */
export interface SymbolPlace {
  id: string;
  path: string;
  name: string;
  startLine: number;
  endLine: number;
}

/** Of the whole project, or of these files. */
export async function symbolPlaces(
  db: Db,
  projectId: string,
  paths?: readonly string[],
): Promise<SymbolPlace[]> {
  const found: SymbolPlace[] = [];
  for (let at = 0; at < (paths?.length ?? 1); at += 500) {
    const rows = await db
      .selectFrom("symbols as s")
      .innerJoin("code_files as f", "f.id", "s.file_id")
      .select(["s.id", "f.path", "s.name", "s.start_line", "s.end_line"])
      .where("f.project_id", "=", projectId)
      .$if(paths !== undefined, (query) => query.where("f.path", "in", paths?.slice(at, at + 500) ?? []))
      .execute();
    for (const { id, path, name, start_line, end_line } of rows)
      found.push({ id, path, name, startLine: Number(start_line), endLine: Number(end_line) });
  }
  return found;
}

/** How much of the wanted terms a symbol has, from 0 to 1: a term that few of the found symbols have counts more. */
export type SymbolWithTerms = FoundRow & { share: number };

/** Symbols whose name, documentation or path contain these search terms; those with most of them first. */
export async function symbolsWithTerms(
  db: Db,
  projectId: string | null,
  terms: readonly string[],
  limit: number,
): Promise<SymbolWithTerms[]> {
  const wanted = [...new Set(terms)].slice(0, 12);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom("symbols as s")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .selectAll("s")
    .select("f.path")
    .$if(projectId !== null, (query) => query.where("s.project_id", "=", projectId ?? ""))
    .where((eb) => eb.or(wanted.map((term) => eb("s.terms", "like", `% ${term} %`))))
    .limit(5_000)
    .execute();
  const has = (row: FoundRow, term: string) => row.terms.includes(` ${term} `);
  const rarity = wanted.map((term) =>
    Math.log(1 + rows.length / (1 + rows.filter((row) => has(row, term)).length)),
  );
  const whole = rarity.reduce((sum, one) => sum + one, 0);
  const shareOf = (row: FoundRow) =>
    wanted.reduce((sum, term, i) => sum + (has(row, term) ? (rarity[i] ?? 0) : 0), 0) / whole;
  return rows
    .map((row) => ({ ...row, share: shareOf(row) }))
    .sort(
      (a, b) =>
        b.share - a.share || a.is_test - b.is_test || a.name.length - b.name.length || (a.id < b.id ? -1 : 1),
    )
    .slice(0, limit);
}
