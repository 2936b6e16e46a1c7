// Whether the shared memory of a work tree is read: the user has said so, or has told the host that the folder is trusted.
// A host lets a trusted folder give the agent instructions; what is read here is only ever quoted.

import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { claudeStateFile } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { trustAs, trustedHash } from "../../config/trust.ts";
import { readForeignSync, statForeignSync } from "../../platform/foreign-file.ts";

/** By its hash: the name of a folder may hold a secret. */
const keyOf = (tree: string) => `shared memory of ${createHash("sha256").update(tree).digest("hex")}`;

export type Trust = "trusted" | "refused" | "unknown";

export function trustOf(paths: Paths, tree: string): Trust {
  const said = trustedHash(paths, keyOf(tree));
  if (said === "trusted" || said === "refused") return said;
  return isTrustedByHost(tree) ? "trusted" : "unknown";
}

export function setTrust(paths: Paths, tree: string, trust: "trusted" | "refused"): void {
  trustAs(paths, keyOf(tree), trust);
}

const maxStateBytes = 64 * 1024 * 1024;
const kept = new Map<string, { stamp: string; trusted: ReadonlySet<string> }>();

/** Claude Code keeps which folders its user trusts; the daemon may not know that its folder was moved. */
function isTrustedByHost(tree: string): boolean {
  const home = homedir();
  const files = new Set([claudeStateFile(home), join(home, ".claude", ".claude.json")]);
  return [...files].some((file) => trustedIn(file).has(tree));
}

const none: ReadonlySet<string> = new Set();

function trustedIn(file: string): ReadonlySet<string> {
  const stat = statForeignSync(file);
  if (stat === null) return none;
  const stamp = `${stat.mtimeMs} ${stat.size}`;
  const known = kept.get(file);
  if (known?.stamp === stamp) return known.trusted;
  const read = readForeignSync(file, { maxBytes: maxStateBytes });
  const trusted = read.status === "read" ? foldersIn(read.bytes.toString("utf8")) : none;
  kept.set(file, { stamp, trusted });
  return trusted;
}

function foldersIn(text: string): ReadonlySet<string> {
  const state = parsed(text);
  const projects = (state as { projects?: Record<string, { hasTrustDialogAccepted?: unknown }> }).projects;
  return new Set(
    Object.entries(projects ?? {}).flatMap(([folder, one]) =>
      one?.hasTrustDialogAccepted === true ? [folder] : [],
    ),
  );
}

/** The host may be writing it. */
function parsed(text: string): object {
  try {
    const state: unknown = JSON.parse(text);
    return typeof state === "object" && state !== null ? state : {};
  } catch {
    return {};
  }
}
