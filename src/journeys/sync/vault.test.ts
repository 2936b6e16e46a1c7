import { randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  addPart,
  damagedPart,
  lostParts,
  newParts,
  nothingRead,
  type ReadUpTo,
  removeOldParts,
} from "./parts.ts";
import { createVault, findVault, isKeyOf, machinesIn, type Vault } from "./vault.ts";

const key = randomBytes(32);
const machine = "0123456789abcdef";
let folder = "";
let vault: Vault;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "egv"));
  createVault(folder, key, randomBytes(16));
  vault = findVault(folder) as Vault;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function add(...texts: string[]): ReadUpTo {
  return texts.reduce((after, text) => addPart(vault, key, machine, after, Buffer.from(text)), nothingRead);
}
const fileOf = (number: number) => join(folder, machine, `00000${number}.sealed`);
const read = (upTo = nothingRead) =>
  [...newParts(vault, key, machine, upTo)].map((part) =>
    part.status === "part" ? part.plain.toString() : `${part.status} ${part.file}`,
  );

test("an empty folder holds no vault, and a vault is created once", () => {
  const other = mkdtempSync(join(tmpdir(), "egv"));
  expect(findVault(other)).toBe(null);
  expect(() => createVault(folder, key, randomBytes(16))).toThrow(/exists already/);
  expect(findVault(folder)).toEqual(vault);
  rmSync(other, { recursive: true });
});

test("only the right key is the key of a vault", () => {
  expect([isKeyOf(vault, key), isKeyOf(vault, randomBytes(32))]).toEqual([true, false]);
});

test("a head that is no head, or a link, is refused by name", () => {
  const path = join(folder, "tellback-vault.json");
  writeFileSync(path, "{}");
  expect(() => findVault(folder)).toThrow(/tellback-vault\.json is not the head of a vault/);
  rmSync(path);
  symlinkSync("/etc/hostname", path);
  expect(() => findVault(folder)).toThrow(/tellback-vault\.json/);
});

test("parts are read in order, once", () => {
  const upTo = add("one", "two");
  expect(machinesIn(vault)).toEqual([machine]);
  expect(read()).toEqual(["one", "two"]);
  expect(read(upTo)).toEqual([]);
  addPart(vault, key, machine, upTo, Buffer.from("three"));
  expect(read(upTo)).toEqual(["three"]);
});

test("a part that has not arrived stops the reading until it is there", () => {
  add("one", "two", "three");
  renameSync(fileOf(2), join(folder, "later"));
  expect(read()).toEqual(["one", `awaited ${join(machine, "000002.sealed")}`]);
  renameSync(join(folder, "later"), fileOf(2));
  expect(read()).toEqual(["one", "two", "three"]);
});

test("a cut, altered or exchanged part is refused by name, with everything after it", () => {
  add("one", "two", "three");
  const whole = readFileSync(fileOf(2));
  const refused = ["one", `refused ${join(machine, "000002.sealed")}`];
  truncateSync(fileOf(2), whole.length - 1);
  expect(read()).toEqual(refused);
  writeFileSync(fileOf(2), readFileSync(fileOf(3)));
  expect(read()).toEqual(refused);
  writeFileSync(fileOf(2), whole);
  expect(read()).toEqual(["one", "two", "three"]);
});

test("what was read and is gone is named: a part, the last ones, the whole folder", () => {
  const upTo = add("one", "two");
  const lost = () => lostParts(vault, machine, machinesIn(vault).includes(machine), upTo);
  expect(lost()).toEqual([]);
  renameSync(fileOf(1), join(folder, "kept"));
  expect(lost()).toEqual([`${join(machine, "000001.sealed")} is gone`]);
  renameSync(join(folder, "kept"), fileOf(1));
  rmSync(fileOf(2));
  expect(lost()).toEqual([
    `the vault was set back: machine ${machine} had 2 parts, and the last one now is 1`,
  ]);
  rmSync(join(folder, machine), { recursive: true });
  expect(lost()).toEqual([`the folder of machine ${machine} is gone from the vault`]);
});

test("an owner notices a part that does not open any more", () => {
  const upTo = add("one", "two", "three");
  expect(damagedPart(vault, key, machine, upTo)).toEqual([]);
  truncateSync(fileOf(2), 60);
  expect(damagedPart(vault, key, machine, upTo)).toEqual([`${join(machine, "000002.sealed")} was damaged`]);
});

test("reading begins at the last complete snapshot, and what it replaced goes", () => {
  const upTo = add("one", "two");
  const begun = addPart(vault, key, machine, { number: 2, hash: "" }, Buffer.from("all 1"));
  // Its writer was killed: it does not count yet.
  expect(read()).toEqual(["one", "two", `refused ${join(machine, "000003.sealed")}`]);
  addPart(vault, key, machine, begun, Buffer.from("all 2"), 3);
  expect(read()).toEqual(["all 1", "all 2"]);
  expect(read(upTo)).toEqual(["all 1", "all 2"]);
  expect(read(begun)).toEqual(["all 2"]);
  removeOldParts(vault, machine);
  expect(read()).toEqual(["all 1", "all 2"]);
  expect(lostParts(vault, machine, true, { number: 4, hash: "x" })).toEqual([]);
  // Nobody but its writer makes a snapshot of a part.
  renameSync(
    join(folder, machine, "000004-from-000003.sealed"),
    join(folder, machine, "000004-from-000004.sealed"),
  );
  expect(read()).toEqual([`refused ${join(machine, "000004-from-000004.sealed")}`]);
});

test("a part is never written over another", () => {
  add("one");
  expect(() => addPart(vault, key, machine, nothingRead, Buffer.from("another"))).toThrow(/exists already/);
  expect(read()).toEqual(["one"]);
});
