// Reads the code map: symbols by name, calls between them, changes, and how complete all of it is.

import { heal, isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { CodeSymbol, MapStatus, SymbolChangeEntry } from "../../protocol/codemap.ts";
import type { CallRow, Db, SymbolRow } from "../../store/schema.ts";

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

/** `mapped_at`: since when its file is as it is. */
export type CallWithPath = CallRow & { path: string; mapped_at: string };

/** Calls of these symbols, or calls that they make. What nothing has confirmed for long is less sure than it was. */
export async function callsOf(
  db: Db,
  side: "target_id" | "caller_id",
  ids: readonly string[],
  now = Date.now(),
): Promise<CallWithPath[]> {
  const found: CallWithPath[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    found.push(
      ...(await db
        .selectFrom("calls as c")
        .innerJoin("code_files as f", "f.id", "c.file_id")
        .selectAll("c")
        .select(["f.path", "f.mapped_at"])
        .where(`c.${side}`, "in", ids.slice(at, at + 500))
        .orderBy("f.path")
        .orderBy("c.line")
        .orderBy("c.col")
        .execute()),
    );
  }
  return found.map((call) => ({ ...call, confidence: confidenceAt(call, now) }));
}

const dayMs = 24 * 3_600_000;

type Aging = Pick<CallWithPath, "confidence" | "resolution" | "confirmed_at" | "mapped_at">;

function confidenceAt({ confidence, resolution, confirmed_at, mapped_at }: Aging, now: number): number {
  const stored = Number(confidence);
  const ageDays = (now - Date.parse(mapped_at)) / dayMs;
  const seenDaysAgo = confirmed_at === null ? {} : { seenDaysAgo: (now - Date.parse(confirmed_at)) / dayMs };
  return heal(
    { confidence: stored, initial: stored, resolution, ageDays, ...seenDaysAgo },
    { kind: "elapsed" },
  );
}

/** Calls that could not be resolved and are written with this name: each may be one of it. */
export async function unresolvedNamed(
  db: Db,
  projectId: string,
  name: string,
  limit: number,
): Promise<CallWithPath[]> {
  return db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .selectAll("c")
    .select(["f.path", "f.mapped_at"])
    .where("c.project_id", "=", projectId)
    .where("c.target_name", "=", name)
    .where("c.resolution", "=", "unresolved")
    .orderBy("f.path")
    .orderBy("c.line")
    .limit(limit)
    .execute();
}

/** A call of a file's symbol in another file. */
export interface OutsideCall {
  symbolId: string;
  symbol: string;
  /** Null for code outside of every function. */
  caller: string | null;
  file: string;
  line: number;
  confidence: number;
  isTest: boolean;
}

export async function callsFromOutside(
  db: Db,
  projectId: string,
  path: string,
  limit: number,
): Promise<OutsideCall[]> {
  const rows = await db
    .selectFrom("code_files as own")
    .innerJoin("symbols as s", "s.file_id", "own.id")
    .innerJoin("calls as c", "c.target_id", "s.id")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .leftJoin("symbols as by", "by.id", "c.caller_id")
    .select(["s.id", "s.qualified", "by.qualified as caller", "by.is_test", "f.path", "f.mapped_at"])
    .select(["c.line", "c.confidence", "c.resolution", "c.confirmed_at"])
    .where("own.project_id", "=", projectId)
    .where("own.path", "=", path)
    .whereRef("c.file_id", "!=", "own.id")
    .orderBy("f.path")
    .orderBy("c.line")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    symbolId: row.id,
    symbol: row.qualified,
    caller: row.caller,
    file: row.path,
    line: Number(row.line),
    confidence: confidenceAt(row, Date.now()),
    isTest: Number(row.is_test ?? 0) === 1 || isTestPath(row.path),
  }));
}

