// The portable form of every hook: payload on stdin. It writes the inbox file, returns the host's answer if one is due,
// and fails open: whatever is broken, the exit code is 0 and nothing is shown.

import { readFileSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Adapter, eventNameIn } from "../../agents/adapter.ts";
import { parseBounded } from "../../agents/bounded-json.ts";
import { answeringHook } from "../../agents/hook-table.ts";
import { adapterOf, senderOf } from "../../agents/hosts.ts";
import { connect, isListening, spawnDaemon } from "../../client/connect.ts";
import { post } from "../../client/socket.ts";
import { endTurn, takeTurn } from "../../client/turn.ts";
import { commandWord, inShell } from "../../config/command-word.ts";
import { hookEnvironment } from "../../config/environment.ts";
import { isNewNotice } from "../../config/hook-log.ts";
import { type Paths, pathsOf } from "../../config/paths.ts";
import { frame, inert } from "../../context/quote.ts";
import { finish, leave, unpack } from "../../platform/inbox.ts";
import { TellbackError } from "../../protocol/errors.ts";

interface Options {
  /** Where hook.sh has put the payload; it has also taken the turn to start the daemon. */
  inbox?: string;
}

const maxAnsweredSize = 1024 * 1024;

export async function runHook(host: string, options: Options): Promise<void> {
  try {
    const paths = pathsOf();
    const file = options.inbox ?? (await leave(paths, host, hookEnvironment(host).projectDir, process.stdin));
    const sender = senderOf(host);
    const adapter = await adapterOf(sender.host);
    const wait = adapter ? waitFor(adapter, file, sender.eventName) : null;
    const answered = adapter && wait ? await answerWithin(wait, adapter, paths, file, options) : "";
    await finish(file);
    if (answered !== "") await say(answered);
    if (!wait?.startsDaemon) await wakeDaemon(paths, options);
  } catch {
    // The agent's work matters more than capturing it.
  }
  process.exit(0);
}

interface Wait {
  leftMs: number;
  /** Frequent events ask only a daemon that runs. */
  startsDaemon: boolean;
}

/** How long the host may still wait for an answer to this event; null if none is due. */
function waitFor(adapter: Adapter, file: string, named: string | undefined): Wait | null {
  const { size, birthtimeMs, mtimeMs } = statSync(file);
  if (size > maxAnsweredSize) return null;
  const hook = answeringHook(adapter.hooks, named ?? eventIn(adapter, file));
  if (!hook) return null;
  const leftMs = hook.startMs - ageOf(birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs);
  return leftMs > 0 ? { leftMs, startsDaemon: hook.does === "answer" } : null;
}

function eventIn(adapter: Adapter, file: string): string {
  const envelope = unpack(readFileSync(file), "");
  const parsed = envelope && parseBounded(envelope.payload);
  return parsed?.ok ? eventNameIn(adapter, parsed.value, undefined) : "";
}

/** A file system with its own clock may give any time: beyond this age, only the process's own age counts. */
const maxHookMs = 60_000;

/** Milliseconds since the hook started: on a busy machine Node alone takes seconds to start. */
function ageOf(leftAtMs: number): number {
  const sinceLeft = Date.now() - leftAtMs;
  const sinceStart = performance.now();
  return sinceLeft <= maxHookMs ? Math.max(sinceLeft, sinceStart) : sinceStart;
}

/** Nothing once the deadline has passed: the payload waits in the inbox either way. */
function answerWithin(
  wait: Wait,
  adapter: Adapter,
  paths: Paths,
  file: string,
  options: Options,
): Promise<string> {
  const asked = ask(adapter, paths, file, wait, options).catch((thrown: unknown) => {
    endTurn(paths);
    return noticeOf(adapter, paths, thrown);
  });
  return Promise.race([asked, pause(wait.leftMs, "")]);
}

/** Of many hooks that find no daemon at the same moment, one starts it. */
function mayStart(paths: Paths, { inbox }: Options): boolean {
  return inbox !== undefined || takeTurn(paths);
}

/** If tellback cannot start, the user gets one line, once a day; the model gets nothing. */
function noticeOf({ toHost }: Adapter, paths: Paths, thrown: unknown): string {
  const said = frame`tellback: ${inert(TellbackError.from(thrown).message)}. Run \`tellback doctor\`.`;
  const text = inShell(said, commandWord(paths));
  return isNewNotice(paths, text) ? toHost("SessionStart", { context: frame``, notice: text }) : "";
}

async function ask(
  { host }: Adapter,
  paths: Paths,
  file: string,
  { leftMs, startsDaemon }: Wait,
  options: Options,
): Promise<string> {
  const envelope = readFileSync(file);
  if (!(await isListening(paths)) && !(startsDaemon && mayStart(paths, options))) return "";
  const { daemon } = await connect(paths);
  const reply = await post(
    daemon,
    `/hook/${host}`,
    "application/octet-stream",
    envelope,
    AbortSignal.timeout(Math.ceil(leftMs)),
  );
  return reply.status === 200 ? reply.body : "";
}

function say(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/** Starts a daemon to process the inbox, without waiting for it. */
async function wakeDaemon(paths: Paths, options: Options): Promise<void> {
  if (!(await isListening(paths)) && mayStart(paths, options)) spawnDaemon(paths);
}
