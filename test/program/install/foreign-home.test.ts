// A home folder in which another program has its files: every command leaves their bytes as they are.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newUser, treeOf } from "./user.ts";

test("a database of another program stays byte for byte, through every command", async () => {
  await using user = await newUser();
  const path = join(user.tellbackHome, "tellback.db");
  await user.write(".tellback/notes.txt", "mine\n");
  await user.write(".tellback/logs/theirs.log", "theirs\n");
  const file = new DatabaseSync(path);
  file.exec(
    "create table memories (text); create table people (name); insert into memories values ('theirs')",
  );
  file.close();
  const before = readFileSync(path);
  const commands = [
    "status",
    "doctor",
    "start",
    "backup",
    "restore",
    "migrate status",
    "migrate up",
    "search x",
  ];
  for (const command of commands) {
    const { code, stdout, stderr } = await user.tellback(...command.split(" "));
    expect({ command, code }).not.toMatchObject({ code: 0 });
    if (command !== "restore")
      expect(stdout + stderr, command).toContain(
        "is an SQLite database of another program (tables memories, people)",
      );
    expect(readFileSync(path).equals(before), command).toBe(true);
  }
  await user.tellback("install");
  const { code, stdout } = await user.tellback("uninstall", "--purge", "--yes");
  expect(code).toBe(0);
  expect(stdout).toContain(`${path} stays: it is not tellback's`);
  expect(readFileSync(path).equals(before)).toBe(true);
  const left = Object.keys(treeOf(user.tellbackHome, "")).filter(
    (name) => !/^(?:logs\/daemon|inbox)/.test(name),
  );
  expect(left.toSorted()).toEqual(["logs", "logs/theirs.log", "notes.txt", "tellback.db"]);
});

test("purging deletes the memories and leaves what others put beside them", async () => {
  await using user = await newUser();
  await user.tellback("install");
  await user.tellback("status");
  await user.tellback("backup");
  writeFileSync(join(user.tellbackHome, "notes.txt"), "mine\n");
  writeFileSync(join(user.tellbackHome, "backups/theirs.db"), "theirs\n");
  for (const folder of ["tools/count", "packages/node_modules/x"])
    mkdirSync(join(user.tellbackHome, folder), { recursive: true });
  writeFileSync(join(user.tellbackHome, "tools/count/tool.json"), "{}\n");
  const { stdout } = await user.tellback("uninstall", "--purge", "--yes");
  expect(stdout).toContain("notes.txt stays: it is not tellback's");
  expect(Object.keys(treeOf(user.tellbackHome, ""))).toEqual(["backups", "backups/theirs.db", "notes.txt"]);
});

test("a folder of packages or tools that is a project's own stays", async () => {
  await using user = await newUser();
  await user.tellback("status");
  for (const folder of ["tools", "packages/core"])
    mkdirSync(join(user.tellbackHome, folder), { recursive: true });
  writeFileSync(join(user.tellbackHome, "tools/build.mjs"), "mine\n");
  writeFileSync(join(user.tellbackHome, "packages/core/index.ts"), "mine\n");
  const { stdout } = await user.tellback("uninstall", "--purge", "--yes");
  expect(stdout).toMatch(/packages stays: it is not tellback's[\s\S]*tools stays: it is not tellback's/);
  expect(Object.keys(treeOf(user.tellbackHome, ""))).toEqual(
    expect.arrayContaining(["packages/core/index.ts", "tools/build.mjs"]),
  );
});
