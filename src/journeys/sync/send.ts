// Writes to the vault what it does not hold yet; or everything that this machine holds, as a snapshot in place of its
// earlier parts: after something was forgotten, so that no part keeps it, and after something was lost from the vault.

import type { Memory } from "../../memory/memory.ts";
import { readRecords } from "../../memory/records/read-records.ts";
import type { ExportRecord } from "../../protocol/export.ts";
import { projectKeys } from "../../rooms/projects/room.ts";
import { heldIn, noteHeld, positionsIn, setPosition } from "../../store/sync-state.ts";
import type { VaultKey } from "./keys.ts";
import { type Heads, type Line, lineOf, partText } from "./part-text.ts";
import { addPart, lastNumber, nothingRead, type ReadUpTo } from "./parts.ts";
import { deletionQuery, isForgetting, recordQueries } from "./sync-kinds.ts";
import { machinesIn, type Vault } from "./vault.ts";

const recordsAtOnce = 500;
/** A part is sealed and opened in memory. */
const partBytes = 16 * 1024 * 1024;

/** Returns how many records the vault did not hold. */
export async function send(
  memory: Memory,
  vault: Vault,
  { key, chosen }: VaultKey,
  own: string,
  what: "news" | "snapshot",
): Promise<number> {
  const positions = await positionsIn(memory.db, vault.id);
  const heads = headsOf(positions);
  const isSnapshot = what === "snapshot";
  let at = isSnapshot ? beforeSnapshot(vault, own, positions.get(own)) : (positions.get(own) ?? nothingRead);
  const from = isSnapshot ? at.number + 1 : undefined;
  let sent = 0;
  let lines: Line[] = [];
  let bytes = 0;
  let marks: string[] = [];
  const projects = new Map<string, Line>();
  const put = async (isLast: boolean) => {
    if (lines.length === 0 && !(isLast && isSnapshot)) return;
    const plain = partText(heads, withProjects(lines, projects));
    at = addPart(vault, key, own, at, plain, isLast ? from : undefined);
    marks.push(...lines.map(({ mark }) => mark));
    [lines, bytes] = [[], 0];
    // A snapshot counts when its last part is there.
    if (isSnapshot && !isLast) return;
    await memory.db.transaction().execute(async (tx) => {
      await noteHeld(tx, vault.id, marks);
      await setPosition(tx, vault.id, own, at);
    });
    marks = [];
  };
  for await (const batch of inBatches(chosenRecords(memory, chosen), recordsAtOnce)) {
    if (bytes >= partBytes) await put(false);
    const made = batch.map(lineOf);
    const held = await heldIn(
      memory.db,
      vault.id,
      made.map(({ mark }) => mark),
    );
    for (const line of made) {
      if (line.kind === "project" && line.project !== null) projects.set(line.project, line);
      if (!held.has(line.mark)) sent++;
      else if (!isSnapshot) continue;
      lines.push(line);
      bytes += line.text.length;
    }
  }
  await put(true);
  return sent;
}

/** After everything that is there, also what was left by a sync that was killed. */
function beforeSnapshot(vault: Vault, own: string, known: ReadUpTo = nothingRead): ReadUpTo {
  const last = machinesIn(vault).includes(own) ? lastNumber(vault, own) : 0;
  return { number: Math.max(last, known.number), hash: "" };
}

/** What is gone from the vault is not claimed to be there. */
function headsOf(positions: ReadonlyMap<string, ReadUpTo>): Heads {
  const there = [...positions].filter(([, { hash }]) => hash !== "");
  return Object.fromEntries(there.map(([machine, { number }]) => [machine, number]));
}

/** Whether something was forgotten here that the vault does not know yet. */
export async function hasUnsentDeletions(memory: Memory, vault: Vault): Promise<boolean> {
  for await (const batch of inBatches(readRecords(memory, deletionQuery()), recordsAtOnce)) {
    const marks = batch.filter(isForgetting).map((record) => lineOf(record).mark);
    if ((await heldIn(memory.db, vault.id, marks)).size < new Set(marks).size) return true;
  }
  return false;
}

async function* chosenRecords(memory: Memory, chosen: VaultKey["chosen"]): AsyncGenerator<ExportRecord> {
  const known = await projectKeys(memory.db);
  for (const query of recordQueries(chosen.kinds, chosen.projects, known)) yield* readRecords(memory, query);
}

/** A part brings the projects of its records: another machine may have deleted the last session of one. */
function withProjects(lines: readonly Line[], projects: ReadonlyMap<string, Line>): string[] {
  const named = new Set(lines.flatMap(({ project }) => project ?? []));
  const theirs = [...named].flatMap((key) => projects.get(key) ?? []);
  return [...theirs, ...lines.filter((line) => !theirs.includes(line))].map(({ text }) => `${text}\n`);
}

async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
