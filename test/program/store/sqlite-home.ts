// A home with an SQLite store in it, for the tests of this folder.

import { onTestFinished } from "vitest";
import { type Paths, pathsOf } from "../../../src/config/paths.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { Store } from "../../../src/store/open.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { record } from "../../support/record.ts";
import { tempDir } from "../../support/temp.ts";

type SqliteMemory = Memory & { store: Extract<Store, { dialect: "sqlite" }> };

export interface Home {
  path: string;
  paths: Paths;
  env: { TELLBACK_HOME: string; TELLBACK_STORE_URL: string };
  open(): Promise<SqliteMemory>;
}

export async function aHome(): Promise<Home> {
  const temp = await tempDir("eghome");
  onTestFinished(() => temp[Symbol.asyncDispose]());
  const env = { TELLBACK_HOME: temp.path, TELLBACK_STORE_URL: "" };
  const open = async () => (await openMemory({ env })) as SqliteMemory;
  return { path: temp.path, paths: pathsOf(env), env, open };
}

/** Fills the store with so many observations and closes it; gives their ids. */
export async function fill(home: Home, count: number): Promise<string[]> {
  const memory = await home.open();
  const place = await aSession(memory.db);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const recorded = await record(
      memory.db,
      seen(place, { title: `thing ${n}`, detail: `detail ${n} `.repeat(50) }),
    );
    if (recorded.status === "stored") ids.push(recorded.id);
  }
  await memory.close();
  return ids;
}

export async function idsIn(memory: Memory): Promise<string[]> {
  return (await memory.db.selectFrom("observations").select("id").orderBy("seq").execute()).map(
    (row) => row.id,
  );
}
