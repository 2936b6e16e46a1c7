// tellback restore: replaces the store by a backup; the old store is set aside, not deleted.

import { existsSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { stopDaemon } from "../../client/stop.ts";
import { loadConfig } from "../../config/load.ts";
import { fromUser, type Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { listBackups, restoreBackup } from "../../store/backup.ts";
import { dim, say, sayJson } from "../text/output.ts";

export async function restore(file: string | undefined, options: { json?: boolean }): Promise<void> {
  const { config, paths } = loadConfig();
  if (config["store.url"]) {
    throw new TellbackError("not_supported", "tellback restores only its own SQLite file", {
      hint: "For PostgreSQL use psql with a file from pg_dump.",
    });
  }
  const from = chosen(paths, file);
  await stopDaemon(paths);
  const { setAside } = await restoreBackup(paths, from);
  if (options.json) return sayJson({ restored: from, setAside });
  say(`Restored ${from}.`);
  if (setAside)
    say(dim(`The previous store is now ${basename(setAside)}; delete it when you no longer need it.`));
}

function chosen(paths: Paths, file: string | undefined): string {
  if (file === undefined) {
    const [newest] = listBackups(paths);
    if (newest) return newest.path;
    throw new TellbackError("not_found", `there are no backups in ${paths.backups}`, {
      hint: "`tellback backup` makes one; the daemon makes one daily.",
    });
  }
  const inFolder = join(paths.backups, file);
  return !isAbsolute(file) && existsSync(inFolder) ? inFolder : fromUser(file);
}
