// The whole texts of prompts and replies, up to a limit: a turn is made from them, since an observation is shortened.

import { storable } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { insertMany } from "../../store/bulk.ts";
import type { Db } from "../../store/schema.ts";
import { asObservation } from "./observations.ts";

const maxLength = { head: 7_000, tail: 3_000 };

/** What is kept of a text; null where the detail already says it all. */
export function wholeTextBeyond(detail: string, text: string): string | null {
  const whole = storable(text).trim();
  return whole === detail ? null : bounded(whole);
}

export async function keepWholeTexts(
  db: Db,
  said: readonly { observationId: string; text: string }[],
): Promise<void> {
  const rows = said.map(({ observationId, text }) => ({ observation_id: observationId, text }));
  await insertMany(db, "said", rows, "on conflict do nothing");
}

/** An observation with all that is stored of what was said: what a turn is made from. */
export type WholeObservation = Observation & {
  hostKey: string;
  promptId: string;
  /** Arrival number. */
  seq: number;
  symbols: readonly string[];
  /** What was said, whole up to a limit; the detail where that is all there is. */
  said: string;
};

/** More than any session has in one turn; the rest of such a turn is left out. */
const maxWhole = 20_000;

/** The observations of a session from a time on, in order. */
export async function wholeObservations(db: Db, sessionId: string, from = ""): Promise<WholeObservation[]> {
  const rows = await db
    .selectFrom("observations as o")
    .leftJoin("said as s", "s.observation_id", "o.id")
    .selectAll("o")
    .select("s.text as said")
    .where("o.session_id", "=", sessionId)
    .where("o.happened_at", ">=", from)
    .orderBy("o.happened_at")
    .orderBy("o.seq")
    .limit(maxWhole)
    .execute();
  return rows.map(({ said, ...row }) => ({
    ...asObservation(row),
    hostKey: row.host_key,
    promptId: row.prompt_id ?? "",
    seq: Number(row.seq),
    symbols: JSON.parse(row.symbols) as string[],
    said: said ?? row.detail,
  }));
}

/** What the agent itself said in a stretch of a session, the last of it, in order. */
export async function repliesBetween(
  db: Db,
  { sessionId, from, upTo }: { sessionId: string; from: string; upTo: string },
  last: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("observations as o")
    .leftJoin("said as s", "s.observation_id", "o.id")
    .select(["o.detail", "s.text"])
    .where("o.session_id", "=", sessionId)
    .where("o.happened_at", ">=", from)
    .where("o.happened_at", "<=", upTo)
    .where("o.kind", "=", "reply")
    .where("o.agent_id", "is", null)
    .orderBy("o.happened_at", "desc")
    .orderBy("o.seq", "desc")
    .limit(last)
    .execute();
  return rows.reverse().map(({ detail, text }) => text ?? detail);
}

/** A user who rewrites an observation replaces what was said. */
export async function dropWholeText(db: Db, observationId: string): Promise<void> {
  await db.deleteFrom("said").where("observation_id", "=", observationId).execute();
}

/** A long text names its subject at the beginning and its result at the end. */
function bounded(text: string): string {
  if (text.length <= maxLength.head + maxLength.tail) return text;
  return `${text.slice(0, maxLength.head)}\n…\n${text.slice(-maxLength.tail)}`.toWellFormed();
}

/** Every text that is stored of one observation, or of those of a session. */
export async function textsOf(
  db: Db,
  of: { id: string } | { sessionId: string },
): Promise<{ id: string; texts: string[] }[]> {
  const rows = await db
    .selectFrom("observations as o")
    .leftJoin("said as s", "s.observation_id", "o.id")
    .select(["o.id", "o.title", "o.summary", "o.detail", "s.text"])
    .where((eb) => ("id" in of ? eb("o.id", "=", of.id) : eb("o.session_id", "=", of.sessionId)))
    .execute();
  return rows.map(({ id, title, summary, detail, text }) => ({
    id,
    texts: [title, summary, detail, text ?? ""],
  }));
}

export async function sessionsOfObservations(db: Db, ids: readonly string[]): Promise<string[]> {
  const sessions = new Set<string>();
  for (let i = 0; i < ids.length; i += idsAtOnce) {
    const rows = await db
      .selectFrom("observations")
      .select("session_id")
      .where("id", "in", ids.slice(i, i + idsAtOnce))
      .execute();
    for (const { session_id } of rows) sessions.add(session_id);
  }
  return [...sessions];
}

const idsAtOnce = 400;
