// Turns: stored once per prompt, each with its files and its search document; read by session, project and file.

import type { ExpressionBuilder } from "kysely";
import { cut, sentencesOf } from "../../../libs/language/index.ts";
import { type IndexStep, indexInOrder } from "../../indexes/owner.ts";
import {
  analyse,
  type NewDocument,
  putDocument,
  putNewDocuments,
  removeDocument,
} from "../../indexes/search/documents.ts";
import { chatHost } from "../../protocol/chat.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Turn, TurnState } from "../../protocol/turns.ts";
import { insertMany } from "../../store/bulk.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db, Tables, TurnRow } from "../../store/schema.ts";
import { bury } from "../../store/tombstones.ts";
import type { TurnParts } from "./make.ts";
import { marksOf, withMarks } from "./marks.ts";

export interface MadeTurn {
  projectId: string;
  sessionId: string;
  /** The observation of its prompt; empty for what came before the first one. */
  promptId: string;
  /** The last arrival number among its observations. */
  upTo: number;
  parts: TurnParts;
}

/** Writes a turn that is new or differs from its row. Returns its id. */
export async function putTurn(db: Db, made: MadeTurn, before: TurnRow | undefined): Promise<string> {
  const row = rowOf(made);
  if (before) {
    if (isSame(before, row)) return before.id;
    await db.updateTable("turns").set(row).where("id", "=", before.id).execute();
    await noteFiles(db, before.id, made);
    await index(db, before.id);
    return before.id;
  }
  const { id } = await db
    .insertInto("turns")
    .values({ id: newId("turn"), superseded_by: null, superseded_at: null, rejected_at: null, ...row })
    .onConflict((conflict) => conflict.columns(["session_id", "prompt_id"]).doUpdateSet(row))
    .returning("id")
    .executeTakeFirstOrThrow();
  await noteFiles(db, id, made);
  await index(db, id);
  return id;
}

/** Writes turns that are new, many at once. Returns the id of each; null for one that exists meanwhile. */
export async function putNewTurns(
  db: Db,
  turns: readonly (MadeTurn & { rejectedAt: string | null })[],
): Promise<(string | null)[]> {
  const rows = turns.map((made) => ({
    ...{ id: newId("turn"), superseded_by: null, superseded_at: null, rejected_at: made.rejectedAt },
    ...rowOf(made),
  }));
  const tail = "on conflict (session_id, prompt_id) do nothing returning id";
  const written = await insertMany<"turns", { id: string }>(db, "turns", rows, tail);
  const ids = new Set(written.map(({ id }) => id));
  const isWritten = rows.map(({ id }) => ids.has(id));
  await insertMany(
    db,
    "turn_files",
    turns.flatMap((made, i) => (isWritten[i] ? fileRows(rows[i]?.id ?? "", made) : [])),
  );
  const dialect = dialectOf(db);
  await putNewDocuments(
    db,
    rows
      .filter((row, i) => isWritten[i] && isFindable(asTurn(row)))
      .map((row) => {
        const document = documentOf(asTurn(row));
        return { ...document, analysis: analyse(document, dialect), projectId: row.project_id };
      }),
  );
  return rows.map(({ id }, i) => (isWritten[i] ? id : null));
}

function isSame(before: TurnRow, row: ReturnType<typeof rowOf>): boolean {
  return Object.entries(row).every(([name, value]) => before[name as keyof TurnRow] === value);
}

function rowOf({ projectId, sessionId, promptId, upTo, parts }: MadeTurn) {
  return {
    project_id: projectId,
    session_id: sessionId,
    prompt_id: promptId,
    up_to_seq: upTo,
    branch: parts.branch,
    started_at: parts.startedAt,
    ended_at: parts.endedAt,
    request: parts.request,
    outcome: parts.outcome,
    detail: parts.detail,
    decisions: JSON.stringify(parts.decisions),
    open: JSON.stringify(parts.open),
    files: JSON.stringify(parts.files),
    looked: JSON.stringify(parts.looked),
    symbols: JSON.stringify(parts.symbols),
    commands: JSON.stringify(parts.commands),
    commit_hash: parts.commit,
    tests_before: parts.tests.before,
    tests_after: parts.tests.after,
    provider: parts.provider,
  };
}

function noteFiles(db: Db, turnId: string, { projectId, parts }: MadeTurn): Promise<void> {
  return noteTurnFiles(db, turnId, { projectId, ...parts });
}