/** Files with symbols that other files call. */
export async function filesCalledFromOutside(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("symbols as s", "s.id", "c.target_id")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .select("f.path")
    .distinct()
    .where("c.project_id", "=", projectId)
    .whereRef("c.file_id", "!=", "s.file_id")
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

export interface Edge {
  from: string;
  to: string;
  confidence: number;
}

/** Resolved calls between symbols of the project. */
export async function edgesOf(db: Db, projectId: string): Promise<Edge[]> {
  const rows = await db
    .selectFrom("calls")
    .select(["caller_id", "target_id", "confidence"])
    .where("project_id", "=", projectId)
    .where("caller_id", "is not", null)
    .where("target_id", "is not", null)
    .execute();
  return rows.map((row) => ({
    from: row.caller_id ?? "",
    to: row.target_id ?? "",
    confidence: Number(row.confidence),
  }));
}

export async function mapStatus(db: Db, projectId: string): Promise<MapStatus> {
  const map = await db
    .selectFrom("code_maps")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const files = await db
    .selectFrom("code_files")
    .select((eb) => [
      "state",
      eb.fn.countAll<number>().as("n"),
      eb.fn.sum<number>("unresolved_calls").as("unresolved"),
    ])
    .where("project_id", "=", projectId)
    .groupBy("state")
    .execute();
  const broken = await db
    .selectFrom("code_files")
    .select(["path", "problem", "broken_since"])
    .where("project_id", "=", projectId)
    .where("state", "=", "broken")
    .orderBy("broken_since", "desc")
    .orderBy("path")
    .limit(20)
    .execute();
  const behind = await db
    .selectFrom("code_files")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("project_id", "=", projectId)
    .where("state", "!=", "skipped")
    .where((eb) => eb.or([eb("calls_hash", "is", null), eb("calls_hash", "!=", eb.ref("content_hash"))]))
    .executeTakeFirst();
  const count = async (table: "symbols" | "calls") => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };
  const sum = (pick: (row: (typeof files)[number]) => number) =>
    files.reduce((all, row) => all + pick(row), 0);
  return {
    mappedAt: map?.mapped_at ?? null,
    files: sum((row) => (row.state === "skipped" ? 0 : Number(row.n))),
    skipped: sum((row) => (row.state === "skipped" ? Number(row.n) : 0)),
    symbols: await count("symbols"),
    calls: await count("calls"),
    unresolvedCalls: sum((row) => Number(row.unresolved ?? 0)),
    callsAt: map?.calls_at ?? null,
    filesWithoutCalls: Number(behind?.n ?? 0),
    broken: broken.map(
      ({ path, problem, broken_since }) =>
        `${path}: ${problem}; ${broken_since === null ? "mapped as far as it parses" : "its last good map is used"}`,
    ),
    stale: [],
  };
}

/** The same as long as no file comes or goes. */
export async function versionOfFiles(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom("code_files")
    .select((eb) => [eb.fn.countAll<number>().as("n"), eb.fn.max("id").as("last")])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return `${row?.n}:${row?.last}`;
}

/** Paths that end with one of these file names. */
export async function pathsNamed(db: Db, projectId: string, names: ReadonlySet<string>): Promise<string[]> {
  const rows = await db.selectFrom("code_files").select("path").where("project_id", "=", projectId).execute();
  return rows.flatMap(({ path }) => (names.has(path.slice(path.lastIndexOf("/") + 1)) ? [path] : []));
}

export async function contentHashes(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < paths.length; at += 500) {
    const rows = await db
      .selectFrom("code_files")
      .select(["path", "content_hash"])
      .where("project_id", "=", projectId)
      .where("path", "in", paths.slice(at, at + 500))
      .execute();
    for (const { path, content_hash } of rows) found.set(path, content_hash);
  }
  return found;
}

export async function filesByPath(db: Db, projectId: string, paths: readonly string[]) {
  if (paths.length === 0) return [];
  return db
    .selectFrom("code_files")
    .select(["path", "mapped_at", "state", "problem", "language"])
    .where("project_id", "=", projectId)
    .where("path", "in", paths.slice(0, 1_000))
    .execute();
}

export async function changesSince(
  db: Db,
  projectId: string,
  filter: { since?: string | undefined; sessionId?: string | undefined; limit: number },
): Promise<SymbolChangeEntry[]> {
  const rows = await db
    .selectFrom("symbol_changes")
    .selectAll()
    .where("project_id", "=", projectId)
    .$if(filter.since !== undefined, (query) => query.where("at", ">=", filter.since ?? ""))
    .$if(filter.sessionId !== undefined, (query) => query.where("session_id", "=", filter.sessionId ?? ""))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({
    symbolId: row.symbol_id,
    file: row.path,
    qualified: row.qualified,
    kind: row.kind,
    signature: row.signature,
    change: row.change,
    was: row.was,
    at: row.at,
    sessionId: row.session_id,
    observationId: row.observation_id,
  }));
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
