// Before data is deleted for good, a command shows what is deleted and what stays, and asks. Without a terminal nobody
// can answer, so --yes is required.

import { confirm, isCancel } from "@clack/prompts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { listBackups } from "../../store/backup.ts";
import { dim, plural, say } from "./output.ts";
import type { Loss } from "./renderer.ts";

interface Answer {
  yes?: boolean | undefined;
  json?: boolean | undefined;
}

/** Returns if the user agrees; else throws. */
export async function confirmLoss({ goes, stays }: Loss, { yes, json }: Answer): Promise<void> {
  if (yes) return;
  if (json || !process.stdin.isTTY || !process.stdout.isTTY) {
    throw new TellbackError("invalid_input", `this cannot be undone: ${goes}`, {
      hint: "Nothing was changed. Add --yes to do it without a question.",
    });
  }
  say(goes);
  sayWhatStays({ goes, stays });
  const sure = await confirm({ message: "This cannot be undone. Continue?", initialValue: false });
  if (isCancel(sure) || !sure) throw new TellbackError("interrupted", "nothing was changed");
}

export function sayWhatStays({ stays }: Loss): void {
  for (const line of stays) say(dim(line));
}

/** Backups that were made before still hold what is deleted now; `removable`: the command can remove it there too. */
export function backupsStay(paths: Paths, removable: boolean): string[] {
  const copies = listBackups(paths).length;
  if (copies === 0) return [];
  const which = copies === 1 ? "1 backup still contains" : `${plural(copies, "backup")} still contain`;
  const remedy = removable
    ? "--backups removes it there too"
    : `delete the files in ${paths.backups} to remove it there too`;
  return [`${which} it: ${remedy}.`];
}
