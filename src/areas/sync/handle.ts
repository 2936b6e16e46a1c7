// Operations of sync.

import { keepKey, keyFileOf, keyOf, type VaultKey } from "../../journeys/sync/keys.ts";
import { sync } from "../../journeys/sync/sync.ts";
import { findVault } from "../../journeys/sync/vault.ts";
import { locationOf } from "../../journeys/sync/vault-location.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { findProject, projectKeys } from "../../rooms/projects/room.ts";
import type { Db } from "../../store/schema.ts";
import type { HandlersOf } from "../context.ts";
import type { ParsedInputOf } from "../contracts.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async "sync.look"({ memory }, input) {
    const place = locationOf(memory.paths, input.place);
    await place.fetch();
    const vault = findVault(place.folder);
    return {
      place: place.name,
      keyFile: keyFileOf(memory.paths, place),
      key: keyOf(memory.paths, place) ? "known" : "needed",
      salt: vault ? vault.salt.toString("base64") : null,
    };
  },
  async sync({ memory }, input) {
    const place = locationOf(memory.paths, input.place);
    const known = keyOf(memory.paths, place);
    if (!known) {
      throw new TellbackError("unauthorized", `no key is known for ${place.name}`, {
        hint: "Run `tellback sync` with it in a terminal: it asks for the passphrase.",
      });
    }
    const key: VaultKey = { ...known, chosen: await chosenIn(memory.db, known.chosen, input) };
    const synced = await sync(memory, place, key);
    keepKey(memory.paths, place, key);
    return { place: place.name, kinds: key.chosen.kinds, ...synced };
  },
} satisfies HandlersOf<typeof operations>;

async function chosenIn(
  db: Db,
  before: VaultKey["chosen"],
  { projects, kinds }: ParsedInputOf<"sync">,
): Promise<VaultKey["chosen"]> {
  return {
    projects: projects?.length ? await keysOf(db, projects) : before.projects,
    kinds: kinds?.length ? kinds : before.kinds,
  };
}

async function keysOf(db: Db, folders: readonly string[]): Promise<string[]> {
  const known = await projectKeys(db);
  return Promise.all(
    folders.map(async (folder) => {
      const project = await findProject(db, folder);
      const key = project && known.get(project.id);
      if (key) return key;
      throw new TellbackError("not_found", `no project is known at ${folder}`, {
        hint: "`tellback projects` lists those that are.",
      });
    }),
  );
}
