// Encryption of what leaves this machine: one sealed file for each part that a machine adds. For the vault.
// A file opens only with the key, under the number, the machine and the predecessor that it was sealed for.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { TellbackError } from "../../protocol/errors.ts";

const magic = Buffer.from("tellback-sealed-1\n");
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = magic.length + saltBytes + nonceBytes;
/** No part is larger when it is open: a small file must not fill the memory. */
const maxBytes = 256 * 1024 * 1024;

/** 128 MB and about 0.3 s for each guess. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** What a sealed file is bound to. */
export interface Binding {
  vault: string;
  machine: string;
  number: number;
  /** Hash of the machine's file before this one; empty for the first. */
  previous: string;
  /** Of the last part of a snapshot: the number of its first. */
  from?: number | undefined;
}

export function keyFromPassphrase(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, scryptCost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export function seal(plain: Buffer, key: Buffer, binding: Binding): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", fileKey(key, salt), nonce);
  cipher.setAAD(boundTo(binding));
  const sealed = Buffer.concat([cipher.update(deflateRawSync(plain)), cipher.final()]);
  return Buffer.concat([magic, salt, nonce, sealed, cipher.getAuthTag()]);
}

/** Null if the file is not whole, was altered, belongs somewhere else, or the key is another one. */
export function unseal(sealed: Buffer, key: Buffer, binding: Binding): Buffer | null {
  const packed = packedIn(sealed, key, binding);
  if (packed === null) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new TellbackError("too_large", "a part of the vault is larger than tellback reads", { cause });
  }
}

/** Whether it would open, without what unpacking costs. */
export function opens(sealed: Buffer, key: Buffer, binding: Binding): boolean {
  return packedIn(sealed, key, binding) !== null;
}

function packedIn(sealed: Buffer, key: Buffer, binding: Binding): Buffer | null {
  if (sealed.length < headBytes + tagBytes || !sealed.subarray(0, magic.length).equals(magic)) return null;
  const salt = sealed.subarray(magic.length, magic.length + saltBytes);
  const nonce = sealed.subarray(magic.length + saltBytes, headBytes);
  const decipher = createDecipheriv("aes-256-gcm", fileKey(key, salt), nonce);
  decipher.setAAD(boundTo(binding));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

export const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** A key for each file: no two files share one, however many are sealed. */
function fileKey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "tellback sync file", 32));
}

function boundTo({ vault, machine, number, previous, from }: Binding): Buffer {
  return Buffer.from(
    JSON.stringify([vault, machine, number, previous, ...(from === undefined ? [] : [from])]),
  );
}
