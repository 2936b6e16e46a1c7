// What tellback has written where, and the previous content, for uninstalling. Kept in tellback's home, private.

import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { installedFile } from "../../config/installed-hosts.ts";
import type { Paths } from "../../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../../config/private-files.ts";
import { TellbackError } from "../../protocol/errors.ts";

const writtenFile = z.object({
  path: z.string(),
  /** Name of the copy of the previous content; null if there was no file. */
  backup: z.string().nullable(),
  /** Hash of what tellback wrote: while it matches, the original can be restored exactly. */
  wrote: z.string(),
  /** Of tellback's parts in it: an entry with another mark was written by somebody else since. */
  marks: z.array(z.string()),
});

const installed = z.object({
  host: z.string(),
  scope: z.enum(["user", "project"]),
  /** The project's folder in project scope. */
  folder: z.string().nullable(),
  version: z.string(),
  at: z.string(),
  files: z.array(writtenFile),
  /** Folders created for them, outermost first. */
  folders: z.array(z.string()),
});

const manifest = z.object({ installed: z.array(installed) });

export type WrittenFile = z.infer<typeof writtenFile>;
export type InstalledHost = z.infer<typeof installed>;
export type Manifest = z.infer<typeof manifest>;

function backupFolder({ home }: Paths): string {
  return join(home, "installed");
}

export function readManifest(paths: Paths): Manifest {
  const path = installedFile(paths);
  if (!existsSync(path)) return { installed: [] };
  try {
    return manifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new TellbackError("conflict", `${path} cannot be read`, {
      hint: "Move it away and run `tellback install` again: it finds its own entries, and `tellback uninstall` removes them.",
      cause: error,
    });
  }
}

export function isInstalledHere(paths: Paths): boolean {
  return readManifest(paths).installed.length > 0;
}

export function writeManifest(paths: Paths, value: Manifest): void {
  ensurePrivateFolder(paths.home);
  if (value.installed.length > 0) {
    writePrivateFile(installedFile(paths), `${JSON.stringify(value, null, 2)}\n`);
  } else {
    rmSync(installedFile(paths), { force: true });
    rmSync(backupFolder(paths), { recursive: true, force: true });
  }
}

export function keepBackup(paths: Paths, content: Buffer): string {
  ensurePrivateFolder(paths.home);
  ensurePrivateFolder(backupFolder(paths));
  const name = `${new Date().toISOString().slice(0, 10)}-${randomUUID().slice(0, 8)}`;
  writePrivateFile(join(backupFolder(paths), name), content);
  return name;
}

export function readBackup(paths: Paths, name: string): Buffer {
  return readFileSync(join(backupFolder(paths), name));
}

export function dropBackup(paths: Paths, name: string | null): void {
  if (name !== null) rmSync(join(backupFolder(paths), name), { force: true });
}

export function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
