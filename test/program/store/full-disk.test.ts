// A full disk, and a home that is not writable: clear errors, and nothing half-done.

import { execFile } from "node:child_process";
import { chmodSync, chownSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aSession, seen } from "../../contract/samples.ts";
import { record } from "../../support/record.ts";
import { aHome, fill, type Home, idsIn } from "./sqlite-home.ts";

const execute = promisify(execFile);
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** Nothing is read-only for root, so root needs another user who can reach this checkout. */
const reason = isRoot ? await whyNotAsUser() : "";
const title = (name: string): string => (reason ? `${name} (skipped: ${reason})` : name);

test("a full disk is a clear error, the transaction is undone, and work continues once there is space", async () => {
  const home = await aHome();
  const ids = await fill(home, 5);
  const { db, store, close, ...memory } = await home.open();
  const place = await aSession(db);
  const pages = store.file.prepare("pragma page_count").get() as { page_count: number };
  store.file.exec(`pragma max_page_count = ${pages.page_count}`);

  const writing = db.transaction().execute(async (tx) => {
    for (let n = 0; n < 100; n++) await record(tx, seen(place, { detail: "much text ".repeat(1000) }));
  });
  await expect(writing).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("full"),
    hint: expect.stringContaining("space"),
  });
  expect(await idsIn({ db, store, close, ...memory })).toEqual(ids);

  store.file.exec("pragma max_page_count = 1000000");
  expect(await record(db, seen(place))).toMatchObject({ status: "stored" });
  await close();
});

test.skipIf(reason)(title("a home that is not writable gives a clear error, not a stack trace"), async () => {
  const home = await aHome();
  await fill(home, 2);
  chmodSync(home.paths.database, 0o400);
  chmodSync(home.path, 0o500);
  try {
    expect(await openAsUser(home)).toMatch(/^unavailable .+ \| .+/);
  } finally {
    chmodSync(home.path, 0o700);
  }
});

test.skipIf(reason)(title("a home that cannot be created gives a clear error"), async () => {
  const home = await aHome();
  chmodSync(home.path, 0o500);
  try {
    const inside = { ...home, env: { ...home.env, TELLBACK_HOME: join(home.path, "new") } };
    expect(await openAsUser(inside)).toMatch(/^unavailable .*cannot be created.* \| .*TELLBACK_HOME/);
  } finally {
    chmodSync(home.path, 0o700);
  }
});

/** Opens the store in a process of another user; returns its error. */
async function openAsUser(home: Home): Promise<string> {
  const owner = isRoot ? { uid: nobody, gid: nobody } : {};
  if (isRoot) for (const path of [home.path, home.paths.database]) giveAway(path);
  const program = `
    import { openMemory } from ${JSON.stringify(join(import.meta.dirname, "../../../src/journeys/followers.ts"))};
    try { await openMemory(); console.log("opened"); }
    catch (error) { console.log(error.code, error.message, "|", error.hint); }`;
  const { stdout } = await execute(process.execPath, ["--input-type=module-typescript", "-e", program], {
    env: { PATH: process.env.PATH, HOME: home.path, ...home.env },
    cwd: "/",
    ...owner,
  });
  return stdout;
}

function giveAway(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) chownSync(path, nobody, nobody);
}

async function whyNotAsUser(): Promise<string> {
  const read = `require("node:fs").readFileSync(${JSON.stringify(import.meta.filename)})`;
  return execute(process.execPath, ["-e", read], { uid: nobody, gid: nobody, cwd: "/" }).then(
    () => "",
    () => "running as root, and another user cannot reach this checkout",
  );
}
