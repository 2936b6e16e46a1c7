// Writes the calls of files into the store. For the journeys that resolve and confirm calls.

import { type ConfirmedCall, heal } from "../../../libs/callgraph/without-parser.ts";
import type { CallRow, Db } from "../../store/schema.ts";
import { lastName, type NewCall, type PartlyRead, renewCalls, type StoredCall } from "./renew-calls.ts";

const rowsAtOnce = 200;

export interface CallsPlace {
  projectId: string;
  fileId: number;
  /** Of the text that the calls were read from. */
  contentHash: string;
}

/** Replaces the calls of a file. */
export async function putCalls(
  tx: Db,
  { projectId, fileId, contentHash }: CallsPlace,
  calls: readonly NewCall[],
  partial: PartlyRead | null = null,
): Promise<void> {
  const before = await callsIn(tx, fileId);
  const { gone, added, unresolved } = renewCalls(calls.map(withName), before, partial);
  if (gone.length === before.length) await tx.deleteFrom("calls").where("file_id", "=", fileId).execute();
  else await deleteCalls(tx, gone);
  await addCalls(tx, { projectId, fileId }, added);
  await tx
    .updateTable("code_files")
    .set({ calls_hash: contentHash, unresolved_calls: unresolved })
    .where("id", "=", fileId)
    .execute();
}

/** An unresolved call is found by the name that it calls. */
function withName(call: NewCall): NewCall {
  return call.resolution === "unresolved" ? { ...call, targetName: lastName(call.written) } : call;
}

async function callsIn(db: Db, fileId: number): Promise<StoredCall[]> {
  const rows = await db
    .selectFrom("calls as c")
    .leftJoin("symbols as s", "s.id", "c.target_id")
    .selectAll("c")
    .select("s.file_id as target_file")
    .where("c.file_id", "=", fileId)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    callerId: row.caller_id,
    targetId: row.target_id,
    targetName: row.target_name,
    written: row.written,
    resolution: row.resolution,
    confidence: Number(row.confidence),
    line: Number(row.line),
    column: Number(row.col),
    confirmedAt: row.confirmed_at,
    ledTo: row.led_to,
    isElsewhere: row.target_file !== null && Number(row.target_file) !== fileId,
  }));
}

async function deleteCalls(tx: Db, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500)
    await tx
      .deleteFrom("calls")
      .where("id", "in", ids.slice(at, at + 500))
      .execute();
}

async function addCalls(
  tx: Db,
  { projectId, fileId }: Pick<CallsPlace, "projectId" | "fileId">,
  calls: readonly NewCall[],
): Promise<void> {
  for (let at = 0; at < calls.length; at += rowsAtOnce) {
    const rows = calls.slice(at, at + rowsAtOnce).map((call) => ({
      project_id: projectId,
      file_id: fileId,
      caller_id: call.callerId,
      written: call.written,
      target_id: call.targetId,
      target_name: call.targetName,
      resolution: call.resolution,
      confidence: call.confidence,
      line: call.line,
      col: call.column,
      confirmed_at: call.confirmedAt,
      led_to: call.ledTo,
    }));
    await tx.insertInto("calls").values(rows).execute();
  }
}

/** Calls of other files into a file that was read again: what is found takes the place of the unresolved call there. */
export async function addCallsInto(
  tx: Db,
  place: Pick<CallsPlace, "projectId" | "fileId">,
  calls: readonly NewCall[],
): Promise<void> {
  const { fileId } = place;
  for (const call of calls) {
    const here = await tx
      .selectFrom("calls")
      .select(["id", "target_id", "resolution"])
      .where("file_id", "=", fileId)
      .where("line", "=", call.line)
      .where("col", "=", call.column)
      .execute();
    if (here.some(({ target_id }) => target_id === call.targetId)) continue;
    const open = here.filter(({ resolution }) => resolution === "unresolved");
    await deleteCalls(
      tx,
      open.map(({ id }) => Number(id)),
    );
    await addCalls(tx, place, [call]);
  }
  const left = await tx
    .selectFrom("calls")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("file_id", "=", fileId)
    .where("resolution", "=", "unresolved")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("code_files")
    .set({ unresolved_calls: Number(left.n) })
    .where("id", "=", fileId)
    .execute();
}

/** What was less sure to call a symbol is not said to dangle when it ends. */
const minConfidence = 0.6;

