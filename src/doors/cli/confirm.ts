// Before data is deleted for good, the command line shows what is deleted and what stays, and asks. Without a terminal
// nobody can answer, so --yes is required.

import { confirm, isCancel } from "@clack/prompts";
import type { OutputOf } from "../../areas/contracts.ts";
import { texts as exportTexts, forgettingText } from "../../areas/export/text.ts";
import type { LossShownBy } from "../../areas/operation.ts";
import { cleanedText } from "../../areas/tasks/text.ts";
import { dim, plural, say } from "../../areas/text/output.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { listBackups } from "../../store/backup.ts";

export interface Loss {
  goes: string;
  /** What stays elsewhere, and how to remove that too. */
  stays: readonly string[];
}

export interface Answer {
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

/** Backups that were made before still hold what is deleted now. */
function backupsStay(paths: Paths): string[] {
  const copies = listBackups(paths).length;
  if (copies === 0) return [];
  const which = copies === 1 ? "1 backup still contains" : `${plural(copies, "backup")} still contain`;
  return [`${which} it: delete the files in ${paths.backups} to remove it there too.`];
}

/** The loss in words, from the output of the operation that shows it; null if there is nothing to lose. */
const shown: Record<LossShownBy, (output: never, input: Record<string, unknown>) => string | null> = {
  "session.show": ({ session, tiers }: OutputOf<"session.show">) =>
    `This deletes session ${session.id} (${session.name ?? session.firstPrompt ?? session.project}) with ${plural(tiers.store.observations, "observation")}, ${plural(tiers.compacted.length, "compaction")} and the learnings that only it supports.`,
  "observation.show": ({ observation }: OutputOf<"observation.show">) =>
    `This deletes observation ${observation.id}: ${observation.title}`,
  "node.show": ({ node, links }: OutputOf<"node.show">) =>
    `This deletes node ${node.id} with ${plural(links.length, "edge")} and ${plural(node.tags.length, "tag")}: ${node.content}`,
  "forget.preview": (preview: OutputOf<"forget.preview">, asked) => forgettingText(preview, asked),
  "redact.preview": (preview: OutputOf<"redact.preview">) =>
    preview.total === 0 ? null : `This rewrites what is stored: ${exportTexts["redact.preview"](preview)}`,
  "view.list": ({ views }: OutputOf<"view.list">, { name }) => {
    const view = views.find((one) => one.name === name);
    return view ? `This deletes the view ${view.name}: ${view.query}` : null;
  },
  "task.show": ({ task }: OutputOf<"task.show">) =>
    `This deletes the task ${task.name} with its scratchpad, plan, ${plural(task.entries, "entry", "entries")} and files.`,
  "fn.show": ({ function: one, tests, metrics }: OutputOf<"fn.show">) => {
    const runs = metrics.reduce((sum, { runs: count }) => sum + count, 0);
    return `This deletes the function ${one.name} with ${plural(one.newestVersion, "version")}, ${plural(tests.length, "test")} and ${plural(runs, "run")}.`;
  },
  cleanup: (found: OutputOf<"cleanup">) =>
    found.observations === 0 && found.orphans.length === 0
      ? null
      : `This deletes ${cleanedText(found)} Knowledge, summaries and tasks stay.`,
};

export function lossOf(
  showing: LossShownBy,
  output: unknown,
  input: Record<string, unknown>,
  paths: Paths,
): Loss | null {
  const goes = shown[showing](output as never, input);
  if (goes === null) return null;
  const transcript = "The host's own transcript stays in the host's folder; tellback does not read it again.";
  if (showing === "forget.preview") return { goes, stays: (output as OutputOf<"forget.preview">).stays };
  return { goes, stays: [...backupsStay(paths), ...(showing === "session.show" ? [transcript] : [])] };
}
