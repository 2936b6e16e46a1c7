// The bridge on every store: the client's notes become nodes, chosen nodes become lines of a section, and nothing that
// either side wrote is lost, doubled or read back as something new.

import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { bridgeNow, bridgeStatus } from "../../src/journeys/bridge/bridge.ts";
import { pull } from "../../src/journeys/bridge/pull.ts";
import { push } from "../../src/journeys/bridge/push.ts";
import { rememberByUser } from "../../src/journeys/graph/graph.ts";
import { importFromTool } from "../../src/journeys/import/tools/tools.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { updateByUser } from "../../src/memory/edit-node.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { parseQuery } from "../../src/protocol/node-query/parse.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { deleteNode, findNodes, linksOf, listChanges } from "../../src/rooms/knowledge/room.ts";
import { listJobs } from "../../src/store/jobs.ts";
import { forEachStore } from "../support/databases.ts";
import { forget } from "../support/forget.ts";
import { plantedAt, writeDotenv } from "../support/planted.ts";
import { tempDir } from "../support/temp.ts";

/** A project in which Claude Code has worked, with its notes. */
async function aProject(notes = "# Memory\n\n- The test database needs the wombat extension\n") {
  const temp = await tempDir("egbridge");
  onTestFinished(() => temp[Symbol.asyncDispose]());
  vi.stubEnv("CLAUDE_CONFIG_DIR", join(temp.path, "claude"));
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = join(temp.path, "project");
  const memoryFolder = join(temp.path, "claude", "projects", folder.replace(/[^A-Za-z0-9]/g, "-"), "memory");
  mkdirSync(folder);
  mkdirSync(memoryFolder, { recursive: true });
  const file = join(memoryFolder, "MEMORY.md");
  writeFileSync(file, notes);
  const read = () => readFileSync(file, "utf8");
  const change = (from: string | RegExp, to: string) => {
    const before = read();
    writeFileSync(file, before.replace(from, to));
    expect(read()).not.toBe(before);
  };
  return { folder, memoryFolder, file, read, change };
}

const pin = async (memory: Memory, folder: string, content: string): Promise<string> =>
  (await rememberByUser(memory, { content, type: "decision", tags: "tier:pinned", folder })).node.id;

const contents = async ({ db }: Memory, query = "") =>
  (await findNodes(db, { query: parseQuery(query), projects: everywhere, limit: 100 }))
    .map(({ content }) => content)
    .sort();

