// sync: what other machines added to the vault → merged into this store; what changed here → sealed parts. Merging is
// the same as importing an export, in any order, so machines that have read the same parts hold the same memory. What was
// lost from the vault is noticed by whoever has read it, and written again.

import type { Memory } from "../../memory/memory.ts";
import { positionsIn, setPosition } from "../../store/sync-state.ts";
import { machineIn, type VaultKey } from "./keys.ts";
import { damagedPart, lastNumber, lostParts, removeOldParts } from "./parts.ts";
import { receive } from "./receive.ts";
import { hasUnsentDeletions, send } from "./send.ts";
import { checkKey, createVault, findVault, machinesIn, type Vault } from "./vault.ts";
import type { VaultLocation } from "./vault-location.ts";

export interface SyncReport {
  machines: number;
  received: number;
  sent: number;
  /** Parts and records that cannot be used, with the reason. */
  refused: string[];
  /** Parts that have not arrived yet, and those that are gone. */
  missing: string[];
  /** What this machine has written again, with the reason. */
  repaired: string[];
}

export async function sync(memory: Memory, location: VaultLocation, key: VaultKey): Promise<SyncReport> {
  await location.fetch();
  const vault = openVault(location, key);
  const own = machineIn(memory.paths);
  const lost = await lossesIn(memory, vault, key.key, own);
  const {
    records: received,
    refused,
    missing,
    hasDeletions,
    ownParts,
  } = await receive(memory, vault, key.key, own);
  const reasons = [
    ...[...lost.own, ...lost.ofOthers],
    ...(ownParts === "refused" ? ["parts of this machine do not open any more"] : []),
  ];
  const isOld = hasDeletions || (await hasUnsentDeletions(memory, vault));
  const hasParts = ownParts !== "none";
  // What has not arrived must not be written over.
  const sent =
    ownParts === "awaited"
      ? 0
      : await send(memory, vault, key, own, reasons.length > 0 || (isOld && hasParts) ? "snapshot" : "news");
  if (machinesIn(vault).includes(own)) removeOldParts(vault, own);
  await location.publish();
  memory.events.record({ type: "store.sync", data: { sent, received, refused: refused.length } });
  return {
    ...{ machines: machinesIn(vault).length, received, sent, refused },
    missing: [...lost.ofOthers, ...missing],
    repaired: reasons,
  };
}

function openVault(location: VaultLocation, { key, salt }: VaultKey): Vault {
  if (findVault(location.folder) === null) createVault(location.folder, key, salt);
  checkKey(location, key);
  return findVault(location.folder) as Vault;
}

interface Losses {
  own: string[];
  ofOthers: string[];
}

/** What this machine has read or written and is gone. Of others it is reported once: this machine writes it again. */
async function lossesIn(memory: Memory, vault: Vault, key: Buffer, own: string): Promise<Losses> {
  const there = machinesIn(vault);
  const losses: Losses = { own: [], ofOthers: [] };
  for (const [machine, upTo] of await positionsIn(memory.db, vault.id)) {
    const isThere = there.includes(machine);
    const lost = lostParts(vault, machine, isThere, upTo);
    if (machine === own) {
      losses.own.push(...lost, ...(isThere && lost.length === 0 ? damagedPart(vault, key, own, upTo) : []));
      continue;
    }
    losses.ofOthers.push(...lost);
    if (lost.length === 0) continue;
    const last = isThere ? lastNumber(vault, machine) : 0;
    await setPosition(memory.db, vault.id, machine, { number: Math.min(upTo.number, last), hash: "" });
  }
  return losses;
}
