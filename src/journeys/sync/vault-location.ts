// Where a vault is: a folder that some program keeps in sync, or a git remote, of which tellback keeps a clone in its home.
// Whoever runs that server or folder sees sealed files only.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { environmentForSync } from "../../config/environment.ts";
import { fromUser, type Paths } from "../../config/paths.ts";
import { ensurePrivateFolder } from "../../config/private-files.ts";
import { runBound } from "../../platform/bound-process.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { TellbackError } from "../../protocol/errors.ts";

export interface VaultLocation {
  /** As the user named it, made absolute. */
  name: string;
  /** Stays the same for the same location. */
  id: string;
  folder: string;
  /** Brings the folder up to date; call it before reading. */
  fetch(): Promise<void>;
  /** Sends what was added; call it after writing. */
  publish(): Promise<void>;
}

export function locationOf({ home }: Paths, typed: string): VaultLocation {
  const given = revealedPath(typed);
  const isRemote = isGitRemote(given);
  const name = isRemote ? given : fromUser(given);
  const id = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return isRemote ? gitLocation(name, id, join(home, "sync", id)) : folderLocation(name, id);
}

/** A path to a bare repository is a remote too. */
export function isGitRemote(given: string): boolean {
  return /^(?:ssh|git|https?|file):\/\/|^[\w.-]+@[\w.-]+:|\.git\/?$/.test(given);
}

function folderLocation(name: string, id: string): VaultLocation {
  return {
    name,
    id,
    folder: name,
    async fetch() {
      if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) return;
      throw new TellbackError("not_found", `folder not found: ${name}`, {
        hint: "Name a folder that your machines share, or a git remote.",
      });
    },
    async publish() {},
  };
}

/** Two machines may push at the same moment; each has files of its own, so the second push succeeds after a pull. */
const maxPushes = 5;

function gitLocation(remote: string, id: string, folder: string): VaultLocation {
  const git = (...args: string[]) => runGit(remote, ["-C", folder, ...args]);
  return {
    name: remote,
    id,
    folder,
    async fetch() {
      if (!existsSync(join(folder, ".git"))) return clone(remote, folder);
      if (await hasBranch(git)) await git("pull", "--quiet", "--rebase");
    },
    async publish() {
      await git("add", "--all");
      if ((await git("status", "--porcelain")) !== "") {
        await git(...author, "commit", "--quiet", "--no-gpg-sign", "-m", "tellback: sync");
      }
      for (let tries = 1; ; tries++) {
        try {
          return void (await git("push", "--quiet", "--set-upstream", "origin", "HEAD"));
        } catch (error) {
          if (tries === maxPushes) throw error;
          if (await hasBranch(git)) await git("pull", "--quiet", "--rebase");
        }
      }
    },
  };
}

const author = ["-c", "user.name=tellback", "-c", "user.email=tellback@localhost"];

async function clone(remote: string, folder: string): Promise<void> {
  ensurePrivateFolder(join(folder, ".."));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await runGit(remote, ["clone", "--quiet", "--config", "core.symlinks=false", "--", remote, folder]);
}

/** Whether somebody has pushed yet. */
async function hasBranch(git: (...args: string[]) => Promise<string>): Promise<boolean> {
  await git("fetch", "--quiet", "origin");
  if ((await git("ls-remote", "--heads", "origin")) === "") return false;
  const branch = (await git("symbolic-ref", "--short", "HEAD")).trim();
  await git("branch", "--quiet", "--set-upstream-to", `origin/${branch}`).catch(() => undefined);
  return (await git("branch", "--remotes", "--list", `origin/${branch}`)) !== "";
}

const settings = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.autocrlf=false",
  "-c",
  "protocol.ext.allow=never",
];
const timeoutMs = 10 * 60_000;
const maxOutput = 1024 * 1024;

async function runGit(remote: string, args: readonly string[]): Promise<string> {
  const bounds = { env: environmentForSync(), timeoutMs, maxOutput };
  const { code, stdout, stderr } = await runBound("git", [...settings, ...args], bounds);
  if (code === 0) return stdout;
  const lines = stderr.trim().split("\n");
  // Advice follows the reason.
  const said = lines.find((line) => line.startsWith("fatal: "))?.slice("fatal: ".length) ?? lines.at(-1);
  const why = said || (code === null ? "it did not end in time" : `exit code ${code}`);
  throw new TellbackError("unavailable", `git cannot reach ${remote}: ${why}`, {
    hint: "Check that `git ls-remote` works with this address in a terminal.",
  });
}
