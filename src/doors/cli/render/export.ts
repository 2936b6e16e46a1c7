// Renders the answers about exporting, forgetting and redacting as text.

import type { exportOperations } from "../../../protocol/operations/export.ts";
import type { OutputOf } from "../../../protocol/operations.ts";
import { bad, bytes, columns, dim, good, plural, when } from "../output.ts";
import type { TextsOf } from "./renderer.ts";

export const exportTexts = {
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
      done.total === 0 && Object.keys(done.removed).length === 0
        ? "Nothing was found; nothing was changed."
        : `Forgotten: ${listed(done.removed)}.`,
      done.backupsRewritten > 0 ? `${plural(done.backupsRewritten, "backup")} rewritten without it.` : "",
      done.backupsDeleted > 0 ? `${plural(done.backupsDeleted, "backup")} deleted.` : "",
      done.filesRewritten > 0 ? `${plural(done.filesRewritten, "log or inbox file")} rewritten.` : "",
      proof === null
        ? ""
        : proof.found.length === 0
          ? good(`Not found in any of ${plural(proof.files, "file")} below engram's home.`)
          : bad(`Still found in ${proof.found.join(", ")}`),
    ]
      .filter(Boolean)
      .join("\n");
  },
  "redact.preview": redactText,
  redact: redactText,
} satisfies TextsOf<typeof exportOperations>;

function previewText({ total, counts, rewritten, sample }: OutputOf<"forget.preview">): string {
  if (total === 0 && Object.keys(rewritten).length === 0) return dim("Nothing was found.");
  return [
    `${listed(counts) || "nothing"} to delete${Object.keys(rewritten).length > 0 ? `; rewritten without it: ${listed(rewritten)}` : ""}`,
    columns(sample.map((one) => [dim(when(one.at)), one.kind, one.title.replace(/\s+/g, " ").slice(0, 80)])),
  ].join("\n");
}

function redactText({ scanned, counts, total, secrets }: OutputOf<"redact">): string {
  if (total === 0) return `No secrets in ${plural(scanned, "stored row")}.`;
  return `${plural(secrets, "text")} with secrets in ${plural(total, "row")} of ${scanned}: ${listed(counts)}`;
}

/** Kinds and tables are named by a word, some of them in the plural already. */
function named(n: number, kind: string): string {
  if (kind === "evidence" || kind === "work" || /s$/.test(kind)) return `${n} ${kind}`;
  return plural(n, kind, kind.replace(/y$/, "ie").concat("s"));
}

export function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, n]) => named(n, kind.replaceAll("_", " ")))
    .join(", ");
}
