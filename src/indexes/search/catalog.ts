// What ranking reads of every document, in memory: about forty bytes per row instead of a database read per
// candidate. Filled at the first query, then updated with new, changed and deleted documents.

import { setImmediate } from "node:timers/promises";
import { ownerFacts } from "../../protocol/owners.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import { documentsState } from "./feed.ts";
import { openGaps } from "./gaps.ts";
import type { Scope } from "./words.ts";

interface Entry {
  author: string | null;
  words: number;
  isQuestion: boolean;
  codeShare: number;
  /** When it happened, in minutes since 1970. */
  minute: number;
  /** A number for its session; 0 means none. */
  session: number;
  /** Neighbours in the session; 0 means none. */
  before: number;
  after: number;
}

/** The documents of a scope, as one bit per row number. */
export interface ScopeBits {
  bits: Uint32Array;
  rows: number;
}

export interface Catalog {
  /** Reads the changes in the store; true if documents were deleted or changed. One call at a time. */
  refresh(): Promise<boolean>;
  readonly size: number;
  get(seq: number): Entry | undefined;
  has(seq: number): boolean;
  /** Neighbours in the session; 0 means none. */
  before(seq: number): number;
  after(seq: number): number;
  /** Null means everything. */
  within(scope: Scope): ScopeBits | null;
  /** At most this many documents, spread over the whole scope. */
  sample(within: ScopeBits | null, max: number): number[];
}

/** Other work must run in between. */
const rowsAtOnce = 5_000;
/** Up to this many changes are read one by one; for more it is faster to read everything. */
const changesFollowed = 1_000;
/** Scopes by time differ in every query, so the oldest are dropped. */
const scopesKept = 32;

/** The sessions that are conversations of the chat. Given by whoever opens the search: the index does not know the rooms. */
export type ConversationsOf = (db: Db) => Promise<string[]>;

