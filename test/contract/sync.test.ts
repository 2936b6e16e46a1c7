// Machines that share a vault: whatever each does and whenever it syncs, all hold the same memory in the end; nobody
// without the key reads a word; what was cut or altered is refused by name.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { deleteByUser } from "../../src/journeys/graph/graph.ts";
import { everything, keepKey, type VaultKey } from "../../src/journeys/sync/keys.ts";
import { sync } from "../../src/journeys/sync/sync.ts";
import { locationOf } from "../../src/journeys/sync/vault-location.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { readRecords } from "../../src/memory/records/read-records.ts";
import { removeSession } from "../../src/memory/remove-session.ts";
import { filesBelow } from "../../src/platform/files-below.ts";
import { comparable, type ExportRecord } from "../../src/protocol/export.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { addNode, changeNode, deleteNode } from "../../src/rooms/knowledge/room.ts";
import { openProjectAt } from "../../src/rooms/projects/room.ts";
import { openTask, putPlan } from "../../src/rooms/tasks/room.ts";
import { backupStore, manualBackupPath } from "../../src/store/backup.ts";
import { forEachStore } from "../support/databases.ts";
import { runDueJobs } from "../support/due-jobs.ts";
import { type EmptyMemory, emptyMemory } from "../support/empty-memory.ts";
import { forget } from "../support/forget.ts";
import { fillStore, ofMachine, randomStore } from "../support/random-store.ts";
import { tempDir } from "../support/temp.ts";

const histories = Number(process.env.TELLBACK_TEST_STORES ?? 12);
const newKey = (): VaultKey => ({ key: randomBytes(32), salt: randomBytes(16), chosen: everything });

/** Each machine has its own folder of a project, and its own log for undo. */
async function contentOf(memory: Memory): Promise<string[]> {
  const lines: string[] = [];
  for await (const record of readRecords(memory, { projects: everywhere }))
    if (!isLocal(record)) lines.push(comparable(withoutPlace(record)));
  return lines.sort();
}

const isLocal = ({ kind, data }: ExportRecord) =>
  kind === "project" || kind === "change" || ("kind" in data && data.kind === "change");

/** A machine without the project does not know where a deleted thing belonged. */
const withoutPlace = (record: ExportRecord) =>
  record.kind === "tombstone" ? { ...record, project: null } : record;

/** Until nobody has anything to say: each machine may have to hear the answer to what it said. */
async function settle(machines: readonly Memory[], folder: string, key: VaultKey): Promise<void> {
  for (let round = 0; round < 6; round++) {
    let exchanged = 0;
    for (const memory of machines) {
      const { sent, received, refused, missing } = await sync(memory, locationOf(memory.paths, folder), key);
      expect([...refused, ...missing]).toEqual([]);
      exchanged += sent + received;
    }
    if (exchanged === 0) return;
  }
  throw new Error("the machines still exchange records after six rounds");
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("sync" as const), on: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom("add" as const, "edit" as const, "delete" as const, "forget" as const),
      on: fc.nat(2),
      which: fc.nat(20),
      text: fc.string({ maxLength: 12 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const newNode = { projectId: null, type: "fact", category: null, confidence: 0.5 } as const;

async function take(memory: Memory, one: Exclude<Step, { does: "sync" }>, clock: number): Promise<void> {
  const { db } = memory;
  const at = new Date(Date.UTC(2025, 8, 1) + 1000 * clock).toISOString();
  if (one.does === "add") {
    const own = { isManual: true, sessionId: null, observationId: null, at };
    await addNode(db, { ...newNode, ...own, content: `fact ${one.text} ${clock}` });
    return;
  }
  const table = one.does === "forget" ? "sessions" : "nodes";
  const rows = await db.selectFrom(table).select("id").orderBy("id").execute();
  const id = rows[one.which % Math.max(1, rows.length)]?.id;
  if (id === undefined) return;
  if (one.does === "forget") await db.transaction().execute((tx) => removeSession(tx, id));
  else if (one.does === "edit") await changeNode(db, id, { content: `edited ${one.text}` }, at);
  else await deleteByUser(memory, id);
}

test("any interleaving of three machines converges", { timeout: 300_000 }, async () => {
  const machines = await Promise.all([emptyMemory(), emptyMemory(), emptyMemory()]);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(randomStore, randomStore, randomStore),
      fc.array(step, { maxLength: 14 }),
      async (made, steps) => {
        await using folder = await tempDir("egs");
        const key = newKey();
        for (const [at, one] of machines.entries()) {
          await one.empty();
          rmSync(join(one.home, "sync"), { recursive: true, force: true });
          await fillStore(one.memory.db, made[at] as (typeof made)[0], ofMachine(at));
        }
        for (const [clock, one] of steps.entries()) {
          const { memory } = machines[one.on] as EmptyMemory;
          if (one.does === "sync") await sync(memory, locationOf(memory.paths, folder.path), key);
          else await take(memory, one, clock);
        }
        await settle(
          machines.map(({ memory }) => memory),
          folder.path,
          key,
        );
        const [first, ...others] = await Promise.all(machines.map(({ memory }) => contentOf(memory)));
        for (const other of others) expect(other).toEqual(first);
      },
    ),
    { numRuns: histories, endOnFailure: true },
  );
  for (const one of machines) await one[Symbol.asyncDispose]();
});

test("a change after the clock was set back counts on the other machine too", async () => {
  await using machines = await twoMachines();
  await using folder = await tempDir("egs");
  const key = newKey();
  const both = async () => {
    for (const each of [machines.one, machines.two, machines.one])
      await sync(each, locationOf(each.paths, folder.path), key);
  };
  const { id } = await say(machines.one, "first");
  await both();
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await changeNode(machines.one.db, id, { content: "second" }, anHourAgo);
  await both();
  expect([await saidIn(machines.one), await saidIn(machines.two)]).toEqual([["second"], ["second"]]);
});

async function twoMachines() {
  const [one, two] = await Promise.all([emptyMemory(), emptyMemory()]);
  return {
    one: one.memory,
    two: two.memory,
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
    },
  };
}

