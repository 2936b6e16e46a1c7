// kill -9 during writes: committed data is there, and the file is intact.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aHome, type Home, idsIn } from "./sqlite-home.ts";

const WRITER = join(import.meta.dirname, "../../contract/writer.ts");
const trials = 10;

test(`a writer killed at ${trials} random moments loses nothing that it had committed`, async () => {
  const home = await aHome();
  const committed: string[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const said = await writeUntilKilled(home, `session-${trial}`, 1 + Math.floor(Math.random() * 60));
    committed.push(...said);
    const memory = await home.open();
    expect(memory.store.file.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    expect(memory.store.file.prepare("pragma foreign_key_check").all()).toEqual([]);
    const ids = await idsIn(memory);
    expect(ids).toEqual(expect.arrayContaining(committed));
    expect(await memory.db.selectFrom("documents").select("id").execute()).toHaveLength(ids.length);
    await memory.close();
  }
}, 180_000);

/** Kills the writer shortly after it reported this many commits; returns everything it reported. */
async function writeUntilKilled(home: Home, session: string, after: number): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, session, "1000000"], {
    env: { ...process.env, ...home.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  writer.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.split("\n").length > after) setTimeout(() => writer.kill("SIGKILL"), Math.random() * 20);
  });
  await once(writer, "close");
  return said.slice(0, said.lastIndexOf("\n")).split("\n");
}
