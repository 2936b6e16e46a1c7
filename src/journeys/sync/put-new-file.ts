// Writes a file of a vault whole or not at all, and never over an existing one.

import { randomBytes } from "node:crypto";
import { linkSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { TellbackError } from "../../protocol/errors.ts";

export function putNewFile(path: string, bytes: Buffer): void {
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
