// What ranking has to know of every document, in memory: about forty bytes a row instead of a database read a
// candidate. Filled when first asked, kept up to date by what is new; filled anew when documents changed or went.

import type { Db } from "../../store/schema.ts";
import { isOverview } from "./documents.ts";
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
  /** Takes in what changed in the store; true when documents went or changed. One at a time. */
  refresh(): Promise<boolean>;
  readonly size: number;
  get(seq: number): Entry | undefined;
  has(seq: number): boolean;
  /** Neighbours in the session; 0 is none. */
  before(seq: number): number;
  after(seq: number): number;
  /** Null means everything. */
  within(scope: Scope): ScopeBits | null;
  /** At most so many documents, spread over all of the scope. */
  sample(within: ScopeBits | null, most: number): number[];
}

const rowsAtOnce = 20_000;
/** Scopes by time differ in every question, so the oldest are forgotten. */
const scopesKept = 32;

export function createCatalog(db: Db): Catalog {
  let rows = createColumns(1024);
  let lastOf = new Map<number, number>();
  let scopes = new Map<string, KnownScope>();
  let newest = 0;
  let size = 0;
  let changes = -1;
  const [projects, sessions, kinds, authors] = [createNames(), createNames(), createNames(), createNames()];

  async function refresh(): Promise<boolean> {
    const state = await db
      .selectFrom("document_changes")
      .select((eb) => [
        "count",
        eb
          .selectFrom("documents")
          .select(({ fn }) => fn.max("seq").as("seq"))
          .as("newest"),
      ])
      .executeTakeFirstOrThrow();
    const isStale = state.count !== changes;
    if (isStale) {
      rows = createColumns(1024);
      lastOf = new Map();
      scopes = new Map();
      newest = 0;
      size = 0;
      changes = state.count;
    }
    while (newest < (state.newest ?? 0) && (await readOn()));
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
    const last = found.at(-1)?.seq ?? 0;
    if (last >= rows.present.length) rows = createColumns(2 ** Math.ceil(Math.log2(last + 1)), rows);
    for (const row of found) {
      const { seq } = row;
      const session = sessions.numberOf(row.session_id);
      const isInLine = session !== 0 && !isOverview(row.owner_kind);
      const before = isInLine ? (lastOf.get(session) ?? 0) : 0;
      rows.present[seq] = 1;
      rows.project[seq] = projects.numberOf(row.project_id);
      rows.session[seq] = session;
      rows.kind[seq] = kinds.numberOf(row.owner_kind);
      rows.author[seq] = authors.numberOf(row.author);
      rows.words[seq] = row.word_count;
      rows.question[seq] = row.is_question;
      rows.code[seq] = row.code_share;
      rows.minute[seq] = minuteOf(row.happened_at);
      rows.before[seq] = before;
      if (before > 0) rows.after[before] = seq;
      if (isInLine) lastOf.set(session, seq);
      newest = seq;
    }
    size += found.length;
    return found.length === rowsAtOnce;
  }

  function within(scope: Scope): ScopeBits | null {
    const key = JSON.stringify([scope.projectId, scope.sessionId, scope.kind, scope.since]);
    if (key === "[null,null,null,null]") return null;
    const known = scopes.get(key) ?? { bits: new Uint32Array(0), rows: 0, upTo: 0 };
    lookOn(known, scope);
    scopes.delete(key);
    scopes.set(key, known);
    for (const oldest of scopes.keys()) {
      if (scopes.size <= scopesKept) break;
      scopes.delete(oldest);
    }
    return { bits: known.bits, rows: known.rows };
  }

  function sample(within: ScopeBits | null, most: number): number[] {
    const every = Math.max(1, Math.ceil((within?.rows ?? size) / most));
    const chosen: number[] = [];
    let passed = 0;
    for (let seq = 1; seq <= newest; seq++) {
      if (rows.present[seq] !== 1 || (within && !hasBit(within, seq))) continue;
      if (passed++ % every === 0) chosen.push(seq);
    }
    return chosen;
  }

  /** Adds the documents that are newer than those it knows. */
  function lookOn(known: KnownScope, scope: Scope): void {
    const project = projects.find(scope.projectId);
    const session = sessions.find(scope.sessionId);
    const kind = kinds.find(scope.kind);
    const since = scope.since ? minuteOf(scope.since) : Number.NEGATIVE_INFINITY;
    const { bits, upTo } = known;
    known.upTo = newest;
    if (bits.length <= newest >>> 5) {
      known.bits = new Uint32Array(Math.max(bits.length * 2, (newest >>> 5) + 1));
      known.bits.set(bits);
    }
    for (let seq = upTo + 1; seq <= newest; seq++) {
      if (rows.present[seq] === 0) continue;
      // A document without a project belongs to all.
      if (project !== 0 && rows.project[seq] !== project && rows.project[seq] !== 0) continue;
      if (session !== 0 && rows.session[seq] !== session) continue;
      if (kind !== 0 && rows.kind[seq] !== kind) continue;
      if ((rows.minute[seq] ?? 0) < since) continue;
      known.bits[seq >>> 5] = (known.bits[seq >>> 5] ?? 0) | (1 << (seq & 31));
      known.rows++;
    }
  }

  const has = (seq: number) => rows.present[seq] === 1;
  return {
    refresh,
    within,
    sample,
    has,
    before: (seq) => rows.before[seq] ?? 0,
    after: (seq) => rows.after[seq] ?? 0,
    get size() {
      return size;
    },
    get(seq) {
      if (!has(seq)) return undefined;
      const author = rows.author[seq] ?? 0;
      return {
        author: author === 0 ? null : authors.nameOf(author),
        words: rows.words[seq] ?? 0,
        isQuestion: rows.question[seq] === 1,
        codeShare: rows.code[seq] ?? 0,
        before: rows.before[seq] ?? 0,
        after: rows.after[seq] ?? 0,
      };
    },
  };
}

export function hasBit({ bits }: ScopeBits, seq: number): boolean {
  return ((bits[seq >>> 5] ?? 0) & (1 << (seq & 31))) !== 0;
}

interface KnownScope extends ScopeBits {
  /** Documents up to here were looked at. */
  upTo: number;
}

function minuteOf(time: string): number {
  return Math.floor(Date.parse(time) / 60_000);
}

const columnNames = [
  ...(["present", "project", "session", "kind", "author", "words", "question", "code"] as const),
  /** When it happened. */
  "minute",
  "before",
  "after",
] as const;
type Columns = Record<(typeof columnNames)[number], Int32Array>;

/** Numbers by row number, one array a column. */
function createColumns(capacity: number, from?: Columns): Columns {
  const grown = columnNames.map((name) => {
    const numbers = new Int32Array(capacity);
    if (from) numbers.set(from[name]);
    return [name, numbers];
  });
  return Object.fromEntries(grown) as Columns;
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
