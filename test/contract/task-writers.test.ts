// Many programs that write to one task at once, some of them killed: every entry once, in one chain.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entriesOf, firstDifference, progressText } from "../../src/rooms/tasks/room.ts";
import { ask } from "../../src/sdk.ts";
import { forEachStore, type Place } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

const WRITER = join(import.meta.dirname, "task-writer.ts");

forEachStore((open, store) => {
  // PGlite is one process without threads that answers one connection at a time.
  const [writers, each, killed] = store === "PGlite" ? [10, 20, 6] : [20, 20, 12];
  test(`${writers} writers, ${killed} of them killed and started again, leave ${writers * each} entries in one chain`, {
    timeout: 600_000,
  }, async () => {
    const place = await open.place();
    await using temp = await tempDir("egtask");
    const folder = await gitProject(join(temp.path, "project"), {});
    const memory = await place.open();
    await ask(memory, "plan", { folder, task: "many", content: "1. Report\n" });
    const write = async (n: number): Promise<void> => {
      if (n < killed) await run(place, folder, n, each, 1 + (n % 7));
      await run(place, folder, n, each);
    };
    await Promise.all(Array.from({ length: writers }, (_, n) => write(n)));

    const { id } = (await ask(memory, "task.status", { folder, task: "many" })).task;
    const entries = await entriesOf(memory.db, id);
    expect(entries).toHaveLength(writers * each);
    for (let n = 0; n < writers; n++) {
      const own = entries.filter(({ agent }) => agent === `writer-${n}`).map(({ text }) => text);
      expect(own).toEqual(Array.from({ length: each }, (_, i) => `writer-${n} reports ${i}`));
    }
    expect((await ask(memory, "task.verify", { folder })).violations).toEqual([]);
    const file = readFileSync(join(folder, ".tellback/tasks/many/progress.md"), "utf8");
    expect(file).toBe(progressText("many", entries));
    expect(firstDifference("many", entries, file)).toBeNull();
  });
});

/** Runs a writer; killed after it has reported that many entries, if that is given. */
function run(place: Place, folder: string, n: number, each: number, killAfter?: number): Promise<void> {
  const end = killAfter === undefined ? [] : ["until-killed"];
  const args = [WRITER, folder, "many", `writer-${n}`, String(each), ...end];
  const env = { ...process.env, ...place.env };
  const child = spawn(process.execPath, args, { env });
  let lines = 0;
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  child.stdout.on("data", (text: Buffer) => {
    lines += text.toString().split("\n").length - 1;
    if (killAfter !== undefined && lines >= killAfter) child.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code, signal) => {
      if (killAfter === undefined ? code === 0 : signal === "SIGKILL") resolve();
      else reject(new Error(`writer ${n} failed: ${errors}`));
    });
  });
}
