// What ranking has to know of every document, in memory: about forty bytes a row instead of a database read a
// candidate. Filled when first asked, kept up to date by what is new; filled anew when documents changed or went.

import type { Db } from "../../store/schema.ts";
import { summaryKind } from "./documents.ts";
import type { Scope } from "./words.ts";

export interface Entry {
  author: string | null;
  words: number;
  isQuestion: boolean;
  codeShare: number;
  /** Neighbours in the session; 0 is none. */
  before: number;
  after: number;
}

/** The documents of a scope, as one bit a row number. */
export interface ScopeBits {
  bits: Uint32Array;
  rows: number;
}

export interface Catalog {
  /** Takes in what changed in the store; true when documents went or changed. */
  refresh(): Promise<boolean>;
  readonly size: number;
  get(seq: number): Entry | undefined;
  has(seq: number): boolean;
  /** Null means everything. */
  within(scope: Scope): ScopeBits | null;
}

const rowsAtOnce = 20_000;

export function createCatalog(db: Db): Catalog {
  let rows = createColumns();
  let lastOf = new Map<number, number>();
  let scopes = new Map<string, ScopeBits>();
  let newest = 0;
  let size = 0;
  let changes = -1;
  const [projects, sessions, kinds, authors] = [createNames(), createNames(), createNames(), createNames()];

  async function refresh(): Promise<boolean> {
    const { count } = await db.selectFrom("document_changes").select("count").executeTakeFirstOrThrow();
    const isStale = count !== changes;
    if (isStale) {
      rows = createColumns();
      lastOf = new Map();
      newest = 0;
      size = 0;
      changes = count;
    }
    const before = newest;
    while (await readOn());
    if (isStale || newest !== before) scopes = new Map();
    return isStale;
  }

  async function readOn(): Promise<boolean> {
    const found = await db
      .selectFrom("documents")
      .select([
        "seq",
        "project_id",
        "session_id",
        "owner_kind",
        "author",
        "word_count",
        "is_question",
        "code_share",
        "happened_at",
      ])
      .where("seq", ">", newest)
      .orderBy("seq")
      .limit(rowsAtOnce)
      .execute();
    for (const row of found) {
      const session = sessions.numberOf(row.session_id);
      const isInLine = session !== 0 && row.owner_kind !== summaryKind;
      const before = isInLine ? (lastOf.get(session) ?? 0) : 0;
      rows.put(row.seq, {
        present: 1,
        project: projects.numberOf(row.project_id),
        session,
        kind: kinds.numberOf(row.owner_kind),
        author: authors.numberOf(row.author),
        words: row.word_count,
        question: row.is_question,
        code: row.code_share,
        minute: Math.floor(Date.parse(row.happened_at) / 60_000),
        before,
        after: 0,
      });
      if (before > 0) rows.put(before, { after: row.seq });
      if (isInLine) lastOf.set(session, row.seq);
      newest = row.seq;
    }
    size += found.length;
    return found.length === rowsAtOnce;
  }

  function within(scope: Scope): ScopeBits | null {
    const key = JSON.stringify([scope.projectId, scope.sessionId, scope.kind, scope.since]);
    if (key === "[null,null,null,null]") return null;
    const known = scopes.get(key);
    if (known) return known;
    const project = projects.find(scope.projectId);
    const session = sessions.find(scope.sessionId);
    const kind = kinds.find(scope.kind);
    const since = scope.since ? Math.floor(Date.parse(scope.since) / 60_000) : Number.NEGATIVE_INFINITY;
    const bits = new Uint32Array((newest >>> 5) + 1);
    let count = 0;
    for (let seq = 1; seq <= newest; seq++) {
      if (rows.at("present", seq) === 0) continue;
      // A document without a project belongs to all.
      if (project !== 0 && rows.at("project", seq) !== project && rows.at("project", seq) !== 0) continue;
      if (session !== 0 && rows.at("session", seq) !== session) continue;
      if (kind !== 0 && rows.at("kind", seq) !== kind) continue;
      if (rows.at("minute", seq) < since) continue;
      bits[seq >>> 5] = (bits[seq >>> 5] ?? 0) | (1 << (seq & 31));
      count++;
    }
    const made = { bits, rows: count };
    scopes.set(key, made);
    return made;
  }

  const has = (seq: number) => rows.at("present", seq) === 1;
  return {
    refresh,
    within,
    has,
    get size() {
      return size;
    },
    get(seq) {
      if (!has(seq)) return undefined;
      const author = rows.at("author", seq);
      return {
        author: author === 0 ? null : authors.nameOf(author),
        words: rows.at("words", seq),
        isQuestion: rows.at("question", seq) === 1,
        codeShare: rows.at("code", seq),
        before: rows.at("before", seq),
        after: rows.at("after", seq),
      };
    },
  };
}

export function hasBit({ bits }: ScopeBits, seq: number): boolean {
  return ((bits[seq >>> 5] ?? 0) & (1 << (seq & 31))) !== 0;
}

/** Numbers by row number, one array a column, growing by doubling. */
function createColumns() {
  const make = (capacity: number, from?: Columns): Columns => {
    const grown = (column: keyof Columns) => {
      const numbers = new Int32Array(capacity);
      if (from) numbers.set(from[column]);
      return numbers;
    };
    return {
      present: grown("present"),
      project: grown("project"),
      session: grown("session"),
      kind: grown("kind"),
      author: grown("author"),
      words: grown("words"),
      question: grown("question"),
      code: grown("code"),
      minute: grown("minute"),
      before: grown("before"),
      after: grown("after"),
    };
  };
  let columns = make(1024);
  return {
    at: (column: keyof Columns, seq: number): number => columns[column][seq] ?? 0,
    put(seq: number, values: Partial<Record<keyof Columns, number>>): void {
      let capacity = columns.present.length;
      while (seq >= capacity) capacity *= 2;
      if (capacity > columns.present.length) columns = make(capacity, columns);
      for (const [name, value] of Object.entries(values)) columns[name as keyof Columns][seq] = value;
    },
  };
}

interface Columns {
  present: Int32Array;
  project: Int32Array;
  session: Int32Array;
  kind: Int32Array;
  author: Int32Array;
  words: Int32Array;
  question: Int32Array;
  code: Int32Array;
  /** When it happened. */
  minute: Int32Array;
  before: Int32Array;
  after: Int32Array;
}

/** Names as small numbers; 0 is none, -1 is unknown. */
function createNames() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    nameOf: (number: number): string => names[number - 1] ?? "",
    find: (name: string | undefined): number => (name === undefined ? 0 : (numbers.get(name) ?? -1)),
    numberOf(name: string | null): number {
      if (name === null) return 0;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      names.push(name);
      numbers.set(name, names.length);
      return names.length;
    },
  };
}
