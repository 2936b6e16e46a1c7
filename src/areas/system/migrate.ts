// tellback migrate …: migrates the store's tables up and down. The daemon holds the store, so it is stopped first.

import { stopDaemon } from "../../client/stop.ts";
import { loadConfig } from "../../config/load.ts";
import { migrateDown, migrateUp, migrationStatus } from "../../store/migrate.ts";
import { openStore } from "../../store/open.ts";
import type { Db } from "../../store/schema.ts";
import { confirmLoss } from "../text/confirm.ts";
import { columns, dim, good, say, sayJson } from "../text/output.ts";

interface Options {
  json?: boolean;
  yes?: boolean;
}

export async function status(options: Options): Promise<void> {
  const states = await withStore(migrationStatus);
  if (options.json) sayJson({ migrations: states });
  else
    say(
      columns(states.map(({ name, appliedAt }) => [name, appliedAt ? good(appliedAt) : dim("not applied")])),
    );
}

export async function up(options: Options): Promise<void> {
  const applied = await withStore(migrateUp);
  if (options.json) sayJson({ applied });
  else say(applied.length === 0 ? "The store is up to date." : `Applied ${applied.join(", ")}.`);
}

export async function down(options: Options): Promise<void> {
  const stays = ["`tellback backup` makes a copy first."];
  await confirmLoss(
    { goes: "This undoes the newest migration and deletes the data in its tables.", stays },
    options,
  );
  const undone = await withStore(migrateDown);
  if (options.json) sayJson({ undone });
  else say(undone.length === 0 ? "There is no migration to undo." : `Undid ${undone.join(", ")}.`);
}

async function withStore<T>(use: (db: Db) => Promise<T>): Promise<T> {
  const { config, paths } = loadConfig();
  await stopDaemon(paths);
  const store = await openStore(config, paths, { migrate: false });
  try {
    return await use(store.db);
  } finally {
    await store.close();
  }
}
