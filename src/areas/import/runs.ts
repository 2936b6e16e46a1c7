// The imports that the daemon has run, by what was asked: whoever asks for the same import again while it is under way
// sees that one, and nobody sees another one's result as the own.

import { createHash } from "node:crypto";
import { type ImportProgress, noProgress } from "../../journeys/import/progress.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import type { OutputOf } from "../contracts.ts";

export interface ImportRun extends ImportProgress {
  state: OutputOf<"import.state">["state"];
  error: string | null;
}

/** In the order in which they began. */
export type Imports = Map<string, ImportRun>;

export const noImport: ImportRun = { ...noProgress(), state: "none", error: null };

/** The key of the job: the same request is the same job. */
export function importKey(asked: JobPayload<"import">): string {
  const { source, folder, since, project, into, own, dryRun } = asked;
  return JSON.stringify([source, folder, since ?? "", project ?? "", into ?? "", own === true, dryRun]);
}

export function runOf(payload: JobPayload<"import">): string {
  return createHash("sha256").update(importKey(payload)).digest("hex").slice(0, 16);
}

export function beginImport(imports: Imports, run: string, state: "waiting" | "running"): void {
  imports.delete(run);
  imports.set(run, { ...noImport, state });
}

/** Without a name, the one that began last. */
export function importState(
  imports: Imports,
  run = Array.from(imports.keys()).at(-1),
): OutputOf<"import.state"> {
  return { run: run ?? null, ...((run === undefined ? undefined : imports.get(run)) ?? noImport) };
}

export function isImporting(imports: Imports): boolean {
  return Array.from(imports.values()).some(({ state }) => state === "running");
}