const say = ({ db }: Memory, content: string) =>
  addNode(db, {
    ...{ ...newNode, content, isManual: true, sessionId: null, observationId: null },
    at: new Date().toISOString(),
  });
const saidIn = async ({ db }: Memory) =>
  (await db.selectFrom("nodes").select("content").orderBy("content").execute()).map(({ content }) => content);
const sealedFiles = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(".sealed")).sort();

test("nobody without the key reads a word, and another key opens nothing", async () => {
  await using machines = await twoMachines();
  await using folder = await tempDir("egs");
  await say(machines.one, "The mirror is down on Sundays");
  await sync(machines.one, locationOf(machines.one.paths, folder.path), newKey());
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    expect(readFileSync(join(file.parentPath, file.name), "latin1")).not.toMatch(/mirror|Sundays|node/i);
  const stranger = sync(machines.two, locationOf(machines.two.paths, folder.path), newKey());
  await expect(stranger).rejects.toThrow(/does not open/);
  expect(await saidIn(machines.two)).toEqual([]);
});

test("a part that is cut or altered is refused by name, and read once it is whole", async () => {
  await using machines = await twoMachines();
  await using folder = await tempDir("egs");
  const key = newKey();
  const from = () => sync(machines.one, locationOf(machines.one.paths, folder.path), key);
  const to = () => sync(machines.two, locationOf(machines.two.paths, folder.path), key);
  await say(machines.one, "first");
  await from();
  await say(machines.one, "second");
  await from();
  const [, second = ""] = sealedFiles(folder.path);
  const whole = readFileSync(join(folder.path, second));
  truncateSync(join(folder.path, second), whole.length - 5);
  expect((await to()).refused).toEqual([`${second} is not whole, or was altered`]);
  expect(await saidIn(machines.two)).toEqual(["first"]);
  writeFileSync(join(folder.path, second), whole);
  expect((await to()).refused).toEqual([]);
  expect(await saidIn(machines.two)).toEqual(["first", "second"]);
});

test("a store that comes from a copy reads its own machine's parts again, and nothing is sent twice", async () => {
  await using machines = await twoMachines();
  await using folder = await tempDir("egs");
  const key = newKey();
  await say(machines.one, "before the loss");
  await sync(machines.one, locationOf(machines.one.paths, folder.path), key);
  cpSync(join(machines.one.paths.home, "sync"), join(machines.two.paths.home, "sync"), { recursive: true });
  const again = await sync(machines.two, locationOf(machines.two.paths, folder.path), key);
  expect(await saidIn(machines.two)).toEqual(["before the loss"]);
  expect([again.machines, again.sent]).toEqual([1, 0]);
});

test("a git remote serves as the place, and two machines push at the same moment", async () => {
  await using machines = await twoMachines();
  await using folder = await tempDir("egs");
  const remote = join(folder.path, "memory.git");
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
  const key = newKey();
  await say(machines.one, "from one");
  await say(machines.two, "from two");
  const all = [machines.one, machines.two];
  const once = () => Promise.all(all.map((memory) => sync(memory, locationOf(memory.paths, remote), key)));
  await sync(machines.one, locationOf(machines.one.paths, remote), key);
  await once();
  await once();
  for (const memory of all) expect(await saidIn(memory)).toEqual(["from one", "from two"]);
});

