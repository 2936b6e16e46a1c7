// Installs Debian packages that tests need, if they are missing and the user may.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const execute = promisify(execFile);

export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

export async function installOnDebian(name: string): Promise<void> {
  const env = { PATH: process.env.PATH, DEBIAN_FRONTEND: "noninteractive" };
  const patient = ["-qq", "-o", "DPkg::Lock::Timeout=120"];
  await execute("apt-get", ["update", ...patient], { env, timeout: 120_000 });
  const wanted = ["-y", "--no-install-recommends", name];
  await execute("apt-get", ["install", ...patient, ...wanted], { env, timeout: 300_000 });
}
