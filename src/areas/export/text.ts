// Renders the answers about exporting, forgetting and redacting as text.

import type { OutputOf } from "../contracts.ts";
import { bad, bytes, columns, dim, good, plural, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  export: ({ path, format, records, files, bytes: size, kinds }) =>
    [
      `Exported ${plural(records, "record")} to ${path} (${format}, ${files === 1 ? "" : `${plural(files, "file")}, `}${bytes(size)}).`,
      dim(listed(kinds)),
    ].join("\n"),
  "export.state": ({ state, records }) => `${state}: ${plural(records, "record")}`,
  "forget.preview": previewText,
  forget: (done) => {
    const { proof } = done;
    return [
      forgottenText(done),
      done.backupsRewritten > 0 ? `${plural(done.backupsRewritten, "backup")} rewritten without it.` : "",
      done.backupsDeleted > 0 ? `${plural(done.backupsDeleted, "backup")} deleted.` : "",
      done.filesRewritten > 0 ? `${plural(done.filesRewritten, "log or inbox file")} rewritten.` : "",
      proof === null
        ? ""
        : proof.found.length === 0
          ? good(`Not found in any of ${plural(proof.files, "file")} below tellback's home.`)
          : bad(`Still found in ${proof.found.join(", ")}`),
    ]
      .filter(Boolean)
      .join("\n");
  },
  "redact.preview": redactText,
  redact: redactText,
} satisfies TextsOf<typeof operations>;

function forgottenText(done: OutputOf<"forget">): string {
  if (Object.keys(done.removed).length > 0) return `Forgotten: ${listed(done.removed)}.`;
  const elsewhere = done.backupsRewritten + done.backupsDeleted + done.filesRewritten;
  return elsewhere > 0 ? "Nothing was found in the store." : "Nothing was found; nothing was changed.";
}

function previewText(preview: OutputOf<"forget.preview">): string {
  return forgettingText(preview, {}) ?? dim("Nothing was found.");
}

/** What forgetting changes, with examples; null if it changes nothing. A text may be in backups only. */
export function forgettingText(
  { total, counts, rewritten, sample, backups }: OutputOf<"forget.preview">,
  asked: { match?: unknown; backups?: unknown },
): string | null {
  const isFound = total > 0 || Object.keys(rewritten).length > 0;
  const copies = isFound || asked.match !== undefined || asked.backups ? backups : 0;
  const effects = [
    total > 0 ? `deletes ${listed(counts)}` : "",
    Object.keys(rewritten).length > 0 ? `removes it from ${listed(rewritten)}` : "",
    copies > 0 ? `${asked.backups ? "deletes" : "rewrites"} ${plural(copies, "backup")}` : "",
  ].filter(Boolean);
  if (effects.length === 0) return null;
  const examples = columns(
    sample.map((one) => [dim(when(one.at)), one.kind, one.title.replace(/\s+/g, " ").slice(0, 80)]),
  );
  const found = isFound ? "This" : "Nothing was found in the store. This";
  return [`${found} ${inWords(effects)}.`, examples].filter(Boolean).join("\n");
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function redactText({ scanned, counts, total, secrets }: OutputOf<"redact">): string {
  if (total === 0) return `No secrets in ${plural(scanned, "stored row")}.`;
  return `${plural(secrets, "text")} with secrets in ${plural(total, "row")} of ${scanned}: ${listed(counts)}`;
}

/** Kinds are named by a word, tables by its plural. */
function named(n: number, name: string): string {
  if (name === "evidence" || name === "work") return `${n} ${name}`;
  const one = name.replace(/ies$/, "y").replace(/s$/, "");
  return plural(n, one, one.replace(/y$/, "ie").concat("s"));
}

export function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, n]) => named(n, kind.replaceAll("_", " ")))
    .join(", ");
}
