// Whether what a turn states still holds: superseded by a later turn with another value, or rejected by the next
// prompt. What is superseded stays findable.

import { type StatedValue, sentencesOf, valuesIn } from "../../../libs/language/index.ts";
import { insertMany } from "../../store/bulk.ts";
import type { Db, TurnRow } from "../../store/schema.ts";
import { codeValuesIn } from "./code-values.ts";
import type { TurnObservation } from "./evidence.ts";
import type { TurnParts } from "./make.ts";
import { type Statement, supersededIn } from "./supersede.ts";
import { index } from "./turns.ts";

/** Of an outcome with several sentences the others may still hold: only what it says first can supersede all of it. */
const leading = 2;
const maxValues = 12;
const maxStatements = 200;

/** The values that a turn states in what it leads with, in its decisions and in its edits. */
export function statedBy(
  parts: Pick<TurnParts, "request" | "outcome" | "decisions">,
  rest: readonly TurnObservation[],
): StatedValue[] {
  const led = sentencesOf(parts.outcome).slice(0, leading).join(" ");
  const inCode = codeValuesIn(rest, `${parts.request} ${led}`);
  const said = [...parts.decisions, led].flatMap(valuesIn);
  const all = new Map([...inCode, ...said].map((one) => [one.subject, one]));
  const isOnlyInCode = ({ subject }: StatedValue) => subject !== asStated(subject);
  const stated = [...all.values()].filter((one) => !isOnlyInCode(one));
  const others = [...all.values()].filter((one) => isOnlyInCode(one) && !all.has(asStated(one.subject)));
  return [...stated, ...others].slice(0, maxValues);
}

/** Keeps the values of a turn and updates the state of every turn that speaks of the same subjects. */
export async function noteValues(
  db: Db,
  turnId: string,
  projectId: string,
  stated: readonly StatedValue[],
): Promise<void> {
  const before = await db.selectFrom("turn_values").select("subject").where("turn_id", "=", turnId).execute();
  const subjects = [...new Set([...before, ...stated].map(({ subject }) => subject))];
  if (subjects.length === 0) return;
  await db.deleteFrom("turn_values").where("turn_id", "=", turnId).execute();
  if (stated.length > 0)
    await db
      .insertInto("turn_values")
      .values(stated.map((one) => ({ ...one, turn_id: turnId, project_id: projectId })))
      .execute();
  for (const subject of await statedAmong(db, projectId, subjects)) await settle(db, projectId, subject);
}

/** The same for many new turns, in their order: each subject is settled once. */
export async function noteNewValues(
  db: Db,
  turns: readonly { turnId: string; projectId: string; stated: readonly StatedValue[] }[],
): Promise<void> {
  await insertMany(
    db,
    "turn_values",
    turns.flatMap(({ turnId, projectId, stated }) =>
      stated.map((one) => ({ ...one, turn_id: turnId, project_id: projectId })),
    ),
  );
  const projects = new Map<string, Set<string>>();
  for (const { projectId, stated } of turns) {
    const subjects = projects.get(projectId) ?? new Set<string>();
    projects.set(projectId, subjects);
    for (const { subject } of stated) {
      // Where two subjects disagree about a turn, the one that was stated last decides.
      subjects.delete(subject);
      subjects.add(subject);
    }
  }
  for (const [projectId, subjects] of projects)
    for (const subject of await statedAmong(db, projectId, [...subjects]))
      await settle(db, projectId, subject);
}

/** What is only in the code decides about turns that state a value of it; if there are none, there is nothing to decide. */
async function statedAmong(db: Db, projectId: string, subjects: readonly string[]): Promise<Set<string>> {
  const inCode = subjects.map(asStated).filter((subject) => !subjects.includes(subject));
  const rows =
    inCode.length === 0
      ? []
      : await db
          .selectFrom("turn_values")
          .select("subject")
          .distinct()
          .where("project_id", "=", projectId)
          .where("subject", "in", inCode)
          .execute();
  const known = new Set(rows.map(({ subject }) => subject));
  return new Set(
    subjects.map(asStated).filter((subject) => subjects.includes(subject) || known.has(subject)),
  );
}

const asStated = (subject: string) => subject.replace(/^code:/, "value:");
const asInCode = (subject: string) => subject.replace(/^value:/, "code:");

/** An answer may name its file without having opened it. */
const NAMED_FILE = /[\w@.-]+(?:\/[\w@.-]+)+\.\w{1,8}\b/g;

async function settle(db: Db, projectId: string, subject: string): Promise<void> {
  const rows = await db
    .selectFrom("turn_values as v")
    .innerJoin("turns as t", "t.id", "v.turn_id")
    .select([
      "v.subject",
      "v.value",
      "t.id",
      "t.ended_at",
      "t.branch",
      "t.outcome",
      "t.files",
      "t.looked",
      "t.superseded_by",
      "t.superseded_at",
      "t.rejected_at",
    ])
    .where("v.project_id", "=", projectId)
    .where("v.subject", "in", [subject, asInCode(subject)])
    .orderBy("t.ended_at", "desc")
    .limit(maxStatements)
    .execute();
  const standing = rows.filter(({ rejected_at }) => rejected_at === null);
  const statements = standing.map(
    (row): Statement => ({
      turnId: row.id,
      at: row.ended_at,
      subject,
      isStated: row.subject === subject,
      value: row.value,
      branch: row.branch,
      files: [
        ...(JSON.parse(row.files) as string[]),
        ...(JSON.parse(row.looked) as string[]),
        ...(row.outcome.match(NAMED_FILE) ?? []),
      ],
    }),
  );
  const here = new Set(rows.map(({ id }) => id));
  for (const [turnId, newer] of supersededIn(statements)) {
    const row = rows.find(({ id }) => id === turnId);
    if (!row || row.superseded_by === (newer?.turnId ?? null)) continue;
    // Another subject may have superseded it: only what this subject said is taken back.
    if (!newer && row.superseded_by !== null && !here.has(row.superseded_by)) continue;
    await setState(db, turnId, { superseded_by: newer?.turnId ?? null, superseded_at: newer?.at ?? null });
  }
}

/** Marks a turn as rejected at a time, or takes that back; what it superseded may then hold again. */
export async function markRejected(
  db: Db,
  row: Pick<TurnRow, "id" | "project_id" | "rejected_at">,
  at: string | null,
): Promise<void> {
  if (row.rejected_at === at) return;
  await setState(db, row.id, { rejected_at: at });
  const stated = await db.selectFrom("turn_values").select("subject").where("turn_id", "=", row.id).execute();
  const subjects = stated.map(({ subject }) => subject);
  for (const subject of await statedAmong(db, row.project_id, subjects))
    await settle(db, row.project_id, subject);
}

async function setState(
  db: Db,
  id: string,
  state: Partial<Pick<TurnRow, "superseded_by" | "superseded_at" | "rejected_at">>,
): Promise<void> {
  await db.updateTable("turns").set(state).where("id", "=", id).execute();
  await index(db, id);
}
