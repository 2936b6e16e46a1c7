// A vault: a folder that machines share, by a file-syncing program or git. Each machine writes to a folder of its own, so
// machines cannot get into conflict:
//   tellback-vault.json            the vault's id, the salt of its passphrase, a text that proves the key
//   <machine>/…                    what that machine added (parts.ts)

import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { jsonOr } from "../../protocol/json.ts";
import { putNewFile } from "./put-new-file.ts";
import { seal, unseal } from "./seal.ts";

const headName = "tellback-vault.json";
const maxHeadBytes = 64 * 1024;

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
  putNewFile(join(folder, headName), Buffer.from(`${JSON.stringify(text, null, 2)}\n`));
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
const proofBinding = (id: string) => ({ vault: id, machine: "proof", number: 0, previous: "" });