const count = async ({ db }: Memory): Promise<number> =>
  Number(
    (
      await db
        .selectFrom("nodes")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

forEachStore((open, name) => {
  test("notes become nodes once; a reworded note replaces its node, and nothing is deleted", async () => {
    const memory = await open();
    const { folder, memoryFolder, change } = await aProject();
    writeFileSync(join(memoryFolder, "deploys.md"), "# Deploys\n- Deploys wait for the smoke tests\n");
    expect(await pull(memory, folder)).toMatchObject({ files: 2, stored: 2 });
    expect(await pull(memory, folder)).toMatchObject({ stored: 0, known: 2 });
    // The import of notes finds the same.
    expect(await importFromTool("notes", memory, { path: memoryFolder, into: folder })).toMatchObject({
      stored: 0,
    });
    change("the wombat extension", "the wombat extension 2.1");
    expect(await pull(memory, folder)).toMatchObject({ stored: 1, superseded: 1 });
    expect(await contents(memory)).toEqual([
      "Deploys wait for the smoke tests",
      "The test database needs the wombat extension 2.1",
    ]);
    expect(await count(memory)).toBe(3);
    change(/- The test.*\n/, "");
    await pull(memory, folder);
    expect(await contents(memory)).toHaveLength(2);
  });

  test("a forgotten node leaves the section; what the user wrote elsewhere in the file is reported", async () => {
    const memory = await open();
    const { folder, file, read } = await aProject("# Memory\n\n- Ask Kaltwasser Holding for the key\n");
    await pin(memory, folder, "Tokens live 15 minutes because of the audit");
    await pin(memory, folder, "The merger with Kaltwasser Holding closes in June");
    await push(memory, folder, true);
    expect(read()).toContain("The merger");
    const match = exportOperations.forget.input.parse({ match: "Kaltwasser Holding closes" });
    expect((await forget(memory, match)).proof?.found).toEqual([]);
    expect(read()).not.toContain("The merger");
    expect(read()).toContain("Tokens live 15 minutes");
    expect(await push(memory, folder, true)).toMatchObject({ written: 1, added: 0, isChanged: false });
    const all = exportOperations.forget.input.parse({ match: "Kaltwasser" });
    expect((await forget(memory, all)).proof?.found).toEqual([file]);
    expect(read()).toContain("Ask Kaltwasser Holding");
  });

  test("pinned and confirmed nodes are written, and read back as nothing new", async () => {
    const memory = await open();
    const { folder, read } = await aProject();
    const before = read();
    await pin(memory, folder, "Tokens live 15 minutes because of the audit");
    await pull(memory, folder);
    const nodes = await count(memory);
    expect(await push(memory, folder, true)).toMatchObject({ written: 1, isChanged: true });
    expect(read().startsWith(before)).toBe(true);
    expect(read()).toMatch(/- Tokens live 15 minutes because of the audit <!-- nod_\w+ -->/);
    const written = read();
    for (let round = 0; round < 2; round++) {
      await pull(memory, folder);
      expect(await push(memory, folder, true)).toMatchObject({ isChanged: false, edited: 0, added: 0 });
    }
    expect(read()).toBe(written);
    expect(await count(memory)).toBe(nodes);
  });

  test("a line that is edited, added or deleted in the section is taken over", async () => {
    const memory = await open();
    const { folder, read, change } = await aProject();
    await pin(memory, folder, "Tokens live 15 minutes");
    await pin(memory, folder, "Never push on Fridays");
    await push(memory, folder, true);
    change("15 minutes", "20 minutes");
    change(/- Never push on Fridays.*\n/, "- Reviews need two people\n");
    expect(await bridgeStatus(memory, folder)).toMatchObject({ section: "found", lines: 2, changed: 3 });
    expect(await push(memory, folder, true)).toMatchObject({ edited: 1, added: 1, removed: 1, written: 2 });
    expect(await contents(memory)).toEqual([
      "Never push on Fridays",
      "Reviews need two people",
      "Tokens live 20 minutes",
    ]);
    expect(read()).toMatch(/- Reviews need two people <!-- nod_/);
    expect(read()).not.toContain("Fridays");
    const written = read();
    expect(await push(memory, folder, true)).toMatchObject({ isChanged: false, removed: 0 });
    expect(read()).toBe(written);
    const [change1] = await listChanges(memory.db, 5);
    expect(JSON.stringify(change1)).toContain("15 minutes");
  });

  test("a line that changed on both sides is kept twice", async () => {
    const memory = await open();
    const { folder, read, change } = await aProject();
    const id = await pin(memory, folder, "Tokens live 15 minutes");
    await push(memory, folder, true);
    change("15 minutes", "20 minutes");
    await updateByUser(memory, id, { content: "Tokens live 30 minutes" });
    expect(await push(memory, folder, true)).toMatchObject({ conflicts: 1, written: 2 });
    expect(await contents(memory)).toEqual(["Tokens live 20 minutes", "Tokens live 30 minutes"]);
    expect(read()).toContain("20 minutes");
    expect(read()).toContain("30 minutes");
    expect(await linksOf(memory.db, id)).toMatchObject([{ type: "RELATES_TO" }]);
  });

  test("a node that changes, or is deleted, in tellback changes in the file", async () => {
    const memory = await open();
    const { folder, read } = await aProject();
    const [one, other] = [await pin(memory, folder, "Use tabs"), await pin(memory, folder, "Use Node 24")];
    await push(memory, folder, true);
    await updateByUser(memory, one, { content: "Use two spaces" });
    await memory.db.transaction().execute((tx) => deleteNode(tx, other));
    expect(await push(memory, folder, true)).toMatchObject({ written: 1, edited: 0, removed: 0 });
    expect(read()).toContain("Use two spaces");
    expect(read()).not.toMatch(/Use tabs|Node 24/);
  });

  if (name !== "SQLite") return;

  test("a deleted section is not written again by itself, but on command", async () => {
    const memory = await open();
    const { folder, read, file } = await aProject();
    const before = read();
    await pin(memory, folder, "Use tabs");
    await push(memory, folder, true);
    writeFileSync(file, before);
    expect(await push(memory, folder, false)).toMatchObject({ isChanged: false });
    expect(await bridgeStatus(memory, folder)).toMatchObject({ section: "deleted" });
    expect(read()).toBe(before);
    expect(await push(memory, folder, true)).toMatchObject({ written: 1, isChanged: true });
  });

  test("a damaged section, a link and a file of another encoding are refused untouched", async () => {
    const memory = await open();
    const { folder, read, file, change } = await aProject();
    await pin(memory, folder, "Use tabs");
    await push(memory, folder, true);
    change("<!-- tellback:nodes:end -->", "");
    const damaged = read();
    await expect(push(memory, folder, true)).rejects.toThrow(/nodes:end --> is missing/);
    expect(read()).toBe(damaged);
    writeFileSync(file, Buffer.from([0x23, 0xff, 0xfe]));
    await expect(push(memory, folder, true)).rejects.toThrow(/not valid UTF-8/);
    const elsewhere = `${file}.real`;
    writeFileSync(elsewhere, "mine\n");
    const { rmSync } = await import("node:fs");
    rmSync(file);
    symlinkSync(elsewhere, file);
    await expect(push(memory, folder, true)).rejects.toThrow(/is a link/);
    expect(readFileSync(elsewhere, "utf8")).toBe("mine\n");
  });

  test("a line with a secret stays in the file and reaches no store", async () => {
    const memory = await open();
    const { folder, read, change } = await aProject();
    const { value, token } = plantedAt("bridge");
    writeDotenv(folder, ["bridge"]);
    await pin(memory, folder, "Use tabs");
    await push(memory, folder, true);
    change(/(- Use tabs)/, `- The password is ${value} and ${token}\n$1`);
    expect(await push(memory, folder, true)).toMatchObject({ kept: 1, added: 0, written: 1 });
    expect(read()).toContain(`- The password is ${value} and ${token}`);
    expect(await push(memory, folder, true)).toMatchObject({ kept: 1, isChanged: false });
    const stored = JSON.stringify(await memory.db.selectFrom("nodes").selectAll().execute());
    expect(stored.includes(value) || stored.includes(token)).toBe(false);
  });

  test("what the file says itself is not written into it a second time, and its mode stays", async () => {
    const memory = await open();
    const { folder, file, read } = await aProject("- Tokens live 15 minutes because of the audit\n");
    chmodSync(file, 0o640);
    await pin(memory, folder, "Tokens live 15 minutes because of the audit.");
    await pin(memory, folder, "Use tabs");
    await push(memory, folder, true);
    expect(read().match(/Tokens live/g)).toHaveLength(1);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test("it is off by default; when it is on, the start and the end of a session run it", async () => {
    const { folder, read } = await aProject();
    const place = await open.place();
    const event = (type: "session-start" | "session-end") =>
      ({
        host: "claude-code",
        sessionId: "s1",
        projectDir: folder,
        cwd: folder,
        at: "2026-03-01T10:00:00.000Z",
        type,
        source: "startup",
        reason: "exit",
      }) as never;
    const bridges = async (memory: Memory) =>
      (await listJobs(memory.db)).filter(({ kind }) => kind === "bridge");
    const off = await place.open();
    await capture(off, [event("session-start"), event("session-end")]);
    expect(await bridges(off)).toEqual([]);
    mkdirSync(place.env.TELLBACK_HOME, { recursive: true });
    const { openMemory } = await import("../../src/journeys/followers.ts");
    await using on = await openMemory({ env: { ...place.env, TELLBACK_BRIDGE_MODE: "both" } });
    await capture(on, [event("session-start"), event("session-end")]);
    expect(await bridges(on)).toMatchObject([{ key: folder }]);
    await pin(on, folder, "Use tabs");
    await bridgeNow(on, folder);
    expect(await contents(on, "tag:source:notes")).toEqual(["The test database needs the wombat extension"]);
    expect(read()).toContain("- Use tabs <!-- nod_");
  });
});
