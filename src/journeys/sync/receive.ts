// Reads what machines added to the vault since the last time, this one included: its store may come from a backup. First
// every deletion of every machine, so that what one of them forgot never comes in from an older part of another.

import { forgetFromElsewhere } from "../../memory/forgetting/forgotten-elsewhere.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanRecord } from "../../memory/records/clean-record.ts";
import { type WrittenCounts, writeRecords } from "../../memory/records/write-records.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import type { ExportRecord } from "../../protocol/export.ts";
import { heldIn, noteHeld, positionsIn, setPosition } from "../../store/sync-state.ts";
import { headsIn, linesIn } from "./part-text.ts";
import { lastNumber, newParts, nothingRead, type ReadUpTo } from "./parts.ts";
import { isDeletion, isForgetting } from "./sync-kinds.ts";
import { machinesIn, type Vault } from "./vault.ts";

export interface ReceiveResult {
  /** That were new or newer. */
  records: number;
  refused: string[];
  missing: string[];
  /** Whether something was forgotten elsewhere: parts of this machine may still hold it. */
  hasDeletions: boolean;
  /** What is in this machine's own folder. */
  ownParts: "none" | "read" | "awaited" | "refused";
}

export async function receive(
  memory: Memory,
  vault: Vault,
  key: Buffer,
  own: string,
): Promise<ReceiveResult> {
  const positions = await positionsIn(memory.db, vault.id);
  const machines = machinesIn(vault);
  const found = survey(vault, key, machines, positions);
  const clean = await cleanerOfAllProjects(memory.db);
  const write = (records: AsyncIterable<ExportRecord> | Iterable<ExportRecord>): Promise<WrittenCounts> =>
    writeRecords(memory, records, { from: "vault", clean: (record) => cleanRecord(record, clean) });

  const passing = await write(found.deletions.filter((record) => !isForgetting(record)));
  const forgotten = await write(found.deletions.filter(isForgetting));
  const marks: string[] = [];
  const reached = new Map<string, ReadUpTo>();
  async function* records(): AsyncGenerator<ExportRecord> {
    for (const machine of machines) {
      if (found.behind.has(machine)) continue;
      const upTo = positions.get(machine) ?? nothingRead;
      for (const part of newParts(vault, key, machine, upTo)) {
        if (part.status !== "part") break;
        const lines = [...linesIn(part.plain)].flatMap((line) => (line.record ? [line] : []));
        // A snapshot repeats what was read before.
        const isRepeated = part.isSnapshot && upTo.number > 0;
        const known = isRepeated
          ? await heldIn(
              memory.db,
              vault.id,
              lines.map(({ mark }) => mark),
            )
          : new Set();
        for (const { record, mark } of lines) {
          marks.push(mark);
          if (!isDeletion(record) && !known.has(mark)) yield record;
        }
        reached.set(machine, { number: part.number, hash: part.hash });
      }
    }
  }
  const counts = await write(records());
  if ((forgotten.kinds.phrase ?? 0) > 0) await forgetFromElsewhere(memory, { backups: true });
  await noteHeld(memory.db, vault.id, marks);
  // What names something of a part that is not there yet is read again when it is.
  if (counts.orphan === 0 || found.isComplete)
    for (const [machine, at] of reached)
      if (!found.claimants.has(machine)) await setPosition(memory.db, vault.id, machine, at);
  return {
    records: [passing, forgotten, counts].reduce((sum, { added, changed }) => sum + added + changed, 0),
    refused: [...found.refused, ...[passing, forgotten, counts].flatMap(({ refused }) => refused)],
    missing: found.missing,
    hasDeletions: forgotten.added + forgotten.changed > 0,
    ownParts: ownPartsIn(vault, own, found),
  };
}

interface Survey {
  deletions: ExportRecord[];
  refused: string[];
  missing: string[];
  /** Machines whose folder is older than others know it to be. */
  behind: Set<string>;
  /** Those whose parts say so: they are read again until it is there, or they no longer say it. */
  claimants: Set<string>;
  stopped: Map<string, "awaited" | "refused">;
  isComplete: boolean;
}

function survey(
  vault: Vault,
  key: Buffer,
  machines: readonly string[],
  positions: ReadonlyMap<string, ReadUpTo>,
): Survey {
  const so: Survey = {
    ...{
      deletions: [],
      refused: [],
      missing: [],
      behind: new Set(),
      claimants: new Set(),
      stopped: new Map(),
      isComplete: true,
    },
  };
  const heads = new Map<string, { number: number; by: Set<string> }>();
  for (const machine of machines) {
    for (const part of newParts(vault, key, machine, positions.get(machine) ?? nothingRead)) {
      if (part.status !== "part") {
        so.isComplete = false;
        so.stopped.set(machine, part.status);
        if (part.status === "refused") so.refused.push(`${part.file} ${part.why}`);
        else so.missing.push(`${part.file} has not arrived`);
        continue;
      }
      for (const [of, number] of Object.entries(headsIn(part.plain)))
        heads.set(of, {
          number: Math.max(heads.get(of)?.number ?? 0, number),
          by: new Set([...(heads.get(of)?.by ?? []), machine]),
        });
      for (const line of linesIn(part.plain)) {
        if (!line.record) so.refused.push(`a record of ${machine} part ${part.number}: ${line.problem}`);
        else if (isDeletion(line.record)) so.deletions.push(line.record);
      }
    }
  }
  for (const [machine, { number, by }] of heads) {
    const last = machines.includes(machine) ? lastNumber(vault, machine) : 0;
    if (last >= number || (positions.get(machine)?.number ?? 0) >= number) continue;
    so.isComplete = false;
    so.behind.add(machine);
    for (const claimant of by) if (claimant !== machine) so.claimants.add(claimant);
    so.missing.push(
      last === 0
        ? `the folder of machine ${machine}, which other machines have read, is not in the vault`
        : `machine ${machine} has written ${number} parts, and the vault holds only those up to ${last}: the rest has not arrived, or the vault was set back`,
    );
  }
  return so;
}

function ownPartsIn(vault: Vault, own: string, { stopped, behind }: Survey): ReceiveResult["ownParts"] {
  const why = stopped.get(own);
  if (why !== undefined) return why;
  if (behind.has(own)) return "awaited";
  return machinesIn(vault).includes(own) && lastNumber(vault, own) > 0 ? "read" : "none";
}
