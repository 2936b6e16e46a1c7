// The daemon's side of the inbox: files that hooks left → events → capture. A file goes only after the store has it.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseBounded } from "../agents/bounded-json.ts";
import { host as claudeCode } from "../agents/claude-code.ts";
import { adapterOf } from "../agents/hosts.ts";
import { noteHooks } from "../config/notes.ts";
import { type Envelope, type InboxFile, open, waiting } from "../inbox.ts";
import { capture } from "../journeys/capture.ts";
import type { Memory } from "../memory.ts";
import { EngramError } from "../protocol/errors.ts";
import type { HookEvent } from "../protocol/hook.ts";
import { cleanerFor } from "../secrets/cleaner.ts";

const filesAtOnce = 200;
/** A hook that has not finished its file by now was killed. */
const abandonedMs = 30_000;
/** Of a payload that cannot be read, enough to see what it was. */
const unreadableKept = 64 * 1024;
const longestReason = 1_000;

/** Takes in what waits; gives the number of files taken. */
export async function takeIn(memory: Memory): Promise<number> {
  const paths = waiting(memory.paths);
  let taken = 0;
  for (let i = 0; i < paths.length; i += filesAtOnce)
    taken += await takeBatch(memory, paths.slice(i, i + filesAtOnce));
  return taken;
}

async function takeBatch(memory: Memory, paths: readonly string[]): Promise<number> {
  const done: string[] = [];
  const taken: Taken[] = [];
  const events = new Set<string>();
  for (const path of paths) {
    const envelope = envelopeOf(memory, path, open(path));
    if (envelope === "later") continue;
    done.push(path);
    const event = envelope && eventOf(memory, path, envelope, events);
    if (event) taken.push({ path, event });
  }
  noteHooks(memory.paths, events);
  await captureAll(memory, taken);
  for (const path of done) rmSync(path, { force: true });
  return done.length;
}

interface Taken {
  path: string;
  event: HookEvent;
}

/** One event that nothing can be made of must not keep all others waiting: it is found by halving. */
async function captureAll(memory: Memory, taken: readonly Taken[]): Promise<void> {
  try {
    await capture(
      memory,
      taken.map(({ event }) => event),
    );
  } catch (error) {
    if (isStoreTrouble(error)) throw error;
    const [only] = taken;
    if (taken.length === 1 && only) {
      const message = error instanceof Error ? error.message : String(error);
      const content = Buffer.from(JSON.stringify(only.event));
      const reason = `could not be captured: ${message}`;
      keepUnreadable(memory, only.path, content, reason, only.event.projectDir);
      return;
    }
    const half = Math.ceil(taken.length / 2);
    await captureAll(memory, taken.slice(0, half));
    await captureAll(memory, taken.slice(half));
  }
}

/** SQLite: too big, constraint, mismatch, range. PostgreSQL: classes 22 and 23. All else may be well again later. */
function isStoreTrouble(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") return ![18, 19, 20, 25].includes(errcode & 0xff);
  return typeof code === "string" && !code.startsWith("ERR_") && !/^2[23]/.test(code);
}

function envelopeOf(memory: Memory, path: string, file: InboxFile): Envelope | null | "later" {
  switch (file.status) {
    case "whole":
      return file.envelope;
    case "gone":
      return null;
    case "closed":
      return "later";
    case "unfinished":
      if (Date.now() - Date.parse(file.at) < abandonedMs) return "later";
      if (!file.envelope)
        keepUnreadable(memory, path, Buffer.alloc(0), "the hook was killed before it wrote anything");
      return file.envelope;
    case "foreign":
      keepUnreadable(memory, path, file.content, "not written by a hook of engram");
      return null;
  }
}

function eventOf(memory: Memory, path: string, envelope: Envelope, events: Set<string>): HookEvent | null {
  const adapter = adapterOf(envelope.host);
  if (!adapter) {
    const reason = `engram does not know the host ${envelope.host}`;
    keepUnreadable(memory, path, envelope.payload, reason, envelope.projectDir);
    return null;
  }
  const parsed = parseBounded(envelope.payload);
  if (!parsed.ok) {
    // The parser's own words quote the text, which may be a secret.
    const reason = parsed.reason.replace(/^not JSON:.*$/s, "not JSON");
    keepUnreadable(memory, path, envelope.payload, reason, envelope.projectDir);
    return null;
  }
  try {
    const { hook_event_name: name, session_id: session } = (parsed.value ?? {}) as Record<string, unknown>;
    // The doctor's canary proves the script, not that the host runs it; and it looks after Claude Code alone.
    const isCanary = String(session).startsWith("engram-doctor-");
    if (envelope.host === claudeCode && typeof name === "string" && !isCanary)
      events.add(cleanerFor(envelope.projectDir).text(name).slice(0, 40));
    return adapter.fromHook(parsed.value, { projectDir: envelope.projectDir || undefined, at: envelope.at });
  } catch (error) {
    if (!(error instanceof EngramError)) throw error;
    keepUnreadable(memory, path, envelope.payload, error.message, envelope.projectDir);
    return null;
  }
}

function keepUnreadable(
  memory: Memory,
  path: string,
  content: Buffer,
  reason: string,
  projectDir?: string,
): void {
  mkdirSync(memory.paths.unreadable, { recursive: true, mode: 0o700 });
  const clean = projectDir ? cleanerFor(projectDir) : cleanerFor();
  const because = clean.text(reason).slice(0, longestReason);
  // Read a little further than what is kept: a secret cut in two would no longer look like one.
  const seen = content.subarray(0, unreadableKept + 4096).toString("utf8");
  const text = clean.text(seen).slice(0, unreadableKept);
  const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${basename(path)}.txt`;
  writeFileSync(join(memory.paths.unreadable, name), `${because}\n\n${text}\n`, { mode: 0o600 });
  memory.events.record({
    type: "hook.unreadable",
    data: { reason: because, bytes: content.length, kept: name },
  });
}
