// Names of tasks: any text in any script, and the name of the folder that it gets, which is valid in every file system
// and never leads out of its parent. Pure.

import { createHash } from "node:crypto";
import { TellbackError } from "../../protocol/errors.ts";

const maxNameLength = 200;
/** File systems allow 255 bytes; a longer path is a problem for other programs. */
const maxFolderLength = 80;

/** The name as it is stored. */
export function taskName(typed: string): string {
  const name = typed.normalize("NFC").trim();
  const refuse = (why: string): never => {
    throw new TellbackError("invalid_input", `invalid task name: ${why}`, {
      hint: "Use a short name such as implement-auth.",
    });
  };
  if (name === "") refuse("it is empty");
  if ([...name].length > maxNameLength)
    refuse(`it has ${[...name].length} characters, the maximum is ${maxNameLength}`);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) refuse("it contains a line break or a control character");
  if (/^[./\\\s]+$/.test(name)) refuse(`${JSON.stringify(name)} is a path, not a name`);
  return name;
}

/** Equal for names that a person would call the same. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFC");
}

/** Device names of Windows, with or without an extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/;

/**
 * Lower case, because some file systems do not distinguish case. A name that had to be changed gets a hash of the
 * original: "a b" and "a/b" must not share a folder.
 */
export function folderName(name: string): string {
  const key = nameKey(name);
  const plain = key
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[.\-_]+|[.\-_]+$/g, "");
  const cut = cutToBytes(plain, maxFolderLength).replace(/[.\-_]+$/, "");
  if (cut === key && !reserved.test(cut)) return cut;
  return `${cut || "task"}-${createHash("sha256").update(key).digest("hex").slice(0, 8)}`.replace(
    reserved,
    (device) => `task-${device}`,
  );
}

function cutToBytes(text: string, max: number): string {
  let taken = "";
  for (const character of text) {
    if (Buffer.byteLength(taken + character) > max) break;
    taken += character;
  }
  return taken;
}
