// Makes the turns of a session from its observations: those from a point in time on. Idempotent; a turn that has got
// more observations is extended, one whose prompt is gone disappears.

import { declines, isAssent, rejects } from "../../../libs/language/index.ts";
import { withoutTags } from "../../../libs/shorten/index.ts";
import { offline } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";
import type { Db, TurnRow } from "../../store/schema.ts";
import { type Evidence, startsTurn, type TurnObservation, turnsIn } from "./evidence.ts";
import { makeTurn } from "./make.ts";
import { markRejected, noteNewValues, noteValues, statedBy } from "./states.ts";
import { deleteTurn, type MadeTurn, putNewTurns, putTurn } from "./turns.ts";

/** Makes the turns from a time on again, from all observations since then. */
export async function makeTurns(
  db: Db,
  sessionId: string,
  from: string,
  seen: readonly TurnObservation[],
): Promise<void> {
  const stored = await db
    .selectFrom("turns")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("started_at", ">=", from)
    .execute();
  const turns = turnsIn(seen);
  const kept = new Set<string>();
  const rowOf = new Map(stored.map((row) => [row.prompt_id, row]));
  const made = await makeNew(db, turns, rowOf);
  for (const id of made.values()) kept.add(id);
  for (const [i, evidence] of turns.entries()) {
    // Before the first prompt there is a turn only if something was said or changed.
    if (made.has(evidence) || (!evidence.prompt && makeTurn(evidence).outcome === "")) continue;
    const before = rowOf.get(evidence.prompt?.id ?? "");
    const id = await rebuilt(db, evidence, before, turns[i - 1]);
    kept.add(id);
    const project = evidence.prompt?.projectId ?? evidence.rest[0]?.projectId ?? "";
    const known = { id, project_id: project, rejected_at: before?.rejected_at ?? null };
    await markRejected(db, known, rejectedAt(evidence, turns[i + 1]));
  }
  for (const { id } of stored) if (!kept.has(id)) await deleteTurn(db, id);
}

/** Writes the turns that are not stored yet, many at once. Returns their ids. */
async function makeNew(
  db: Db,
  turns: readonly Evidence[],
  stored: ReadonlyMap<string, TurnRow>,
): Promise<Map<Evidence, string>> {
  const made: { evidence: Evidence; turn: MadeTurn & { rejectedAt: string | null } }[] = [];
  for (const [i, evidence] of turns.entries()) {
    if (stored.has(evidence.prompt?.id ?? "")) continue;
    const turn = await makeOne(db, evidence, turns[i - 1]);
    if (!evidence.prompt && turn.parts.outcome === "") continue;
    made.push({ evidence, turn: { ...turn, rejectedAt: rejectedAt(evidence, turns[i + 1]) } });
  }
  const ids = await putNewTurns(
    db,
    made.map(({ turn }) => turn),
  );
  const written = made.flatMap(({ evidence, turn }, i) => {
    const id = ids[i] ?? null;
    return id === null ? [] : [{ id, evidence, turn }];
  });
  await noteNewValues(
    db,
    written.map(({ id, evidence, turn }) => ({
      turnId: id,
      projectId: turn.projectId,
      stated: statedBy(turn.parts, evidence.rest),
    })),
  );
  return new Map(written.map(({ id, evidence }) => [evidence, id]));
}

/** When the next prompt rejects what a turn did, or declines what it only proposed. */
function rejectedAt({ rest }: Evidence, next: Evidence | undefined): string | null {
  if (!next?.prompt || rest.length === 0) return null;
  const said = withoutTags(next.prompt.said);
  const isProposal = !rest.some((one) => deedOf(one.tool) === "edits" && one.status === "ok");
  return rejects(said) || (isProposal && declines(said)) ? next.prompt.happenedAt : null;
}

async function rebuilt(
  db: Db,
  evidence: Evidence,
  before: TurnRow | undefined,
  earlier: Evidence | undefined,
): Promise<string> {
  // A model's text stays as long as it describes the same observations.
  if (before && before.provider !== offline && before.up_to_seq === lastSeq(evidence)) return before.id;
  const made = await makeOne(db, evidence, earlier);
  const id = await putTurn(db, made, before);
  await noteValues(db, id, made.projectId, statedBy(made.parts, evidence.rest));
  return id;
}

async function makeOne(db: Db, evidence: Evidence, earlier: Evidence | undefined): Promise<MadeTurn> {
  const { prompt, rest } = evidence;
  const first = prompt ?? rest[0];
  if (!first) throw new Error("a turn without observations");
  const said = prompt && isAssent(prompt.said) ? await saidBefore(db, prompt, earlier) : "";
  const { projectId, sessionId } = first;
  const parts = makeTurn(evidence, said);
  return { projectId, sessionId, promptId: prompt?.id ?? "", upTo: lastSeq(evidence), parts };
}

function lastSeq({ prompt, rest }: Evidence): number {
  return rest.reduce((last, { seq }) => Math.max(last, seq), prompt?.seq ?? 0);
}

/** The start of the turn that was going on just before a time; empty for the start of the session. */
export async function startOfTurnBefore(db: Db, sessionId: string, time: string): Promise<string> {
  const rows = await db
    .selectFrom("observations")
    .select(["kind", "agent_id as agentId", "title", "happened_at as at"])
    .where("session_id", "=", sessionId)
    .where("kind", "=", "prompt")
    .where("happened_at", "<", time)
    .orderBy("happened_at", "desc")
    .limit(20)
    .execute();
  return rows.find(startsTurn)?.at ?? "";
}

/** When the turn that is going on in a session began; null before its first prompt. */
export async function lastPromptAt(db: Db, sessionId: string): Promise<string | null> {
  return (await startOfTurnBefore(db, sessionId, endOfTime)) || null;
}
const endOfTime = "9999";

/** The agent's last message before a prompt. */
async function saidBefore(db: Db, prompt: TurnObservation, earlier: Evidence | undefined): Promise<string> {
  const known = earlier?.rest.findLast((one) => one.kind === "reply" && one.agentId === null);
  if (known) return known.said;
  const row = await db
    .selectFrom("observations as o")
    .leftJoin("said as s", "s.observation_id", "o.id")
    .select(["o.detail", "s.text"])
    .where("o.session_id", "=", prompt.sessionId)
    .where("o.kind", "=", "reply")
    .where("o.agent_id", "is", null)
    .where("o.happened_at", "<", prompt.happenedAt)
    .orderBy("o.happened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.text ?? row?.detail ?? "";
}

/** Null if every observation of the session is in a turn; otherwise the time from which turns are missing. */
export async function turnsMissingFrom(
  db: Db,
  sessionId: string,
): Promise<{ isFirst: boolean; at: string } | null> {
  const made = await lastInTurns(db, sessionId);
  const first = await db
    .selectFrom("observations")
    .select((eb) => eb.fn.min("happened_at").as("at"))
    .where("session_id", "=", sessionId)
    .where("seq", ">", made ?? 0)
    .executeTakeFirstOrThrow();
  return first.at ? { isFirst: made === null, at: first.at } : null;
}

/** The arrival number of the last observation that is in a turn; null if the session has no turns. */
export async function lastInTurns(db: Db, sessionId: string): Promise<number | null> {
  const { made } = await db
    .selectFrom("turns")
    .select((eb) => eb.fn.max("up_to_seq").as("made"))
    .where("session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return made === null || made === undefined ? null : Number(made);
}
