// import: the transcripts of Claude Code → the same capture path as hooks.

import { dirname } from "node:path";
import { listTranscripts, type TranscriptFile } from "../../agents/claude-code/transcript-file.ts";
import { transcriptHead } from "../../agents/claude-code/transcript-head.ts";
import type { Memory } from "../../memory/memory.ts";
import { pathWithin } from "../../platform/foreign-file.ts";
import { withSmallHeap } from "../../platform/heap.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { writingMuch } from "../../store/open.ts";
import { previewInOrder } from "./preview-transcripts.ts";
import type { ImportProgress, OnProgress } from "./progress.ts";
import type { ImportRequest } from "./sources.ts";
import { mergeDuplicates } from "./tools/merge-duplicates.ts";
import { importInOrder, type Transcript } from "./transcripts.ts";

export async function importTranscripts(
  memory: Memory,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<ImportProgress> {
  return importClaudeCode(memory, { path: folder }, onProgress);
}

export async function importClaudeCode(
  memory: Memory,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const found = await listTranscripts(request.path);
  const transcripts: Transcript[] = [];
  for (const file of sinceIn(found, request)) {
    const session = sessionFile(file);
    const head = await transcriptHead(file.path);
    transcripts.push({ ...file, session, head, folder: head.folder });
  }
  return importAll(memory, "claude-code", transcripts, request, onProgress);
}

/** The same for every host: what the user asked for, in order, and one event about it. */
export async function importAll(
  memory: Memory,
  format: string,
  found: readonly Transcript[],
  { path, project, dryRun }: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const started = performance.now();
  const wanted = project === undefined ? found : found.filter(isIn(project));
  const read = dryRun ? previewInOrder : importInOrder;
  const readAll = () =>
    withSmallHeap((sweep) =>
      read(memory, format, wanted, async (progress) => {
        sweep();
        await onProgress(progress);
      }),
    );
  if (dryRun) return readAll();
  const progress = await writingMuch(memory.store, readAll);
  await mergeDuplicates(memory);
  memory.events.record({
    type: "import.done",
    data: { folder: cleanerFor(path).path(path), source: format, ...progress },
    durationMs: performance.now() - started,
  });
  return progress;
}

export function sinceIn<File extends { modifiedAt: Date }>(
  files: readonly File[],
  { since = "" }: ImportRequest,
): File[] {
  return files.filter(({ modifiedAt }) => modifiedAt.toISOString() >= since);
}

/** Whether a session began in the folder or below it. */
function isIn(folder: string): (transcript: Transcript) => boolean {
  return ({ folder: began }) => {
    return began !== undefined && pathWithin(folder, began) !== null;
  };
}

/** A sub-agent's transcript is at SESSION/subagents/agent-ID.jsonl, beside SESSION.jsonl. */
function sessionFile({ path, agentId }: TranscriptFile): string {
  if (agentId === undefined) return path;
  return `${dirname(path.replace(/([\\/])subagents[\\/].*$/, "$1subagents"))}.jsonl`;
}
