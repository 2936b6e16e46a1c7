// A dry run of install and uninstall in words: the files and what each gets; the exact lines on request.

import { unifiedDiff } from "../text/diff.ts";
import { columns, dim, plural } from "../text/output.ts";
import type { Change } from "./change.ts";
import { ownHooks } from "./hooks-edit.ts";

/** One line for each file, and where to see more. */
export function plannedText(head: string, changes: readonly Change[], more: readonly string[] = []): string {
  if (changes.length === 0) return [dim("Nothing to change."), ...more].join("\n");
  const rows = changes.map((change) => [`  ${kindOf(change)}`, change.path, dim(detailOf(change))]);
  return [
    `${head} ${plural(changes.length, "file")}:`,
    columns(rows),
    ...more,
    dim("A dry run: nothing was changed. --diff shows every line."),
  ].join("\n");
}

function kindOf({ now, after }: Change): string {
  return now === null ? "new" : after === null ? "remove" : "change";
}

function detailOf(change: Change): string {
  const lines = diffOf(change).split("\n").slice(2);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const gone = lines.filter((line) => line.startsWith("-")).length;
  const counted = [added > 0 && `+${added}`, gone > 0 && `-${gone}`].filter(Boolean).join(" ");
  return [change.what, entriesIn(change), `${counted} lines`].filter(Boolean).join(", ");
}

/** How many hooks a file of settings gets. */
function entriesIn({ what, path, after }: Change): string {
  if (after === null || !what.includes("hooks")) return "";
  const hooks = Object.values(ownHooks(after.toString("utf8").replace(/^\uFEFF/, ""), path));
  return `${plural(hooks.flat().length, "entry", "entries")} for ${plural(hooks.length, "event")}`;
}

export function diffOf({ path, now, after }: Change): string {
  const text = (content: Buffer | null) => content?.toString("utf8") ?? null;
  return unifiedDiff(path, text(now), text(after));
}
