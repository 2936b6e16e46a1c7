// Renders the progress of an import as text.

import type { OutputOf } from "../contracts.ts";
import { bad, dim, plural } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  "import.start": importText,
  "import.state": importText,
} satisfies TextsOf<typeof operations>;

function importText(run: OutputOf<"import.state">): string {
  if (run.state === "none") return dim("No import has run since the daemon started.");
  if (run.state === "waiting") return "The import starts as soon as the daemon is free.";
  const counts = `${run.filesDone} of ${plural(run.files, "file")}, ${plural(run.stored, "new observation")}`;
  return run.state === "failed" ? `${bad("failed")}: ${run.error} (${counts})` : `${run.state}: ${counts}`;
}