export function createCatalog(db: Db, conversationsOf: ConversationsOf = async () => []): Catalog {
  let known = createKnown();
  let scopes = new Map<string, KnownScope>();
  let changes = -1;
  let conversations: ReadonlySet<number> = new Set();
  const gaps = openGaps(db);
  const [projects, sessions, kinds, authors] = [createNames(), createNames(), createNames(), createNames()];

  async function refresh(): Promise<boolean> {
    const state = await documentsState(db);
    const hasChanged = state.changes !== changes;
    // Queries meanwhile are answered from the earlier state.
    const next = hasChanged && !(await followChanges()) ? createKnown() : known;
    const hasLate = await readLate(next);
    if (hasLate || next.newest < state.newest) conversations = await readConversations();
    while (next.newest < state.newest && (await readOn(next))) await setImmediate();
    known = next;
    changes = state.changes;
    if (hasChanged || hasLate) scopes = new Map();
    return hasChanged;
  }

  /** Documents whose transactions were open when later ones were read. */
  async function readLate(into: CatalogState): Promise<boolean> {
    const late = await gaps.due();
    const found =
      late.length === 0 ? [] : await factsOf(db).where("seq", "in", late).orderBy("seq").execute();
    const fresh = found.filter(({ seq }) => into.rows.present[seq] !== 1 && seq <= into.newest);
    for (const row of fresh) note(into, row);
    into.size += fresh.length;
    gaps.found(found.map(({ seq }) => seq));
    return fresh.length > 0;
  }

  async function readConversations(): Promise<ReadonlySet<number>> {
    return new Set((await conversationsOf(db)).map((id) => sessions.numberOf(id)));
  }

  async function readOn(into: CatalogState): Promise<boolean> {
    const found = await factsOf(db).where("seq", ">", into.newest).orderBy("seq").limit(rowsAtOnce).execute();
    await gaps.passed(
      into.newest,
      found.map(({ seq }) => seq),
    );
    const last = found.at(-1)?.seq ?? 0;
    if (last >= into.rows.present.length)
      into.rows = createColumns(2 ** Math.ceil(Math.log2(last + 1)), into.rows);
    for (const row of found) {
      note(into, row);
      const session = sessions.numberOf(row.session_id);
      if (isInLine(row)) {
        link(into, into.lastOf.get(session) ?? 0, row.seq);
        into.lastOf.set(session, row.seq);
      }
      into.newest = row.seq;
    }
    into.size += found.length;
    return found.length === rowsAtOnce;
  }

  function note({ rows }: CatalogState, row: Facts): void {
    const { seq } = row;
    rows.present[seq] = 1;
    rows.project[seq] = projects.numberOf(row.project_id);
    rows.session[seq] = sessions.numberOf(row.session_id);
    rows.kind[seq] = kinds.numberOf(row.owner_kind);
    rows.author[seq] = authors.numberOf(row.author);
    rows.words[seq] = row.word_count;
    rows.question[seq] = row.is_question;
    rows.code[seq] = row.code_share;
    rows.minute[seq] = minuteOf(row.happened_at);
  }

  /** False if too much has changed, or something that moves documents between sessions. */
  async function followChanges(): Promise<boolean> {
    const log = await db
      .selectFrom("changed_documents")
      .selectAll()
      .where("number", ">", changes)
      .orderBy("number")
      .limit(changesFollowed + 1)
      .execute();
    if (log.length > changesFollowed || log[0]?.number !== changes + 1) return false;
    const seqs = [...new Set(log.map((change) => change.document_seq))].filter((seq) => seq <= known.newest);
    const found = seqs.length === 0 ? [] : await factsOf(db).where("seq", "in", seqs).execute();
    const isWhereItWas = ({ seq, session_id }: Facts) =>
      has(seq) && known.rows.session[seq] === sessions.numberOf(session_id);
    if (!found.every(isWhereItWas)) return false;
    for (const row of found) note(known, row);
    const there = new Set(found.map(({ seq }) => seq));
    for (const seq of seqs) if (!there.has(seq) && has(seq)) forget(known, seq);
    return true;
  }

  function has(seq: number): boolean {
    return known.rows.present[seq] === 1;
  }

  /** An unknown folder has a number that no document has, so that it sees only what belongs to all. */
  function numberIn(scope: ProjectScope): number {
    switch (scope.within) {
      case "everywhere":
        return 0;
      case "project":
        return projects.find(scope.projectId);
      case "unknown folder":
        return -1;
    }
  }

  function within(scope: Scope): ScopeBits | null {
    const project = numberIn(scope.projects);
    const key = JSON.stringify([
      ...[project, scope.sessionId, scope.exceptSessionId, scope.kind, scope.kinds, scope.since],
      ...(hidesConversations(scope) ? ["without conversations"] : []),
    ]);
    if (key === "[0,null,null,null,null,null]") return null;
    const seen = scopes.get(key) ?? { bits: new Uint32Array(0), rows: 0, upTo: 0 };
    lookOn(seen, scope);
    scopes.delete(key);
    scopes.set(key, seen);
    for (const oldest of scopes.keys()) {
      if (scopes.size <= scopesKept) break;
      scopes.delete(oldest);
    }
    return { bits: seen.bits, rows: seen.rows };
  }

  function hidesConversations({ conversations: areWanted, sessionId }: Scope): boolean {
    return !areWanted && sessionId === undefined && conversations.size > 0;
  }

  function sample(within: ScopeBits | null, max: number): number[] {
    const every = Math.max(1, Math.ceil((within?.rows ?? known.size) / max));
    const chosen: number[] = [];
    let passed = 0;
    for (let seq = 1; seq <= known.newest; seq++) {
      if (known.rows.present[seq] !== 1 || (within && !hasBit(within, seq))) continue;
      if (passed++ % every === 0) chosen.push(seq);
    }
    return chosen;
  }

  /** Adds documents newer than the known ones. */
  function lookOn(seen: KnownScope, scope: Scope): void {
    const { rows, newest } = known;
    const project = numberIn(scope.projects);
    const session = sessions.find(scope.sessionId);
    const except = sessions.find(scope.exceptSessionId);
    const kind = kinds.find(scope.kind);
    const oneOf = scope.kinds && new Set(scope.kinds.map((name) => kinds.find(name)));
    const isHidden = hidesConversations(scope)
      ? (seq: number) => conversations.has(rows.session[seq] ?? 0)
      : () => false;
    const since = scope.since ? minuteOf(scope.since) : Number.NEGATIVE_INFINITY;
    const { bits, upTo } = seen;
    seen.upTo = newest;
    if (bits.length <= newest >>> 5) {
      seen.bits = new Uint32Array(Math.max(bits.length * 2, (newest >>> 5) + 1));
      seen.bits.set(bits);
    }
    for (let seq = upTo + 1; seq <= newest; seq++) {
      if (rows.present[seq] === 0) continue;
      // A document without a project belongs to all.
      if (project !== 0 && rows.project[seq] !== project && rows.project[seq] !== 0) continue;
      if (session !== 0 && rows.session[seq] !== session) continue;
      if (except > 0 && rows.session[seq] === except) continue;
      if (kind !== 0 && rows.kind[seq] !== kind) continue;
      if (oneOf && !oneOf.has(rows.kind[seq] ?? 0)) continue;
      if ((rows.minute[seq] ?? 0) < since || isHidden(seq)) continue;
      seen.bits[seq >>> 5] = (seen.bits[seq >>> 5] ?? 0) | (1 << (seq & 31));
      seen.rows++;
    }
  }

  return {
    refresh,
    within,
    sample,
    has,
    before: (seq) => known.rows.before[seq] ?? 0,
    after: (seq) => known.rows.after[seq] ?? 0,
    get size() {
      return known.size;
    },
    get(seq) {
      if (!has(seq)) return undefined;
      const author = known.rows.author[seq] ?? 0;
      return {
        author: author === 0 ? null : authors.nameOf(author),
        words: known.rows.words[seq] ?? 0,
        isQuestion: known.rows.question[seq] === 1,
        codeShare: known.rows.code[seq] ?? 0,
        minute: known.rows.minute[seq] ?? 0,
        session: known.rows.session[seq] ?? 0,
        before: known.rows.before[seq] ?? 0,
        after: known.rows.after[seq] ?? 0,
      };
    },
  };
}

