// The keys of vaults and what is exchanged through each: one file for each location, in tellback's home, for its owner only.
// The passphrase itself is not kept.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type SyncKind, syncKinds } from "../../areas/sync/contract.ts";
import type { Paths } from "../../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../../config/private-files.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { jsonOr } from "../../protocol/json.ts";
import { newMachine } from "./vault.ts";
import type { VaultLocation } from "./vault-location.ts";

const selection = z.object({
  /** Keys of projects; null: all. */
  projects: z.array(z.string()).nullable(),
  kinds: z.array(z.enum(syncKinds)),
});
export type Selection = z.infer<typeof selection>;

const stored = z.object({ place: z.string(), key: z.base64(), salt: z.base64(), chosen: selection });

export interface VaultKey {
  key: Buffer;
  salt: Buffer;
  chosen: Selection;
}

export const everything: Selection = { projects: null, kinds: [...syncKinds] as SyncKind[] };

export function keyFileOf({ home }: Paths, { id }: Pick<VaultLocation, "id">): string {
  return join(home, "sync", `${id}.json`);
}

/** Null if this machine has not used the location yet. */
export function keyOf(paths: Paths, location: VaultLocation): VaultKey | null {
  const path = keyFileOf(paths, location);
  if (!existsSync(path)) return null;
  const parsed = stored.safeParse(jsonOr(readFileSync(path, "utf8"), null));
  if (!parsed.success) {
    throw new TellbackError("conflict", `${path} is damaged`, {
      hint: "Remove it, run the sync again and enter the passphrase.",
    });
  }
  const { key, salt, chosen } = parsed.data;
  return { key: Buffer.from(key, "base64"), salt: Buffer.from(salt, "base64"), chosen };
}

export function keepKey(
  paths: Paths,
  location: Pick<VaultLocation, "id" | "name">,
  { key, salt, chosen }: VaultKey,
): void {
  ensurePrivateFolder(paths.home);
  mkdirSync(join(paths.home, "sync"), { recursive: true, mode: 0o700 });
  const text = {
    place: location.name,
    key: key.toString("base64"),
    salt: salt.toString("base64"),
    chosen,
  };
  writePrivateFile(keyFileOf(paths, location), `${JSON.stringify(text, null, 2)}\n`);
}

/** Not in the store: a copy of the store on another machine must not write to this one's parts. */
export function machineIn({ home }: Paths): string {
  const path = join(home, "sync", "machine");
  if (!existsSync(path)) {
    mkdirSync(join(home, "sync"), { recursive: true, mode: 0o700 });
    writePrivateFile(path, `${newMachine()}\n`);
  }
  return readFileSync(path, "utf8").trim();
}
