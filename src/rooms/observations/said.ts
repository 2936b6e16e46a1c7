// What a prompt or a reply said, whole up to a limit: the turn is made from it, since an observation is shortened.

import { storable } from "../../../libs/shorten/text/text.ts";
import type { Observation } from "../../protocol/observations.ts";
import { insertMany } from "../../store/bulk.ts";
import type { Db } from "../../store/schema.ts";
import { asObservation } from "./observations.ts";

const longest = { head: 7_000, tail: 3_000 };

/** What is kept of a text; null where the detail already says it all. */
export function saidBeyond(detail: string, text: string): string | null {
  const whole = storable(text).trim();
  return whole === detail ? null : bounded(whole);
}

export async function keepSaid(
  db: Db,
  said: readonly { observationId: string; text: string }[],
): Promise<void> {
  const rows = said.map(({ observationId, text }) => ({ observation_id: observationId, text }));
  await insertMany(db, "said", rows, "on conflict do nothing");
}

export interface SaidOrDone {
  hostKey: string;
  promptId: string;
  kind: "prompt" | "reply" | "tool";
  tool: string | null;
  status: string;
  /** What was said, whole up to a limit; of a tool use, its detail. */
  text: string;
  at: string;
}

/** The prompts, replies and tool uses of a session, in the order in which they happened. */
export async function storyOf(db: Db, sessionId: string): Promise<SaidOrDone[]> {
  const rows = await db
    .selectFrom("observations as o")
    .leftJoin("said as s", "s.observation_id", "o.id")
    .select([
      "o.host_key",
      "o.prompt_id",
      "o.kind",
      "o.tool",
      "o.status",
      "o.detail",
      "o.happened_at",
      "s.text",
    ])
    .where("o.session_id", "=", sessionId)
    .orderBy("o.happened_at")
    .orderBy("o.seq")
    .execute();
  return rows.map((row) => ({
    hostKey: row.host_key,
    promptId: row.prompt_id ?? "",
    kind: row.kind as SaidOrDone["kind"],
    tool: row.tool,
    status: row.status,
    text: row.text ?? row.detail,
    at: row.happened_at,
  }));
}

/** An observation with all that is stored of what was said: what a turn is made from. */
export type WholeObservation = Observation & {
  /** Arrival number. */
  seq: number;
  symbols: readonly string[];
  /** What was said, whole up to a limit; the detail where that is all there is. */
  said: string;
};

/** More than any session has in one turn; the rest of such a turn is left out. */
const maxWhole = 20_000;

/** The observations of a session from a time on, in order. */
export async function wholeObservations(
  db: Db,
  sessionId: string,
  from: string,
): Promise<WholeObservation[]> {
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
    seq: Number(row.seq),
    symbols: JSON.parse(row.symbols) as string[],
    said: said ?? row.detail,
  }));
}

/** The observations with what was typed, whole up to a limit, in place of the detail of a prompt. */
export async function withWholePrompts(
  db: Db,
  sessionId: string,
  observations: readonly Observation[],
): Promise<Observation[]> {
  const rows = await db
    .selectFrom("said as s")
    .innerJoin("observations as o", "o.id", "s.observation_id")
    .select(["o.id", "s.text"])
    .where("o.session_id", "=", sessionId)
    .where("o.kind", "=", "prompt")
    .execute();
  const said = new Map(rows.map(({ id, text }) => [id, text]));
  return observations.map((one) => ({ ...one, detail: said.get(one.id) ?? one.detail }));
}

/** A user who rewrites an observation replaces what was said. */
export async function dropSaid(db: Db, observationId: string): Promise<void> {
  await db.deleteFrom("said").where("observation_id", "=", observationId).execute();
}

/** A long text names its subject at the beginning and its result at the end. */
function bounded(text: string): string {
  if (text.length <= longest.head + longest.tail) return text;
  return `${text.slice(0, longest.head)}\n…\n${text.slice(-longest.tail)}`.toWellFormed();
}