interface CatalogState {
  rows: Columns;
  /** The last linked document of each session. */
  lastOf: Map<number, number>;
  newest: number;
  size: number;
}

function createKnown(): CatalogState {
  return { rows: createColumns(1024), lastOf: new Map(), newest: 0, size: 0 };
}

/** Links two neighbours in a session; 0 is the end. */
function link({ rows }: CatalogState, before: number, after: number): void {
  if (before > 0) rows.after[before] = after;
  if (after > 0) rows.before[after] = before;
}

function forget(known: CatalogState, seq: number): void {
  const { rows, lastOf } = known;
  const before = rows.before[seq] ?? 0;
  const session = rows.session[seq] ?? 0;
  link(known, before, rows.after[seq] ?? 0);
  if (lastOf.get(session) === seq) {
    if (before > 0) lastOf.set(session, before);
    else lastOf.delete(session);
  }
  for (const column of Object.values(rows)) column[seq] = 0;
  known.size--;
}

type Facts = Pick<DocumentRow, (typeof factNames)[number]>;

const factNames = [
  "seq",
  "project_id",
  "session_id",
  "owner_kind",
  "author",
  "word_count",
  "is_question",
  "code_share",
  "happened_at",
] as const;

function factsOf(db: Db) {
  return db.selectFrom("documents").select(factNames);
}

/** Words and actions, in the order of their session; a summary is not linked. */
function isInLine({ session_id, owner_kind }: Facts): boolean {
  return session_id !== null && !ownerFacts[owner_kind].isOverview;
}

export function hasBit({ bits }: ScopeBits, seq: number): boolean {
  return ((bits[seq >>> 5] ?? 0) & (1 << (seq & 31))) !== 0;
}

interface KnownScope extends ScopeBits {
  /** Documents up to here were read. */
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

/** Numbers by row number, one array per column. */
function createColumns(capacity: number, from?: Columns): Columns {
  const grown = columnNames.map((name) => {
    const numbers = new Int32Array(capacity);
    if (from) numbers.set(from[name]);
    return [name, numbers];
  });
  return Object.fromEntries(grown) as Columns;
}

/** Names as small numbers; 0 means none, -1 unknown. */
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
