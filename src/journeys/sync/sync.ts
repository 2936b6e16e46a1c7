// sync: what other machines added to the vault → merged into this store; what changed here → one sealed part. Merging is
// the same as importing an export, in any order, so machines that have read the same parts hold the same memory.

import { createHash } from "node:crypto";
import { forgetFromElsewhere } from "../../memory/forgetting/forgotten-elsewhere.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanRecord } from "../../memory/records/clean-record.ts";
import { readRecords } from "../../memory/records/read-records.ts";
import { writeRecords } from "../../memory/records/write-records.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import { comparable, type ExportRecord, parseRecord } from "../../protocol/export.ts";
import { jsonOr } from "../../protocol/json.ts";
import { projectKeys } from "../../rooms/projects/room.ts";
import { heldIn, noteHeld, positionsIn, setPosition } from "../../store/sync-state.ts";
import { machineIn, type VaultKey } from "./keys.ts";
import { recordQueries } from "./sync-kinds.ts";
import {
  addPart,
  checkKey,
  createVault,
  findVault,
  machinesIn,
  missingParts,
  newParts,
  nothingRead,
  type ReadUpTo,
  type Vault,
} from "./vault.ts";
import type { VaultLocation } from "./vault-location.ts";

export interface SyncReport {
  machines: number;
  received: number;
  sent: number;
  /** Parts and records that cannot be used, with the reason. */
  refused: string[];
  /** Parts that have not arrived yet, and those that are gone. */
  missing: string[];
}

export async function sync(memory: Memory, location: VaultLocation, key: VaultKey): Promise<SyncReport> {
  await location.fetch();
  const vault = openVault(location, key);
  const { records: received, refused, missing } = await receive(memory, vault, key.key);
  const sent = await send(memory, vault, key);
  await location.publish();
  memory.events.record({ type: "store.sync", data: { sent, received, refused: refused.length } });
  return { machines: machinesIn(vault).length, received, sent, refused, missing };
}

function openVault(location: VaultLocation, { key, salt }: VaultKey): Vault {
  if (findVault(location.folder) === null) createVault(location.folder, key, salt);
  checkKey(location, key);
  return findVault(location.folder) as Vault;
}

/** Everything that machines added since the last time, this one included: its store may come from a backup. */
async function receive(
  memory: Memory,
  vault: Vault,
  key: Buffer,
): Promise<{ records: number; refused: string[]; missing: string[] }> {
  const positions = await positionsIn(memory.db, vault.id);
  const reached = new Map<string, ReadUpTo>();
  const refused: string[] = [];
  const missing: string[] = [];
  const marks: string[] = [];
  let isComplete = true;
  function* records(): Generator<ExportRecord> {
    for (const machine of machinesIn(vault)) {
      const before = positions.get(machine) ?? nothingRead;
      missing.push(...missingParts(vault, machine, before).map((file) => `${file} is gone`));
      for (const part of newParts(vault, key, machine, before)) {
        if (part.status !== "part") {
          isComplete = false;
          if (part.status === "refused") refused.push(`${part.file} ${part.why}`);
          else missing.push(`${part.file} has not arrived`);
          continue;
        }
        for (const { record, problem, mark } of linesOf(part.plain)) {
          if (record) {
            marks.push(mark);
            yield record;
          } else refused.push(`a record of ${machine} part ${part.number}: ${problem}`);
        }
        reached.set(machine, { number: part.number, hash: part.hash });
      }
    }
  }
  const clean = await cleanerOfAllProjects(memory.db);
  const counts = await writeRecords(memory, records(), {
    from: "vault",
    clean: (record) => cleanRecord(record, clean),
  });
  if ((counts.kinds.phrase ?? 0) > 0) await forgetFromElsewhere(memory, { backups: true });
  refused.push(...counts.refused);
  await noteHeld(memory.db, vault.id, marks);
  // What names something of a part that is not there yet is read again when it is.
  if (counts.orphan === 0 || isComplete)
    for (const [machine, at] of reached) await setPosition(memory.db, vault.id, machine, at);
  return { records: counts.added + counts.changed, refused, missing };
}

const recordsAtOnce = 500;
/** A part is sealed and opened in memory. */
const partBytes = 16 * 1024 * 1024;

/** Adds what the vault does not hold yet. */
async function send(memory: Memory, vault: Vault, { key, chosen }: VaultKey): Promise<number> {
  const machine = machineIn(memory.paths);
  const positions = await positionsIn(memory.db, vault.id);
  let at = positions.get(machine) ?? nothingRead;
  let sent = 0;
  let lines: Line[] = [];
  let bytes = 0;
  const projects = new Map<string, Line>();
  const put = async () => {
    if (lines.length === 0) return;
    const plain = Buffer.from(withProjects(lines, projects).join(""));
    at = addPart(vault, key, machine, at, plain);
    const marks = lines.map(({ mark }) => mark);
    await memory.db.transaction().execute(async (tx) => {
      await noteHeld(tx, vault.id, marks);
      await setPosition(tx, vault.id, machine, at);
    });
    sent += lines.length;
    [lines, bytes] = [[], 0];
  };
  for await (const batch of inBatches(chosenRecords(memory, chosen), recordsAtOnce)) {
    const made = batch.map(lineOf);
    const held = await heldIn(
      memory.db,
      vault.id,
      made.map(({ mark }) => mark),
    );
    for (const line of made) {
      if (line.kind === "project" && line.project !== null) projects.set(line.project, line);
      if (held.has(line.mark)) continue;
      lines.push(line);
      bytes += line.text.length;
    }
    if (bytes >= partBytes) await put();
  }
  await put();
  return sent;
}

async function* chosenRecords(memory: Memory, chosen: VaultKey["chosen"]): AsyncGenerator<ExportRecord> {
  const known = await projectKeys(memory.db);
  for (const query of recordQueries(chosen.kinds, chosen.projects, known)) yield* readRecords(memory, query);
}

interface Line extends Pick<ExportRecord, "kind" | "project"> {
  text: string;
  mark: string;
}

function lineOf(record: ExportRecord): Line {
  const { kind, project } = record;
  return { kind, project, text: JSON.stringify(record), mark: markOf(record) };
}

/** A part brings the projects of its records: another machine may have deleted the last session of one. */
function withProjects(lines: readonly Line[], projects: ReadonlyMap<string, Line>): string[] {
  const named = new Set(lines.flatMap(({ project }) => project ?? []));
  const theirs = [...named].flatMap((key) => projects.get(key) ?? []);
  return [...theirs, ...lines.filter((line) => !theirs.includes(line))].map(({ text }) => `${text}\n`);
}

function markOf(record: ExportRecord): string {
  return createHash("sha256").update(comparable(record)).digest("hex").slice(0, 32);
}

function* linesOf(plain: Buffer): Generator<{ record?: ExportRecord; problem: string; mark: string }> {
  for (const text of plain.toString("utf8").split("\n")) {
    if (text === "") continue;
    const parsed = parseRecord(jsonOr(text, null));
    yield parsed.ok
      ? { record: parsed.record, problem: "", mark: markOf(parsed.record) }
      : { problem: parsed.problem, mark: "" };
  }
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
