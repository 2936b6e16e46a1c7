// Which project config files the user has read and trusts. A changed file must be trusted again.

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
  return readTrust(paths)[file.path] === hashOf(file);
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
  ensurePrivateFolder(paths.home);
  writePrivateFile(
    paths.trust,
    `${JSON.stringify({ ...readTrust(paths), [file.path]: hashOf(file) }, null, 2)}\n`,
  );
  return file.path;
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