export async function noteTurnFiles(
  db: Db,
  turnId: string,
  { projectId, files, looked, endedAt }: Pick<Turn, "projectId" | "files" | "looked" | "endedAt">,
): Promise<void> {
  await db.deleteFrom("turn_files").where("turn_id", "=", turnId).execute();
  await insertMany(db, "turn_files", fileRows(turnId, { projectId, parts: { files, looked, endedAt } }));
}

function fileRows(
  turnId: string,
  { projectId, parts }: { projectId: string; parts: Pick<TurnParts, "files" | "looked" | "endedAt"> },
) {
  const named = [
    ...parts.files.map((path) => ({ path, is_changed: 1 })),
    ...parts.looked.map((path) => ({ path, is_changed: 0 })),
  ];
  return named.map((row) => ({ ...row, project_id: projectId, at: parts.endedAt, turn_id: turnId }));
}

export async function deleteTurn(db: Db, id: string): Promise<void> {
  await removeDocument(db, { kind: "turn", id });
  const gone = await db.deleteFrom("turns").where("id", "=", id).returning("project_id").executeTakeFirst();
  if (gone) await bury(db, { kind: "turn", id, projectId: gone.project_id });
}

export async function getTurn(db: Db, id: string): Promise<Turn> {
  return asTurn(await db.selectFrom("turns").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

/** Several by their ids; those that do not exist are left out. */
export async function turnsById(db: Db, ids: readonly string[]): Promise<Map<string, Turn>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("turns").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, asTurn(row)]));
}

/** The turn in which each of these observations happened, with what was asked in it. */
export async function turnsHaving(
  db: Db,
  observations: readonly string[],
): Promise<Map<string, Pick<Turn, "id" | "request">>> {
  const turns = new Map<string, Pick<Turn, "id" | "request">>();
  for (let from = 0; from < observations.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom("observations as o")
      .innerJoin("turns as t", (on) =>
        on
          .onRef("t.session_id", "=", "o.session_id")
          .onRef("t.started_at", "<=", "o.happened_at")
          .onRef("t.ended_at", ">=", "o.happened_at"),
      )
      .select(["o.id as observation", "t.id", "t.request"])
      .where("o.id", "in", observations.slice(from, from + idsAtOnce))
      .orderBy("t.started_at")
      .execute();
    for (const { observation, ...turn } of rows) turns.set(observation, turn);
  }
  return turns;
}

const idsAtOnce = 500;

/** The turn that was going on in a session at a time. */
export async function turnAt(db: Db, sessionId: string, at: string): Promise<Turn | null> {
  const row = await db
    .selectFrom("turns")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("started_at", "<=", at)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? asTurn(row) : null;
}

/** The newest turns of a session, in the order in which they happened. */
export async function turnsOf(db: Db, sessionId: string, limit = 500): Promise<Turn[]> {
  const rows = await db
    .selectFrom("turns")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(asTurn);
}

/** The turns that began in a stretch of a session, in order. */
export async function turnsWithin(
  db: Db,
  { sessionId, after, upTo }: { sessionId: string; after: string | null; upTo: string | null },
): Promise<Turn[]> {
  const rows = await db
    .selectFrom("turns")
    .selectAll()
    .where("session_id", "=", sessionId)
    .$if(after !== null, (query) => query.where("ended_at", ">", after ?? ""))
    .$if(upTo !== null, (query) => query.where("started_at", "<=", upTo ?? ""))
    .orderBy("started_at")
    .orderBy("id")
    .execute();
  return rows.map(asTurn);
}

export interface TurnFilter {
  projectId: string;
  exceptSession?: string | undefined;
  limit: number;
}

