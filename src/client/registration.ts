// The daemon's address: the daemon writes it, clients read it. One value a line, because sh reads it too.

import { readFileSync, rmSync } from "node:fs";
import type { Paths } from "../config/paths.ts";
import { checkPrivateFolder, writePrivateFile } from "../config/private-files.ts";

export interface Registration {
  pid: number;
  socket: string;
  token: string;
  version: string;
}

export function writeRegistration(paths: Paths, who: Registration): void {
  writePrivateFile(paths.register, [who.pid, who.socket, who.token, who.version, ""].join("\n"));
}

export function readRegistration(paths: Paths): Registration | null {
  try {
    // A file of another user could point to a process that receives the agent's data and answers as tellback.
    checkPrivateFolder(paths.home);
    const [pid, socket, token, version] = readFileSync(paths.register, "utf8").split("\n");
    if (!pid || !socket || !token || !version) return null;
    return { pid: Number(pid), socket, token, version };
  } catch {
    return null;
  }
}

export function clearRegistration(paths: Paths): void {
  rmSync(paths.register, { force: true });
}
