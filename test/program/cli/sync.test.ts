// tellback sync as a person runs it: two homes, one folder, one passphrase.

import { existsSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const passphrase = { TELLBACK_SYNC_PASSPHRASE: "a long passphrase 7" };

test("two homes share a memory through a folder; a wrong passphrase is refused and not kept", async () => {
  await using one = await tellbackHome();
  await using two = await tellbackHome();
  await using shared = await tempDir("egs");
  await tellback(one, ["remember", "The mirror is down on Sundays", "--global"]);
  const sent = await tellback(one, ["sync", shared.path, "--json"], { env: passphrase });
  expect(JSON.parse(sent.stdout)).toMatchObject({ machines: 1, refused: [], missing: [] });

  const without = await tellback(two, ["sync", shared.path]);
  expect([without.code, without.stderr]).toEqual([5, expect.stringContaining("the passphrase is missing")]);
  const wrong = await tellback(two, ["sync", shared.path], {
    env: { TELLBACK_SYNC_PASSPHRASE: "another one 123" },
  });
  expect([wrong.code, wrong.stderr]).toEqual([5, expect.stringContaining("does not open")]);
  const kept = join(two.path, "sync");
  expect(existsSync(kept) ? readdirSync(kept).filter((name) => name.endsWith(".json")) : []).toEqual([]);

  await tellback(two, ["sync", shared.path], { env: passphrase });
  const found = await tellback(two, ["search", "mirror", "--all-projects"]);
  expect(found.stdout).toContain("The mirror is down on Sundays");
  // The key is known now.
  expect((await tellback(two, ["sync", shared.path])).code).toBe(0);

  await tellback(one, ["remember", "The mirror is up on Mondays", "--global"]);
  await tellback(one, ["sync", shared.path]);
  const [part = ""] = readdirSync(shared.path, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("000002.sealed"),
  );
  truncateSync(join(shared.path, part), 100);
  const refused = await tellback(two, ["sync", shared.path]);
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringContaining(`refused: ${part} is not whole, or was altered`),
  ]);

  const repaired = await tellback(one, ["sync", shared.path]);
  expect([repaired.code, repaired.stdout]).toEqual([
    0,
    expect.stringContaining(`repaired: this machine wrote all that it holds again (${part} was damaged)`),
  ]);
  expect((await tellback(two, ["sync", shared.path])).code).toBe(0);
  expect((await tellback(two, ["search", "mirror", "--all-projects"])).stdout).toContain("up on Mondays");
  const machine = dirname(part);
  rmSync(join(shared.path, machine), { recursive: true });
  const missing = await tellback(two, ["sync", shared.path]);
  expect([missing.code, missing.stdout]).toEqual([
    1,
    expect.stringContaining(`missing: the folder of machine ${machine} is gone from the vault`),
  ]);
  await stop(one);
  await stop(two);
});

test("what keeps a sync from starting is named with its remedy, and nothing is created", async () => {
  await using home = await tellbackHome();
  await using shared = await tempDir("egs");
  const key = join(home.path, "missing.key");
  const remote = `file://${join(shared.path, "none.git")}`;
  const wrong: [string[], number, string][] = [
    [[shared.path, "--kinds", "knowledg"], 2, 'unknown kind "knowledg"\nKinds are sessions, knowledge'],
    [[shared.path, "--key-file", key], 3, `key file not found: ${key}\nCopy it`],
    [[shared.path], 2, "the passphrase is too short\nA new vault needs at least 12 characters."],
    [[remote], 6, "does not appear to be a git repository"],
  ];
  for (const [args, code, said] of wrong) {
    const ran = await tellback(home, ["sync", ...args], { env: { TELLBACK_SYNC_PASSPHRASE: "short" } });
    expect(ran.stderr, args.join(" ")).toContain(said);
    expect(ran.code, args.join(" ")).toBe(code);
  }
  expect(readdirSync(shared.path)).toEqual([]);
});
