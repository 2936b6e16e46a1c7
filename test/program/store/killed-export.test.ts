// An export whose daemon is killed while it writes: the next daemon removes what it left beside the user's file.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { stop, tellback, tellbackHome, until } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const nodes = 20_000;

test("the next daemon removes the unfinished file of a killed one", { timeout: 180_000 }, async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("export");
  await tellback(home, ["remember", "The harbour closes at nine", "--type", "fact", "--global"]);
  await stop(home);
  copyNode(home.paths.database);
  await tellback(home, ["status"]);
  const { pid } = JSON.parse((await tellback(home, ["daemon", "status", "--json"])).stdout) as {
    pid: number;
  };
  const parts = () => readdirSync(folder.path).filter((name) => name.endsWith(".part"));

  const exporting = tellback(home, ["export", join(folder.path, "all.jsonl")]);
  await until("the export writes", () => parts().length > 0);
  process.kill(pid, "SIGKILL");
  expect(parts()).toHaveLength(1);
  expect((await exporting).code).not.toBe(0);
  await tellback(home, ["status"]);
  expect(readdirSync(folder.path)).toEqual([]);
});

/** So many that writing them takes a while. */
function copyNode(database: string): void {
  const db = new DatabaseSync(database);
  const row = db.prepare("select * from nodes").get() as Record<string, SQLInputValue>;
  const names = Object.keys(row);
  const insert = db.prepare(`insert into nodes (${names}) values (${names.map(() => "?")})`);
  db.exec("begin");
  for (let n = 0; n < nodes; n++) {
    const own: Record<string, SQLInputValue> = {
      id: `nod_${String(n).padStart(26, "0")}`,
      content: `Berth ${n} is free`,
    };
    insert.run(...names.map((name) => own[name] ?? row[name] ?? null));
  }
  db.exec("commit");
  db.close();
}
