// The daemon's side of the inbox: files from hooks → events → capture. A file is deleted only after its event is stored.

import { rmSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as pause, setImmediate } from "node:timers/promises";
import { eventNameIn } from "../agents/adapter.ts";
import { createBounder, parseBounded } from "../agents/bounded-json.ts";
import { adapterOf, senderOf } from "../agents/hosts.ts";
import { noteHooks, seenName } from "../config/hook-log.ts";
import { capture } from "../memory/capture/capture.ts";
import type { Memory } from "../memory/memory.ts";
import { beginningOf, type Envelope, open, type WaitingFile, waiting } from "../platform/inbox.ts";
import { TellbackError } from "../protocol/errors.ts";
import type { HookEvent } from "../protocol/hook.ts";
import { cleanerFor } from "../secrets/cleaner.ts";
import { watchUnfinished } from "./abandoned.ts";
import { loadOpenFiles } from "./open-files.ts";
import { deathsAllowed, planOf } from "./order.ts";
import { keepUnreadable, seenBytes } from "./unreadable.ts";

export interface Intake {
  /** Processes waiting files; returns their number. */
  takeIn(stopping: AbortSignal): Promise<number>;
  /** Whether a hook failed to finish its file since the last call: its event must then come from the transcript. */
  hasMissed(): boolean;
}

interface ReceivedFile {
  path: string;
  event: HookEvent;
}

type OpenResult = { status: "envelope"; envelope: Envelope } | { status: "unreadable" } | { status: "later" };

const maxPauseMs = 250;

const unreadable = { status: "unreadable" } as const;
const later = { status: "later" } as const;

export function openIntake(memory: Memory): Intake {
  const startedAt = performance.now();
  const openFiles = loadOpenFiles(memory.paths.openFiles);
  const unfinished = watchUnfinished(memory.paths);
  let missed = false;

  async function takeIn(stopping: AbortSignal): Promise<number> {
    const looked = new Set<string>();
    let taken = 0;
    while (!stopping.aborted) {
      const all = waiting(memory.paths);
      unfinished.forgetAllBut(new Set(all.map(({ path }) => path)));
      const files = all.filter(({ path }) => !looked.has(path));
      const { small, alone } = planOf(files, deathsOf, performance.now() - startedAt);
      const batches = small.length > 0 ? small : alone ? [[alone]] : [];
      if (batches.length === 0) break;
      for (const batch of batches) {
        if (stopping.aborted) break;
        for (const { path } of batch) looked.add(path);
        const from = performance.now();
        taken += await takeBatch(batch);
        // Requests that came in meanwhile are answered first; large files leave half of the time for them.
        if (small.length > 0) await setImmediate();
        else await pause(Math.min(performance.now() - from, maxPauseMs));
      }
    }
    return taken;
  }

  const deathsOf = ({ path }: WaitingFile) => openFiles.deathsOf(basename(path));

  async function takeBatch(files: readonly WaitingFile[]): Promise<number> {
    const done: string[] = [];
    const taken: ReceivedFile[] = [];
    const events = new Set<string>();
    let trouble: unknown = null;
    openFiles.start(files.map(({ path }) => basename(path)));
    try {
      for (const file of files) {
        try {
          const opened = openFile(file);
          if (opened.status === "later") continue;
          const event =
            opened.status === "envelope" && (await eventOf(memory, file.path, opened.envelope, events));
          if (event) taken.push({ path: file.path, event });
          // A file kept as unreadable is deleted at once: if the store is away, the next round must not keep it again.
          else rmSync(file.path, { force: true });
          done.push(file.path);
        } catch (error) {
          // One file that cannot be read or kept must not block the others.
          trouble ??= error;
        }
      }
      noteHooks(memory.paths, events);
      await captureAll(memory, taken);
      for (const { path } of taken) rmSync(path, { force: true });
    } finally {
      openFiles.finish(done.map((path) => basename(path)));
    }
    if (trouble) throw trouble;
    return done.length;
  }

  function openFile(file: WaitingFile): OpenResult {
    const { path } = file;
    const deaths = deathsOf(file);
    if (deaths >= deathsAllowed) return setAside(path, deaths);
    const opened = open(path);
    switch (opened.status) {
      case "whole":
        return { status: "envelope", envelope: opened.envelope };
      case "gone":
        return unreadable;
      case "closed":
        return later;
      case "unfinished": {
        if (!unfinished.isAbandoned(file)) return later;
        missed = true;
        if (opened.envelope) return { status: "envelope", envelope: opened.envelope };
        if (file.bytes > 0) keepUnreadable(memory, path, beginningOf(path, seenBytes), "the hook was killed");
        return unreadable;
      }
      case "large": {
        if (!opened.isWhole && !unfinished.isAbandoned(file)) return later;
        const bounder = createBounder();
        for (const piece of opened.pieces()) if (!bounder.push(piece)) break;
        const bounded = bounder.end();
        const { host, projectDir, at } = opened;
        if (bounded.ok)
          return { status: "envelope", envelope: { host, projectDir, at, payload: bounded.bytes } };
        keepUnreadable(memory, path, beginningOf(path, seenBytes), bounded.reason, projectDir);
        return unreadable;
      }
      case "foreign":
        keepUnreadable(memory, path, opened.content, "not written by a tellback hook");
        return unreadable;
    }
  }

  /** If even this crashed the daemon, nothing of the file is read any more. */
  function setAside(path: string, deaths: number): OpenResult {
    const content = deaths === deathsAllowed ? beginningOf(path, seenBytes) : Buffer.alloc(0);
    keepUnreadable(memory, path, content, `the daemon crashed ${deaths} times while reading this file`);
    missed = true;
    return unreadable;
  }

  return {
    takeIn,
    hasMissed() {
      const before = missed;
      missed = false;
      return before;
    },
  };
}