/** These symbols of a file have ended or have other names: who called them calls something unknown. */
export async function contradictCalls(
  tx: Db,
  path: string,
  symbols: readonly { id: string; name: string; qualified: string }[],
): Promise<void> {
  for (const { id, name, qualified } of symbols) {
    const files = await tx
      .selectFrom("calls")
      .select((eb) => ["file_id", eb.fn.countAll<number>().as("n")])
      .where("target_id", "=", id)
      .groupBy("file_id")
      .execute();
    if (files.length === 0) continue;
    for (const { file_id, n } of files)
      await tx
        .updateTable("code_files")
        .set((eb) => ({ unresolved_calls: eb("unresolved_calls", "+", Number(n)) }))
        .where("id", "=", file_id)
        .execute();
    await tx
      .updateTable("calls")
      .set({ led_to: `${path}#${qualified}` })
      .where("target_id", "=", id)
      .where("confidence", ">=", minConfidence)
      .execute();
    await tx
      .updateTable("calls")
      .set({
        target_id: null,
        target_name: name,
        resolution: "unresolved",
        confidence: 0,
        confirmed_at: null,
      })
      .where("target_id", "=", id)
      .execute();
  }
}

/** What analysis says of a call whose target only a trace has shown. */
const onlySeen = { resolution: "inferred", confidence: 0.5 } as const;

/** A trace shows this call. A call of that name without a known target gets this one. */
export async function confirmCall(
  tx: Db,
  { callerId, calleeId, name, line }: ConfirmedCall,
  at: string,
): Promise<void> {
  const own = await tx.selectFrom("calls").selectAll().where("caller_id", "=", callerId).execute();
  const known = own.filter(({ target_id }) => target_id === calleeId);
  const open = own.filter(
    ({ resolution, target_name }) => resolution === "unresolved" && target_name === name,
  );
  const here = open.filter((call) => Number(call.line) === line);
  const found = known.length > 0 ? known : here.length > 0 ? here : open.length === 1 ? open : [];
  if (found.length === 0) await addSeenTarget(tx, own, { calleeId, name, line, at });
  for (const call of found) {
    // The same trace may be captured twice, by the hook and from the transcript.
    if (call.confirmed_at !== null && call.confirmed_at >= at) continue;
    const isOpen = call.resolution === "unresolved";
    const before = isOpen ? onlySeen : { resolution: call.resolution, confidence: Number(call.confidence) };
    const edge = { ...before, initial: before.confidence, ageDays: 0 };
    await tx
      .updateTable("calls")
      .set({
        ...{ target_id: calleeId, target_name: null, led_to: null },
        ...{ resolution: before.resolution, confirmed_at: at },
        confidence: heal(edge, { kind: "seen", times: 1 }),
      })
      .where("id", "=", call.id)
      .execute();
    if (isOpen)
      await tx
        .updateTable("code_files")
        .set((eb) => ({ unresolved_calls: eb("unresolved_calls", "-", 1) }))
        .where("id", "=", call.file_id)
        .execute();
  }
}

/** The analysis knows one target of a call; at run time there may be others, as of a method of several classes. */
async function addSeenTarget(
  tx: Db,
  own: readonly CallRow[],
  { calleeId, name, line, at }: { calleeId: string; name: string; line: number; at: string },
): Promise<void> {
  const site = own.find((call) => Number(call.line) === line && lastName(call.written) === name);
  if (!site) return;
  const { id: _, ...rest } = site;
  const edge = { ...onlySeen, initial: onlySeen.confidence, ageDays: 0 };
  await tx
    .insertInto("calls")
    .values({
      ...{ ...rest, target_id: calleeId, target_name: null, confirmed_at: at },
      ...{ resolution: onlySeen.resolution, confidence: heal(edge, { kind: "seen", times: 1 }) },
    })
    .execute();
}

/** Files with unresolved calls of one of these names, except this one. */
export async function filesCalling(
  db: Db,
  projectId: string,
  names: readonly string[],
  { except, limit }: { except: number; limit: number },
): Promise<{ id: number; path: string }[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .select(["f.id", "f.path"])
    .distinct()
    .where("c.project_id", "=", projectId)
    .where("c.target_name", "in", names.slice(0, 200))
    .where("c.resolution", "=", "unresolved")
    .where("c.file_id", "!=", except)
    .orderBy("f.path")
    .limit(limit)
    .execute();
  return rows.map(({ id, path }) => ({ id: Number(id), path }));
}

/** Files that a file calls into. */
export async function filesCalledBy(db: Db, fileId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("symbols as s", "s.id", "c.target_id")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .select("f.path")
    .distinct()
    .where("c.file_id", "=", fileId)
    .where("f.id", "!=", fileId)
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

/** Notes that the calls of the whole project were resolved. */
export async function noteCallsResolved(tx: Db, projectId: string, at: string): Promise<void> {
  await tx.updateTable("code_maps").set({ calls_at: at }).where("project_id", "=", projectId).execute();
}
