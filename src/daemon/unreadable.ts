// Payloads that cannot be processed, redacted and kept for the user to inspect.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Memory } from "../memory/memory.ts";
import { cleanerFor } from "../secrets/cleaner.ts";

const maxReasonLength = 1_000;
/** Enough to recognise the payload. */
const keptBytes = 64 * 1024;
/** Read a little more than is kept: a secret cut in two would no longer be recognised. */
export const seenBytes = keptBytes + 4096;

export function keepUnreadable(
  memory: Memory,
  path: string,
  content: Buffer,
  reason: string,
  projectDir?: string,
): void {
  mkdirSync(memory.paths.unreadable, { recursive: true, mode: 0o700 });
  const clean = projectDir ? cleanerFor(projectDir) : cleanerFor();
  const because = clean.text(reason).slice(0, maxReasonLength);
  const text = clean.text(content.subarray(0, seenBytes).toString("utf8")).slice(0, keptBytes);
  const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${basename(path)}.txt`;
  writeFileSync(join(memory.paths.unreadable, name), `${because}\n\n${text}\n`, { mode: 0o600 });
  memory.events.record({
    type: "hook.unreadable",
    data: { reason: because, bytes: content.length, kept: name },
  });
}