/** The newest of a project first, with their points as they stand. A chat about the memory is no work: its answers repeat what is known already. */
export async function recentTurns(db: Db, filter: TurnFilter): Promise<Turn[]> {
  let query = db
    .selectFrom("turns")
    .selectAll()
    .where("project_id", "=", filter.projectId)
    .where(({ eb, selectFrom }) =>
      eb("session_id", "not in", selectFrom("sessions").select("id").where("host", "=", chatHost)),
    )
    .orderBy("ended_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit);
  if (filter.exceptSession) query = query.where("session_id", "!=", filter.exceptSession);
  const [rows, marks] = await Promise.all([query.execute(), marksOf(db, filter.projectId)]);
  return withMarks(rows.map(asTurn), marks);
}

/** Turns that changed or read any of these files, a limited number for each, the newest first. */
export async function turnsAbout(
  db: Db,
  projectId: string,
  paths: readonly string[],
  ofEach: number,
): Promise<Turn[]> {
  const touching = await Promise.all(
    paths.map((path) =>
      db
        .selectFrom("turn_files")
        .select("turn_id")
        .where("project_id", "=", projectId)
        .where("path", "=", path)
        .orderBy("at", "desc")
        .orderBy("turn_id", "desc")
        .limit(ofEach)
        .execute(),
    ),
  );
  const found = await turnsById(db, [...new Set(touching.flat().map((row) => row.turn_id))]);
  return [...found.values()].sort((a, b) => (a.endedAt < b.endedAt ? 1 : a.endedAt > b.endedAt ? -1 : 0));
}

/** Rebuilds the documents of the next turns, in the order of their ids. */
export function indexTurns(db: Db, after: string, limit: number): Promise<IndexStep> {
  return indexInOrder(db, "turns", after, limit, index);
}

const maxTitleLength = 200;

export async function index(db: Db, id: string): Promise<void> {
  const turn = await getTurn(db, id);
  if (isFindable(turn)) await putDocument(db, { ...documentOf(turn), projectId: turn.projectId });
  else await removeDocument(db, { kind: "turn", id });
}

/** Found by the words of the request and of the outcome; says the outcome. */
function documentOf(turn: Turn): Omit<NewDocument, "projectId"> {
  return {
    owner: { kind: "turn", id: turn.id },
    sessionId: turn.sessionId,
    title: `${labelOf(turn)}${titleOf(turn)}`,
    summary: turn.outcome,
    detail: [turn.request, turn.detail, ...turn.decisions, ...turn.open].filter(Boolean).join("\n"),
    files: turn.files,
    symbols: turn.symbols,
    author: null,
    branch: turn.branch,
    happenedAt: turn.endedAt,
  };
}

/** What no longer holds says so wherever it is found. */
function labelOf({ state }: Turn): string {
  switch (state.is) {
    case "current":
      return "";
    case "superseded":
      return `Superseded ${state.at.slice(0, 10)}: `;
    case "rejected":
      return "Rejected by the user: ";
  }
}

/** A turn that came to nothing only repeats what was asked: search does not return it. */
export function findableTurns(db: Db) {
  return db.selectFrom("turns").select("id").where(cameToSomething);
}

const cameToSomething = (eb: ExpressionBuilder<Tables, "turns">) =>
  eb.or([eb("outcome", "!=", ""), eb("decisions", "!=", "[]"), eb("open", "!=", "[]")]);

function isFindable({ outcome, decisions, open }: Turn): boolean {
  return outcome !== "" || decisions.length > 0 || open.length > 0;
}

/** The first sentence of the outcome; the request where nothing came of it. */
export function titleOf({ outcome, request }: Pick<Turn, "outcome" | "request">): string {
  return cut(sentencesOf(outcome)[0] ?? request, maxTitleLength);
}

function asTurn(row: TurnRow): Turn {
  return {
    id: row.id,
    projectId: row.project_id,
    sessionId: row.session_id,
    branch: row.branch,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    request: row.request,
    outcome: row.outcome,
    detail: row.detail,
    decisions: JSON.parse(row.decisions),
    open: JSON.parse(row.open),
    files: JSON.parse(row.files),
    looked: JSON.parse(row.looked),
    symbols: JSON.parse(row.symbols),
    commands: JSON.parse(row.commands),
    commit: row.commit_hash,
    tests: { before: row.tests_before, after: row.tests_after },
    state: stateOf(row),
    provider: row.provider,
  };
}

function stateOf({ rejected_at, superseded_by, superseded_at, ended_at }: TurnRow): TurnState {
  if (rejected_at !== null) return { is: "rejected", at: rejected_at };
  if (superseded_by !== null) return { is: "superseded", by: superseded_by, at: superseded_at ?? ended_at };
  return { is: "current" };
}

/** What came last of each session. */
export async function lastOutcomes(db: Db, sessionIds: readonly string[]): Promise<Map<string, string>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("turns")
    .select(["session_id", "outcome"])
    .where("session_id", "in", sessionIds)
    .where("outcome", "!=", "")
    .orderBy("ended_at")
    .execute();
  return new Map(rows.map((row) => [row.session_id, row.outcome]));
}