/** One event that cannot be stored must not block the others: it is found by bisection. */
async function captureAll(memory: Memory, taken: readonly ReceivedFile[]): Promise<void> {
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

/** SQLite: too big, constraint, mismatch, range. PostgreSQL: classes 22 and 23. All other errors may be temporary. */
function isStoreTrouble(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") return ![18, 19, 20, 25].includes(errcode & 0xff);
  return typeof code === "string" && !code.startsWith("ERR_") && !/^2[23]/.test(code);
}

async function eventOf(
  memory: Memory,
  path: string,
  envelope: Envelope,
  events: Set<string>,
): Promise<HookEvent | null> {
  const sender = senderOf(envelope.host);
  const adapter = await adapterOf(sender.host);
  if (!adapter) {
    const reason = `unknown host "${envelope.host}"`;
    keepUnreadable(memory, path, envelope.payload, reason, envelope.projectDir);
    return null;
  }
  const parsed = parseBounded(envelope.payload);
  if (!parsed.ok) {
    // The parser's own message quotes the text, which may be a secret.
    const reason = parsed.reason.replace(/^not JSON:.*$/s, "not JSON");
    keepUnreadable(memory, path, envelope.payload, reason, envelope.projectDir);
    return null;
  }
  try {
    const name = eventNameIn(adapter, parsed.value, sender.eventName);
    const seen = {
      projectDir: envelope.projectDir || undefined,
      at: envelope.at,
      eventName: sender.eventName,
    };
    const event = adapter.fromHook(parsed.value, seen);
    // The canary proves that the script works, not that the host runs it.
    const session = event?.sessionId ?? String((parsed.value as { session_id?: unknown } | null)?.session_id);
    if (name !== "" && !session.startsWith("tellback-doctor-"))
      events.add(seenName(sender.host, cleanerFor(envelope.projectDir).text(name).slice(0, 40)));
    return event;
  } catch (error) {
    if (!(error instanceof TellbackError)) throw error;
    const folder = envelope.projectDir || folderIn(parsed.value);
    keepUnreadable(memory, path, envelope.payload, error.message, folder);
    return null;
  }
}

/** Whose secrets a payload may contain that no adapter understands: hosts name their folder in one of these fields. */
function folderIn(payload: unknown): string | undefined {
  const { cwd, workspace_roots, workspaceRoots } = (payload ?? {}) as Record<string, unknown>;
  return [cwd, workspace_roots, workspaceRoots].flat().find((one) => typeof one === "string");
}
