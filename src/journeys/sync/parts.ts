// The parts of a vault: sealed files, of which each names the hash of the one before. A machine adds parts to its own
// folder, and at times writes all of it again as a snapshot, from which reading may begin; the parts before it go.
//   <machine>/000001.sealed, …              what that machine added, in order
//   <machine>/000009-from-000008.sealed     the last part of a snapshot that begins with part 8

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { type ForeignFile, readForeignSync } from "../../platform/foreign-file.ts";
import { putNewFile } from "./put-new-file.ts";
import { hashOf, opens, seal, unseal } from "./seal.ts";
import type { Vault } from "./vault.ts";

const maxPartBytes = 256 * 1024 * 1024;

/** How far a machine's parts were read. */
export interface ReadUpTo {
  number: number;
  /** Empty where parts were lost from the vault: what they held is known here, and this was reported. */
  hash: string;
}

export const nothingRead: ReadUpTo = { number: 0, hash: "" };

export type Part =
  | { status: "part"; number: number; hash: string; plain: Buffer; isSnapshot: boolean }
  /** Cut, altered, or not sealed for this place: neither it nor what follows is used. */
  | { status: "refused"; file: string; why: string }
  /** Later parts exist, but this one has not arrived. */
  | { status: "awaited"; file: string };

interface PartFile {
  name: string;
  number: number;
  /** Of the last part of a snapshot: the number of its first. */
  from: number | undefined;
}

/** In order. */
function filesOf({ folder }: Vault, machine: string): PartFile[] {
  const names = readdirSync(join(folder, machine));
  const files = names.flatMap((name) => {
    const [, number, from] = /^(\d{6,9})(?:-from-(\d{6,9}))?\.sealed$/.exec(name) ?? [];
    return number === undefined
      ? []
      : [{ name, number: Number(number), from: from ? Number(from) : undefined }];
  });
  return files.sort((a, b) => a.number - b.number || (a.from ?? 0) - (b.from ?? 0));
}

/** The number of the first part that counts. */
function firstOf(files: readonly PartFile[]): number {
  return files.findLast(({ from }) => from !== undefined)?.from ?? 1;
}

export function lastNumber(vault: Vault, machine: string): number {
  return filesOf(vault, machine).at(-1)?.number ?? 0;
}

function read({ folder }: Vault, machine: string, name: string): ForeignFile {
  return readForeignSync(join(folder, machine, name), { maxBytes: maxPartBytes, within: folder });
}

/** The parts of a machine that were not read yet, in order, up to the first that cannot be used. */
export function* newParts(vault: Vault, key: Buffer, machine: string, upTo: ReadUpTo): Generator<Part> {
  const files = new Map(filesOf(vault, machine).map((file) => [file.number, file]));
  const first = firstOf([...files.values()]);
  const last = Math.max(0, ...files.keys());
  const isSnapshot = upTo.number < first && first > 1;
  let previous = upTo.number < first ? "" : upTo.hash || hashOfPart(vault, machine, files.get(upTo.number));
  for (let number = Math.max(first, upTo.number + 1); number <= last; number++) {
    const file = files.get(number);
    if (!file) return yield { status: "awaited", file: join(machine, nameOf(number)) };
    const path = join(machine, file.name);
    const found = read(vault, machine, file.name);
    if (found.status === "missing") return yield { status: "awaited", file: path };
    if (found.status === "refused") return yield { status: "refused", file: path, why: found.why };
    const plain = unseal(found.bytes, key, { vault: vault.id, machine, number, previous, from: file.from });
    if (plain === null) return yield { status: "refused", file: path, why: "is not whole, or was altered" };
    const hash = hashOf(found.bytes);
    yield { status: "part", number, hash, plain, isSnapshot };
    previous = hash;
  }
}

function hashOfPart(vault: Vault, machine: string, file: PartFile | undefined): string {
  const found = file && read(vault, machine, file.name);
  return found?.status === "read" ? hashOf(found.bytes) : "";
}

/** A sentence for each thing that was read earlier and is gone: a new machine would not get it. */
export function lostParts(vault: Vault, machine: string, isThere: boolean, upTo: ReadUpTo): string[] {
  if (upTo.number === 0 || upTo.hash === "") return [];
  if (!isThere) return [`the folder of machine ${machine} is gone from the vault`];
  const files = filesOf(vault, machine);
  const last = files.at(-1)?.number ?? 0;
  if (last < upTo.number)
    return [
      `the vault was set back: machine ${machine} had ${upTo.number} parts, and the last one now is ${last}`,
    ];
  const numbers = new Set(files.map(({ number }) => number));
  const due = Array.from(
    { length: Math.max(0, upTo.number + 1 - firstOf(files)) },
    (_, i) => firstOf(files) + i,
  );
  return due
    .filter((number) => !numbers.has(number))
    .map((number) => `${join(machine, nameOf(number))} is gone`);
}

/** A sentence for the first part up to there that does not open any more. For the owner, who can write it again. */
export function damagedPart(vault: Vault, key: Buffer, machine: string, upTo: ReadUpTo): string[] {
  const files = filesOf(vault, machine);
  const first = firstOf(files);
  let previous = "";
  for (const { name, number, from } of files) {
    if (number < first || number > upTo.number) continue;
    const found = read(vault, machine, name);
    const isWhole =
      found.status === "read" &&
      opens(found.bytes, key, { vault: vault.id, machine, number, previous, from });
    if (!isWhole) return [`${join(machine, name)} was damaged`];
    previous = hashOf(found.bytes);
  }
  return [];
}

/** Adds a part after another. `from` makes it the last one of a snapshot. Returns how far the parts now go. */
export function addPart(
  vault: Vault,
  key: Buffer,
  machine: string,
  after: ReadUpTo,
  plain: Buffer,
  from?: number,
): ReadUpTo {
  const number = after.number + 1;
  const sealed = seal(plain, key, { vault: vault.id, machine, number, previous: after.hash, from });
  mkdirSync(join(vault.folder, machine), { recursive: true });
  refuseLinkOnPath(join(vault.folder, machine), vault.folder);
  putNewFile(join(vault.folder, machine, nameOf(number, from)), sealed);
  return { number, hash: hashOf(sealed) };
}

/** What a snapshot has replaced, and what a killed sync has left. Only the owner calls it. */
export function removeOldParts(vault: Vault, machine: string): void {
  const files = filesOf(vault, machine);
  const first = firstOf(files);
  const old = files.filter(({ number }) => number < first).map(({ name }) => name);
  const unfinished = readdirSync(join(vault.folder, machine)).filter((name) =>
    /\.sealed\.\w+\.part$/.test(name),
  );
  for (const name of [...old, ...unfinished]) rmSync(join(vault.folder, machine, name), { force: true });
}

const digits = (number: number) => String(number).padStart(6, "0");
const nameOf = (number: number, from?: number): string =>
  `${digits(number)}${from === undefined ? "" : `-from-${digits(from)}`}.sealed`;
