// Who works here, and on which machine: a name for people, and an id that is made once and kept in the home. Both are
// written on what is stored. There is no account.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { ulid } from "ulid";
import { gitName } from "../platform/git-name.ts";
import type { Paths } from "./paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";
import type { Config } from "./schema.ts";

export interface Identity {
  author: string;
  machine: string;
}

const machineForm = /^mch_[0-9A-Z]{26}$/;

export async function identityOf(config: Config, paths: Paths): Promise<Identity> {
  return { author: await nameOf(config), machine: machineOf(paths) };
}

/** From the setting, else as the user's git signs commits, else the login name. */
async function nameOf(config: Config): Promise<string> {
  const name = config["identity.name"] || (await gitName()) || loginName();
  return name.replace(/\s+/g, " ").trim().slice(0, maxNameLength) || "unknown";
}

const maxNameLength = 60;

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

/** A home that is copied to another machine takes its id along. */
function machineOf({ home, machine: file }: Paths): string {
  const known = read(file);
  if (known !== null) return known;
  ensurePrivateFolder(home);
  // Of two programs that begin at once, one makes it.
  if (!existsSync(file)) add(file);
  else writePrivateFile(file, newId());
  return read(file) ?? "";
}

const newId = () => `mch_${ulid()}\n`;

function add(file: string): void {
  try {
    writeFileSync(file, newId(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function read(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8").trim();
    return machineForm.test(text) ? text : null;
  } catch {
    return null;
  }
}