forEachStore((open) => {
  test("what one store has forgotten goes from the other, and what was chosen arrives", async () => {
    const memory = await open();
    await using other = await emptyMemory();
    await using folder = await tempDir("egs");
    const key = newKey();
    const both = async () => {
      for (const each of [memory, other.memory, memory])
        await sync(each, locationOf(each.paths, folder.path), key);
    };
    const kept = await say(memory, "kept");
    const gone = await say(memory, "gone");
    await both();
    expect(await saidIn(other.memory)).toEqual(["gone", "kept"]);
    await deleteNode(other.memory.db, gone.id);
    await changeNode(other.memory.db, kept.id, { content: "kept, and changed" }, new Date().toISOString());
    await both();
    expect(await saidIn(memory)).toEqual(["kept, and changed"]);
    const onlyTasks = { ...key, chosen: { ...everything, kinds: ["tasks" as const] } };
    await say(memory, "not chosen");
    await sync(memory, locationOf(memory.paths, folder.path), onlyTasks);
    await sync(other.memory, locationOf(other.memory.paths, folder.path), key);
    expect(await saidIn(other.memory)).toEqual(["kept, and changed"]);
  });

  test("a text that one store forgets leaves the texts of the other that repeat it", async () => {
    const memory = await open();
    await using other = await emptyMemory();
    await using folder = await tempDir("egs");
    const key = newKey();
    const at = new Date().toISOString();
    await other.memory.db.transaction().execute(async (tx) => {
      const projectId = await openProjectAt(tx, "/nowhere/deal", at);
      const task = await openTask(tx, projectId, "deal", at);
      await putPlan(tx, task, {
        text: "1. Call them\n2. Sell to Kaltwasser Holding\n3. Sign",
        by: "me",
        at,
      });
    });
    const plans = async ({ db }: Memory) => (await db.selectFrom("tasks").select("plan").execute())[0]?.plan;
    for (const each of [other.memory, memory]) await sync(each, locationOf(each.paths, folder.path), key);
    expect(await plans(memory)).toContain("Kaltwasser");
    await backupStore(other.memory.store, manualBackupPath(other.memory.paths));
    await forget(memory, exportOperations.forget.input.parse({ match: "sell to kaltwasser" }));
    for (const each of [memory, other.memory, memory])
      await sync(each, locationOf(each.paths, folder.path), key);
    for (const each of [memory, other.memory]) expect(await plans(each)).toBe("1. Call them\n2.\n3. Sign");
    expect(await contentOf(memory)).toEqual(await contentOf(other.memory));
    const bytes = filesBelow(other.home).map((path) => readFileSync(path).toString("latin1"));
    expect(bytes.filter((text) => text.includes("Kaltwasser"))).toEqual([]);
  });
});

test("with sync.auto the end of a session sends and the start of one receives; a place that is away stops nothing", async () => {
  await using vault = await tempDir();
  await using away = await tempDir();
  const key = newKey();
  const machine = async (place: string) => {
    const home = await tempDir();
    const env = { TELLBACK_HOME: home.path, TELLBACK_STORE_URL: "", TELLBACK_EMBED_PROVIDER: "off" };
    const memory = await openMemory({ env: { ...env, TELLBACK_SYNC_AUTO: place } });
    onTestFinished(async () => {
      await memory.close();
      await home[Symbol.asyncDispose]();
    });
    keepKey(memory.paths, locationOf(memory.paths, place), key);
    const about = {
      host: "claude-code",
      projectDir: home.path,
      cwd: home.path,
      at: "2026-03-01T10:00:00.000Z",
    };
    return { memory, about };
  };
  const [one, other, third] = [
    await machine(vault.path),
    await machine(vault.path),
    await machine(away.path),
  ];
  await addNode(one.memory.db, {
    ...newNode,
    content: "The harbour has two lamps",
    isManual: true,
    sessionId: null,
    observationId: null,
    at: one.about.at,
  });
  await capture(one.memory, [{ ...one.about, type: "session-end", sessionId: "a", reason: "exit" }]);
  expect(await runDueJobs(one.memory)).toContain(`sync ${vault.path}`);
  await capture(other.memory, [{ ...other.about, type: "session-start", sessionId: "b", source: "startup" }]);
  await runDueJobs(other.memory);
  const nodes = await other.memory.db.selectFrom("nodes").select("content").execute();
  expect(nodes).toEqual([{ content: "The harbour has two lamps" }]);

  rmSync(away.path, { recursive: true });
  await capture(third.memory, [{ ...third.about, type: "session-end", sessionId: "c", reason: "exit" }]);
  await runDueJobs(third.memory);
  expect(
    await third.memory.db.selectFrom("jobs").select(["kind", "error"]).where("kind", "=", "sync").execute(),
  ).toEqual([]);
});
