// Reads the SQLite file of engram (the Go program of Gentleman-Programming, tables as of 2026): sessions with the user's
// prompts and what agents saved in them. Rows that it has marked as deleted are left out.

import { firstLine } from "../../../../libs/language/index.ts";
import { type ForeignDatabase, openForeignDatabase, type Row } from "../../../platform/foreign-sqlite.ts";
import {
  everyProject,
  type ForeignNode,
  type ForeignRecord,
  type ForeignStep,
  type ForeignStore,
  timeFrom,
  unknown,
} from "./foreign-store.ts";

const needed = {
  sessions: ["id", "project", "directory", "started_at"],
  observations: ["session_id", "type", "title", "content", "created_at"],
  user_prompts: ["session_id", "content", "created_at"],
};

export async function openEngram(path: string): Promise<ForeignStore> {
  const db = await openForeignDatabase(path, "engram", needed);
  return { files: 1, bytes: db.bytes, read: () => read(db), check: db.check, close: db.close };
}

const sessionColumns = ["id", "project", "directory", "started_at", "ended_at", "summary"];
const observationColumns = ["id", "sync_id", "type", "title", "content", "scope", "created_at", "deleted_at"];
const promptColumns = ["content", "created_at"];

function* read(db: ForeignDatabase): Generator<ForeignRecord> {
  // Read first and whole: a query of its own may run for each session.
  for (const row of [...db.rows("sessions", sessionColumns, "started_at")]) {
    const id = text(row.id);
    if (id === "") {
      yield unknown("session without an id");
      continue;
    }
    const of = (table: string, columns: readonly string[]) => [
      ...db.rows(table, columns, "created_at", ["session_id", id]),
    ];
    yield* sessionFrom(row, of("observations", observationColumns), of("user_prompts", promptColumns));
  }
}

/** A memory of the user, not of a project, becomes a node that is valid everywhere. */
function* sessionFrom(
  row: Row,
  observations: readonly Row[],
  prompts: readonly Row[],
): Generator<ForeignRecord> {
  const startedAt = timeOf(row.started_at, new Date(0).toISOString());
  const steps: ForeignStep[] = [];
  for (const prompt of prompts) {
    const said = text(prompt.content);
    if (said === "") yield unknown("prompt without text");
    else steps.push({ is: "prompt", text: said, at: timeOf(prompt.created_at, startedAt) });
  }
  for (const one of observations.filter(({ deleted_at }) => text(deleted_at) === "")) {
    if (text(one.title) === "" && text(one.content) === "") yield unknown("observation without text");
    else if (text(one.scope) === "personal") yield nodeFrom(one, startedAt);
    else steps.push(stepFrom(one, startedAt));
  }
  steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const summary = text(row.summary);
  // It makes a session for what was saved outside of any.
  if (steps.length === 0 && summary === "") return;
  const id = text(row.id);
  yield {
    is: "session",
    id,
    host: uuid.test(id) ? "claude-code" : "engram",
    name: null,
    project: { folder: text(row.directory) || null, name: text(row.project) || null },
    startedAt,
    endedAt: text(row.ended_at) === "" ? null : timeOf(row.ended_at, startedAt),
    steps,
    summary: summary === "" ? null : { title: "", now: summary, decided: [], open: [], known: [], files: [] },
  };
}

/** A summary that an agent saved is what it reports at the end of its work. */
function stepFrom(row: Row, startedAt: string): ForeignStep {
  const at = timeOf(row.created_at, startedAt);
  const [type, content] = [text(row.type), text(row.content)];
  if (type === "session_summary" && content !== "") return { is: "reply", text: content, at };
  const title = text(row.title) || firstLine(content);
  const isDecision = type === "decision" || type === "architecture";
  return { is: "note", title, summary: firstLine(content), detail: content, files: [], isDecision, at };
}

function nodeFrom(row: Row, startedAt: string): ForeignNode {
  const [title, content] = [text(row.title), text(row.content)];
  return {
    is: "node",
    key: text(row.sync_id) || text(row.id),
    type: text(row.type) === "decision" ? "decision" : "fact",
    content: [title, content].filter(Boolean).join(": "),
    summary: title || null,
    tags: [],
    project: everyProject,
    at: timeOf(row.created_at, startedAt),
    isByUser: false,
  };
}

/** Claude Code's sessions keep their own id. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sqliteTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)$/;

/** SQLite writes UTC without saying so. */
function timeOf(value: unknown, otherwise: string): string {
  return timeFrom(text(value).replace(sqliteTime, "$1T$2Z"), otherwise);
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
