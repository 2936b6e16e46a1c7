// redact --rescan: applies today's rules for secrets to everything that is stored, with the values of the projects' .env
// files. Texts are rewritten where they are, with their search documents.

import type { OutputOf } from "../../areas/contracts.ts";
import { rewriteAll } from "../../memory/forgetting/rewrite.ts";
import { scrub } from "../../memory/forgetting/scrub.ts";
import { eachText } from "../../memory/json-texts.ts";
import type { Memory } from "../../memory/memory.ts";
import { projectRoots } from "../../rooms/projects/room.ts";
import { freshCleanerFor } from "../../secrets/cleaner.ts";
import { compactStore } from "../../store/compact.ts";

export async function rescan(memory: Memory, dryRun: boolean): Promise<OutputOf<"redact.preview">> {
  const clean = freshCleanerFor(...(await projectRoots(memory.db)));
  let secrets = 0;
  const text = (before: string): string => {
    const after = clean.text(before);
    if (after !== before) secrets++;
    return after;
  };
  const { scanned, counts } = await rewriteAll(
    memory,
    { text, name: text, json: eachText(text) },
    { dryRun },
  );
  const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  if (!dryRun && total > 0) {
    await memory.events.flush();
    await scrub(memory);
    await compactStore(memory.store);
  }
  return { scanned, counts, total, secrets };
}
