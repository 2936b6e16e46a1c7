// A vault that loses something: whoever has read or written it notices, says so, and writes it again; a new machine gets
// everything that any machine holds, and never what one of them has forgotten.

import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { everything, machineIn, type VaultKey } from "../../src/journeys/sync/keys.ts";
import { newParts, nothingRead } from "../../src/journeys/sync/parts.ts";
import { type SyncReport, sync } from "../../src/journeys/sync/sync.ts";
import { findVault, machinesIn, type Vault } from "../../src/journeys/sync/vault.ts";
import { locationOf } from "../../src/journeys/sync/vault-location.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { addNode } from "../../src/rooms/knowledge/room.ts";
import { emptyMemory } from "../support/empty-memory.ts";
import { forget } from "../support/forget.ts";
import { tempDir } from "../support/temp.ts";

async function threeMachines() {
  const made = await Promise.all([emptyMemory(), emptyMemory(), emptyMemory()]);
  const place = await tempDir("egs");
  const folder = join(place.path, "vault");
  mkdirSync(folder);
  const key: VaultKey = { key: randomBytes(32), salt: randomBytes(16), chosen: everything };
  const [one, two, three] = made.map(({ memory }) => memory) as [Memory, Memory, Memory];
  return {
    ...{ one, two, three, folder, key },
    sync: (memory: Memory): Promise<SyncReport> => sync(memory, locationOf(memory.paths, folder), key),
    folderOf: (memory: Memory) => join(folder, machineIn(memory.paths)),
    copy: join(place.path, "copy"),
    async [Symbol.asyncDispose]() {
      for (const each of made) await each[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

const say = ({ db }: Memory, content: string) =>
  addNode(db, {
    ...{ projectId: null, type: "fact", category: null, confidence: 0.5, content, isManual: true },
    ...{ sessionId: null, observationId: null, at: new Date().toISOString() },
  });
const saidIn = async ({ db }: Memory) =>
  (await db.selectFrom("nodes").select("content").orderBy("content").execute()).map(({ content }) => content);
const clean = { refused: [], missing: [], repaired: [] };

/** Everything that somebody with the key can read in the vault. */
function textOf(folder: string, { key }: VaultKey): string {
  const vault = findVault(folder) as Vault;
  const parts = machinesIn(vault).flatMap((machine) => [...newParts(vault, key, machine, nothingRead)]);
  return parts.map((part) => (part.status === "part" ? part.plain.toString("utf8") : part.status)).join("\n");
}

test.each(["lost", "damaged"])("a %s part is written again by its owner", async (how) => {
  await using all = await threeMachines();
  const { one, two } = all;
  await say(one, "first");
  await all.sync(one);
  await say(one, "second");
  await all.sync(one);
  const file = join(all.folderOf(one), "000001.sealed");
  if (how === "lost") rmSync(file);
  else truncateSync(file, 60);
  const { repaired, sent, ...rest } = await all.sync(one);
  expect(repaired).toEqual([expect.stringMatching(/000001\.sealed (is gone|was damaged)$/)]);
  expect({ sent, ...rest }).toMatchObject({ sent: 0, refused: [], missing: [] });
  expect(readdirSync(all.folderOf(one))).toEqual(["000003-from-000003.sealed"]);
  expect(await all.sync(two)).toMatchObject({ received: 2, ...clean });
  expect(await saidIn(two)).toEqual(["first", "second"]);
  await say(one, "third");
  expect(await all.sync(one)).toMatchObject({ sent: 1, ...clean });
  expect(await all.sync(two)).toMatchObject({ received: 1, ...clean });
});

test("a machine's missing folder is noticed by the others, who keep what it held in the vault", async () => {
  await using all = await threeMachines();
  const { one, two, three } = all;
  await say(one, "of one");
  await all.sync(one);
  await say(two, "of two");
  await all.sync(two);
  rmSync(all.folderOf(one), { recursive: true });
  const gone = `the folder of machine ${machineIn(one.paths)} is gone from the vault`;
  // A new machine knows it from the parts of another.
  const newcomer = await all.sync(three);
  expect(newcomer.missing).toEqual([
    `the folder of machine ${machineIn(one.paths)}, which other machines have read, is not in the vault`,
  ]);
  expect(await all.sync(two)).toMatchObject({ missing: [gone], repaired: [gone] });
  expect(await all.sync(two)).toMatchObject(clean);
  expect(await all.sync(three)).toMatchObject(clean);
  expect(await saidIn(three)).toEqual(["of one", "of two"]);
  expect((await all.sync(one)).repaired).toEqual([gone]);
  for (const memory of [two, three, one])
    expect(await all.sync(memory)).toMatchObject({ missing: [], refused: [] });
  await say(one, "again");
  await all.sync(one);
  await all.sync(three);
  expect(await saidIn(three)).toEqual(["again", "of one", "of two"]);
});

test("what was forgotten is in no part of the vault once each machine has synced", async () => {
  await using all = await threeMachines();
  const { one, two, three } = all;
  await say(one, "We sell to Kaltwasser Holding");
  await say(one, "The mirror is down on Sundays");
  await all.sync(one);
  await say(two, "Kaltwasser Holding pays in May");
  await all.sync(two);
  await all.sync(one);
  await forget(one, exportOperations.forget.input.parse({ match: "Kaltwasser Holding" }));
  await all.sync(one);
  // The second machine has not heard of it, and its part still holds the text.
  expect(textOf(all.folder, all.key)).toContain("Kaltwasser");
  await all.sync(three);
  expect(await saidIn(three)).toEqual(["The mirror is down on Sundays"]);
  await all.sync(two);
  expect(textOf(all.folder, all.key)).not.toContain("Kaltwasser");
  expect(textOf(all.folder, all.key)).toContain("mirror");
  for (const memory of [one, two, three]) expect(await all.sync(memory)).toMatchObject(clean);
});

test("a vault that was set back is noticed, and repaired by its owners", async () => {
  await using all = await threeMachines();
  const { one, two, three } = all;
  await say(one, "We sell to Kaltwasser Holding");
  await all.sync(one);
  await all.sync(two);
  cpSync(all.folder, all.copy, { recursive: true });
  await forget(one, exportOperations.forget.input.parse({ match: "Kaltwasser Holding" }));
  await say(one, "The mirror is down on Sundays");
  await all.sync(one);
  await all.sync(two);
  rmSync(all.folder, { recursive: true });
  cpSync(all.copy, all.folder, { recursive: true });
  const setBack = [
    expect.stringMatching(/^the vault was set back: machine \w+ had 2 parts, and the last one now is 1$/),
  ];
  expect((await all.sync(two)).missing).toEqual(setBack);
  await all.sync(three);
  expect(await saidIn(three)).toEqual(["The mirror is down on Sundays"]);
  expect((await all.sync(one)).repaired).toEqual(setBack);
  expect(textOf(all.folder, all.key)).not.toContain("Kaltwasser");
});

test("a new machine that met a vault before its repair loses what was forgotten at its next sync", async () => {
  await using all = await threeMachines();
  const { one, three } = all;
  await say(one, "We sell to Kaltwasser Holding");
  await all.sync(one);
  cpSync(all.folder, all.copy, { recursive: true });
  await forget(one, exportOperations.forget.input.parse({ match: "Kaltwasser Holding" }));
  await all.sync(one);
  rmSync(all.folder, { recursive: true });
  cpSync(all.copy, all.folder, { recursive: true });
  await all.sync(three);
  await all.sync(one);
  await all.sync(three);
  expect(await saidIn(three)).toEqual([]);
  expect(textOf(all.folder, all.key)).not.toContain("Kaltwasser");
});

test("one machine's folder that is older than others know it gives a new machine nothing", async () => {
  await using all = await threeMachines();
  const { one, two, three } = all;
  await say(one, "We sell to Kaltwasser Holding");
  await all.sync(one);
  cpSync(all.folderOf(one), all.copy, { recursive: true });
  await forget(one, exportOperations.forget.input.parse({ match: "Kaltwasser Holding" }));
  await all.sync(one);
  await say(two, "of two");
  await all.sync(two);
  rmSync(all.folderOf(one), { recursive: true });
  cpSync(all.copy, all.folderOf(one), { recursive: true });
  for (let run = 0; run < 2; run++) {
    const { missing } = await all.sync(three);
    expect(missing).toEqual([
      expect.stringContaining("has written 2 parts, and the vault holds only those up to 1"),
    ]);
    expect(await saidIn(three)).toEqual(["of two"]);
  }
  await all.sync(one);
  expect(await all.sync(three)).toMatchObject(clean);
  expect(await saidIn(three)).toEqual(["of two"]);
});

test("a vault whose head is lost is written again by each machine", async () => {
  await using all = await threeMachines();
  const { one, two, three } = all;
  await say(one, "of one");
  await all.sync(one);
  await say(two, "of two");
  await all.sync(two);
  rmSync(join(all.folder, "tellback-vault.json"));
  await all.sync(one);
  await all.sync(two);
  expect(await all.sync(three)).toMatchObject({ refused: [], missing: [] });
  expect(await saidIn(three)).toEqual(["of one", "of two"]);
});
