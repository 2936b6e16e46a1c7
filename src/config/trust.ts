// Which project config files the user has read and trusts. A changed file is a new file: it must be trusted again.

import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { EngramError } from "../protocol/errors.ts";
import { type Paths, projectConfigPath } from "./paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";

type TrustFile = Record<string, string>;

export function isTrusted(paths: Paths, projectDir: string): boolean {
  const file = readProjectConfig(projectDir);
  return file !== null && readTrust(paths)[file.path] === file.hash;
}

export function trustProject(paths: Paths, projectDir: string): string {
  const file = readProjectConfig(projectDir);
  if (!file) throw new EngramError("not_found", `no ${projectConfigPath(projectDir)} to trust`);
  ensurePrivateFolder(paths.home);
  writePrivateFile(
    paths.trust,
    `${JSON.stringify({ ...readTrust(paths), [file.path]: file.hash }, null, 2)}\n`,
  );
  return file.path;
}

function readProjectConfig(projectDir: string): { path: string; hash: string } | null {
  try {
    const path = realpathSync(projectConfigPath(projectDir));
    return { path, hash: createHash("sha256").update(readFileSync(path)).digest("hex") };
  } catch {
    return null;
  }
}

function readTrust(paths: Paths): TrustFile {
  try {
    const parsed: unknown = JSON.parse(readFileSync(paths.trust, "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as TrustFile) : {};
  } catch {
    return {};
  }
}
