// What the user has read and trusts: config files of projects, tools. What has changed must be trusted again.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ForeignFile, readForeignSync } from "../platform/foreign-file.ts";
import { TellbackError } from "../protocol/errors.ts";
import { type Paths, projectConfigPath } from "./paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";

type TrustFile = Record<string, string>;

export interface ProjectFile {
  path: string;
  bytes: Buffer;
}

const maxProjectFileSize = 256 * 1024;

/** The project's own settings, trusted or not: a caller must check `isTrusted` for exactly these bytes. */
export function readProjectFile(projectDir: string): ForeignFile {
  return readForeignSync(projectConfigPath(projectDir), {
    within: projectDir,
    maxBytes: maxProjectFileSize,
  });
}

export function isTrusted(paths: Paths, file: ProjectFile): boolean {
  return trustedHash(paths, file.path) === hashOf(file);
}

export function trustProject(paths: Paths, projectDir: string): string {
  const file = readProjectFile(projectDir);
  const path = projectConfigPath(projectDir);
  if (file.status === "missing") throw new TellbackError("not_found", `there is no ${path} to trust`);
  if (file.status === "refused") {
    throw new TellbackError("forbidden", `${path} ${file.why}`, {
      hint: "Project settings are read from a regular file inside the project only.",
    });
  }
  trustAs(paths, file.path, hashOf(file));
  return file.path;
}

/** The hash that was trusted for this key; a thing with another one is not trusted. */
export function trustedHash(paths: Paths, key: string): string | undefined {
  return readTrust(paths)[key];
}

export function trustAs(paths: Paths, key: string, hash: string): void {
  writeTrust(paths, { ...readTrust(paths), [key]: hash });
}

export function distrust(paths: Paths, key: string): void {
  const { [key]: _, ...rest } = readTrust(paths);
  writeTrust(paths, rest);
}

function writeTrust(paths: Paths, trust: TrustFile): void {
  ensurePrivateFolder(paths.home);
  writePrivateFile(paths.trust, `${JSON.stringify(trust, null, 2)}\n`);
}

function hashOf({ bytes }: ProjectFile): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function readTrust(paths: Paths): TrustFile {
  try {
    const parsed: unknown = JSON.parse(readFileSync(paths.trust, "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as TrustFile) : {};
  } catch {
    return {};
  }
}
