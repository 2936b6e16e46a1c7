// A dry run of transcripts counts exactly what the import after it does, and changes no row of any table.

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { listTranscripts } from "../../src/agents/claude-code/transcript-file.ts";
import { importClaudeCode } from "../../src/journeys/import/import.ts";
import type { ImportProgress } from "../../src/journeys/import/progress.ts";
import type { ImportRequest } from "../../src/journeys/import/sources.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { deleteObservation } from "../../src/memory/observations.ts";
import { forEachStore } from "../support/databases.ts";
import { tempDir } from "../support/temp.ts";
import { append, compacted, place, replied, said, used, write } from "../support/transcripts.ts";

const recorded: [string, string][] = [
  ["tools", "00000000-0000-4000-8000-000000000001"],
  ["fork", "00000000-0000-4000-8000-000000000003"],
  ["compact", "00000000-0000-4000-8000-000000000008"],
  ["background", "00000000-0000-4000-8000-000000000010"],
];

async function everything({ db, store, events }: Memory): Promise<Record<string, string[]>> {
  await events.flush();
  const names =
    store.dialect === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() order by table_name`;
  const dumped: Record<string, string[]> = {};
  for (const { name } of (await names.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    const text = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value);
    dumped[name] = rows.map((row) => JSON.stringify(row, text)).sort();
  }
  return dumped;
}

/** Tries an import, checks that nothing has changed, and then that the import does what was announced. */
async function triedAndDone(memory: Memory, request: ImportRequest): Promise<ImportProgress> {
  const before = await everything(memory);
  const tried = await importClaudeCode(memory, { ...request, dryRun: true }, () => {});
  expect(await everything(memory)).toEqual(before);
  const done = await importClaudeCode(memory, request, () => {});
  const shared = ({ preview: _, counts, ...rest }: ImportProgress) => ({ ...rest, records: counts.record });
  expect(shared(tried)).toEqual(shared(done));
  return tried;
}

/** More than one portion, with a tool whose result comes in the next one. */
function writeLong(path: string): void {
  const long = { session: "long", prompt: "p", cwd: "/nowhere/long" };
  const [call = "", result = ""] = used("slow", "slow", long);
  const filler = (n: number) =>
    replied(`filler-${n}`, `Part ${n}: ${"words and more words ".repeat(900)}`, long);
  const parts = Array.from({ length: 80 }, (_, n) => filler(n));
  write(path, [said("l1", "Begin", long), ...parts.slice(0, 60), call, ...parts.slice(60), result]);
}

forEachStore((open) => {
  test("counts what the import then does: sessions, forks, sub-agents, unknown records", {
    timeout: 240_000,
  }, async () => {
    await using folder = await tempDir("egi");
    const project = join(folder.path, "-home-dev-project");
    for (const [recording, session] of recorded) place(project, recording, session);
    writeLong(join(folder.path, "long", "long.jsonl"));
    const odd = { session: "odd", cwd: "/nowhere/odd" };
    write(join(folder.path, "odd", "odd.jsonl"), [
      ...[said("o1", "Go", odd), ...compacted("o2", "It went.", odd)],
      ...['{"type":"hologram"}', "{broken"],
    ]);
    const memory = await open();
    const tried = await triedAndDone(memory, { path: folder.path });
    expect(tried).toMatchObject({
      ...{ files: 8, filesDone: 8, unknown: { hologram: 1, "unreadable record": 1 } },
      counts: { session: 6, "new session": 6 },
    });
    expect(tried.stored).toBeGreaterThan(100);
    // What follows a tool without a result is read twice.
    expect(tried.duplicates).toBeGreaterThan(0);
    expect(tried.preview?.bytesKnown).toBe(0);
    const { projects = [] } = tried.preview ?? {};
    expect(projects.map(({ root }) => root).sort()).toEqual([
      ...["/home/dev/project", "/nowhere/long", "/nowhere/odd"],
    ]);
    const sum = (counted: "sessions" | "stored") => projects.reduce((n, one) => n + one[counted], 0);
    expect([sum("sessions"), sum("stored")]).toEqual([6, tried.stored]);

    const again = await triedAndDone(memory, { path: folder.path });
    expect(again).toMatchObject({ stored: 0, counts: { session: 6, "new session": 0 } });
    expect(again.preview?.bytesKnown).toBeGreaterThan(0.9 * again.bytes);
  });

  test("reads on where the last import stopped, and counts what was deleted as known", async () => {
    await using folder = await tempDir("egi");
    const path = join(folder.path, "p", "s.jsonl");
    const lines = [said("u1", "Set the limit to 10"), replied("r1", "The limit is 10 now.")];
    write(path, lines);
    const memory = await open();
    expect(await triedAndDone(memory, { path: folder.path })).toMatchObject({ stored: 2, duplicates: 0 });

    append(path, [said("u2", "And the timeout?")]);
    const more = await triedAndDone(memory, { path: folder.path });
    expect(more).toMatchObject({ stored: 1, duplicates: 0, counts: { session: 1, "new session": 0 } });
    expect(more.preview?.bytesKnown).toBe(Buffer.byteLength(lines.map((line) => `${line}\n`).join("")));

    const { rows } = await sql<{ id: string }>`select id from observations order by happened_at`.execute(
      memory.db,
    );
    await memory.db.transaction().execute((tx) => deleteObservation(tx, rows[0]?.id ?? ""));
    writeFileSync(path, [said("u0", "Before all"), ...lines, ""].join("\n"));
    expect(await triedAndDone(memory, { path: folder.path })).toMatchObject({ stored: 1, duplicates: 2 });
  });

  test("takes the same choice of sessions as the import", async () => {
    await using folder = await tempDir("egi");
    for (const [n, day] of ["2026-01-01", "2026-03-01", "2026-02-01"].entries()) {
      const path = join(folder.path, "p", `s${n}.jsonl`);
      write(path, [said(`u${n}`, `Prompt ${n}`, { session: `s${n}`, cwd: `/nowhere/project-${n}` })]);
      utimesSync(path, new Date(day), new Date(day));
    }
    expect(await listTranscripts(folder.path)).toHaveLength(3);
    const memory = await open();
    const since = "2026-02-15T00:00:00.000Z";
    expect(await triedAndDone(memory, { path: folder.path, since })).toMatchObject({ files: 1, stored: 1 });
    const one = await triedAndDone(memory, { path: folder.path, project: "/nowhere/project-2" });
    expect(one.preview?.projects).toEqual([
      { root: "/nowhere/project-2", sessions: 1, stored: 1, duplicates: 0 },
    ]);
  });
});
