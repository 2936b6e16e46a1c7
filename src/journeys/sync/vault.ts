// A vault: a folder that machines share, by a file-syncing program or git. Each machine adds sealed files to a folder of
// its own and never changes one, so machines cannot get into conflict:
//   tellback-vault.json            the vault's id, the salt of its passphrase, a text that proves the key
//   <machine>/000001.sealed, …   what that machine added; each names the hash of the one before

import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { jsonOr } from "../../protocol/json.ts";
import { hashOf, seal, unseal } from "./seal.ts";

const headName = "tellback-vault.json";
const maxHeadBytes = 64 * 1024;
const maxPartBytes = 256 * 1024 * 1024;

const head = z.object({
  format: z.literal("tellback-vault-1"),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  salt: z.base64(),
  proof: z.base64(),
});

export interface Vault {
  folder: string;
  id: string;
  salt: Buffer;
  proof: Buffer;
}

/** How far a machine's parts were read. */
export interface ReadUpTo {
  number: number;
  hash: string;
}

export const nothingRead: ReadUpTo = { number: 0, hash: "" };

export type Part =
  | { status: "part"; number: number; hash: string; plain: Buffer }
  /** Cut, altered, or not sealed for this place: neither it nor what follows is used. */
  | { status: "refused"; file: string; why: string }
  /** Later parts exist, but this one has not arrived. */
  | { status: "awaited"; file: string };

/** Null if the folder holds no vault. */
export function findVault(folder: string): Vault | null {
  const path = join(folder, headName);
  const read = readForeignSync(path, { maxBytes: maxHeadBytes, within: folder });
  if (read.status === "missing") return null;
  const parsed = read.status === "read" ? head.safeParse(jsonOr(read.bytes.toString("utf8"), null)) : null;
  if (!parsed?.success) {
    const why = read.status === "refused" ? read.why : "is not the head of a vault";
    throw new TellbackError("conflict", `${path} ${why}`, {
      hint: "Name another folder, or remove the file.",
    });
  }
  const { id, salt, proof } = parsed.data;
  return { folder, id, salt: Buffer.from(salt, "base64"), proof: Buffer.from(proof, "base64") };
}

/** Another machine may create one at the same moment: the first file stays, and the caller looks again. */
export function createVault(folder: string, key: Buffer, salt: Buffer): void {
  const id = randomBytes(16).toString("hex");
  const proof = seal(Buffer.from(id), key, proofBinding(id));
  const text = {
    format: "tellback-vault-1",
    id,
    salt: salt.toString("base64"),
    proof: proof.toString("base64"),
  };
  putNew(join(folder, headName), Buffer.from(`${JSON.stringify(text, null, 2)}\n`));
}

export function isKeyOf(vault: Vault, key: Buffer): boolean {
  return unseal(vault.proof, key, proofBinding(vault.id))?.toString() === vault.id;
}

/** Refuses a key of another vault, before it is kept; a place without a vault takes any key. */
export function checkKey({ name, folder }: { name: string; folder: string }, key: Buffer): void {
  const vault = findVault(folder);
  if (vault === null || isKeyOf(vault, key)) return;
  throw new TellbackError("unauthorized", `this passphrase or key does not open ${name}`, {
    hint: "Use the passphrase of the machine that created it.",
  });
}

export function machinesIn({ folder }: Vault): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isMachine(entry.name))
    .map(({ name }) => name)
    .sort();
}

export const newMachine = (): string => randomBytes(8).toString("hex");
const isMachine = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);

/** The parts of a machine that were not read yet, in order, up to the first that cannot be used. */
export function* newParts(vault: Vault, key: Buffer, machine: string, read: ReadUpTo): Generator<Part> {
  const last = lastNumber(vault, machine);
  let previous = read.hash;
  for (let number = read.number + 1; number <= last; number++) {
    const file = join(machine, nameOf(number));
    const found = readForeignSync(join(vault.folder, file), {
      maxBytes: maxPartBytes,
      within: vault.folder,
    });
    if (found.status === "missing") return yield { status: "awaited", file };
    if (found.status === "refused") return yield { status: "refused", file, why: found.why };
    const plain = unseal(found.bytes, key, { vault: vault.id, machine, number, previous });
    if (plain === null) return yield { status: "refused", file, why: "is not whole, or was altered" };
    const hash = hashOf(found.bytes);
    yield { status: "part", number, hash, plain };
    previous = hash;
  }
}

/** Parts that were read earlier and are gone: what they held is known here, but a new machine would not get it. */
export function missingParts(vault: Vault, machine: string, read: ReadUpTo): string[] {
  const numbers = new Set(numbersOf(vault, machine));
  return Array.from({ length: read.number }, (_, at) => at + 1)
    .filter((number) => !numbers.has(number))
    .map((number) => join(machine, nameOf(number)));
}

/** Adds a part after the last one that this machine knows of. Returns how far its parts now go. */
export function addPart(
  vault: Vault,
  key: Buffer,
  machine: string,
  after: ReadUpTo,
  plain: Buffer,
): ReadUpTo {
  const number = after.number + 1;
  const sealed = seal(plain, key, { vault: vault.id, machine, number, previous: after.hash });
  mkdirSync(join(vault.folder, machine), { recursive: true });
  refuseLinkOnPath(join(vault.folder, machine), vault.folder);
  putNew(join(vault.folder, machine, nameOf(number)), sealed);
  return { number, hash: hashOf(sealed) };
}

/** Whole or not at all, and never over an existing file. */
function putNew(path: string, bytes: Buffer): void {
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  writeFileSync(part, bytes, { flag: "wx" });
  try {
    linkSync(part, path);
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false }))
      throw new TellbackError("conflict", `${path} exists already`, { hint: "Run the sync again." });
    if (!isWithoutLinks(error)) throw error;
    writeFileSync(path, bytes, { flag: "wx" });
  } finally {
    rmSync(part, { force: true });
  }
}

/** Some shared file systems have no hard links. */
function isWithoutLinks(error: unknown): boolean {
  return ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function lastNumber(vault: Vault, machine: string): number {
  return Math.max(0, ...numbersOf(vault, machine));
}

function numbersOf({ folder }: Vault, machine: string): number[] {
  return readdirSync(join(folder, machine)).flatMap((name) => {
    const number = /^(\d{6,9})\.sealed$/.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

const nameOf = (number: number): string => `${String(number).padStart(6, "0")}.sealed`;
const proofBinding = (id: string) => ({ vault: id, machine: "proof", number: 0, previous: "" });
