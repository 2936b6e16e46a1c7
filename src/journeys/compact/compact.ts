// compact: keeps what a host removes from a session's window. Before a compaction, the host's summariser gets
// instructions, and the stretch since the last compaction is noted and summarised in a job: by rules at
// once, and by a model if one is configured. After it, the host's own summary joins the same row. Repeating any of
// these steps changes nothing.

import { readLines } from "../../agents/claude-code/transcript-file.ts";
import { type Stretch as Read, stretchReader } from "../../agents/claude-code/transcript-stretch.ts";
import { frame, inert, joinInert, quoteBlock } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import { catchUpSession, catchUpUntil } from "../../memory/capture/catch-up.ts";
import { transcriptLagMs, transcriptOf } from "../../memory/capture/transcript.ts";
import type { Memory } from "../../memory/memory.ts";
import { completeTurns } from "../../memory/turns.ts";
import type { Compaction, MessageRange } from "../../protocol/compaction.ts";
import type { HookAnswer, HookEventOf } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { agentItself, offline } from "../../protocol/observations.ts";
import {
  type CompactionEvent,
  compactionsOf,
  type MadeSummary,
  noteCompaction,
  putCompactionSummary,
  putMessageRange,
  stretchOf,
  windowOf,
} from "../../rooms/compactions/room.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import { countObservations, observationsOf } from "../../rooms/observations/room.ts";
import { isSession } from "../../rooms/sessions/room.ts";
import { turnsWithin } from "../../rooms/turns/room.ts";
import { type Cleaner, cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { summariseStretch, type Words } from "./summarise-stretch.ts";

const maxObservations = 5_000;

/**
 * The answer before a compaction: instructions for the host's own summariser. If the user asked for the compaction,
 * the host shows them and leaves them in the conversation, so then they are one line.
 */
export async function instructionsFor(
  memory: Memory,
  event: HookEventOf<"compact-before">,
): Promise<HookAnswer> {
  if (!memory.settingsFor(event.projectDir)["recall.compactInstructions"]) return null;
  if (event.trigger !== "auto") return { context: mustBeKept };
  // The messages of the current turn are in the transcript only.
  if (event.transcriptPath) await catchUpUntil(memory, event.transcriptPath, performance.now() + soonMs);
  const lines = await stateOf(memory, event.sessionId);
  if (lines.length === 0) return { context: mustBeKept };
  const state = quoteBlock(frame`What tellback has recorded of the session so far.`, [
    { heading: frame`State:`, lines },
  ]);
  return { context: joinInert([mustBeKept, state], "\n") };
}

const mustBeKept = joinInert(
  [
    frame`Keep exactly: every decision with its reason and its files; the user's last request, and open tasks;`,
    frame`files being changed and what is unfinished in them; identifiers verbatim (paths, names, commands, versions,`,
    frame`numbers); unsolved errors and what was tried. Leave out long tool output: \`tellback search\` finds it.`,
  ],
  " ",
);

const soonMs = 300;
const stateLines = { decisions: 4, pending: 4, files: 6 };
const observationsForState = 300;

/** The parts of the state that are cheap to read, as quoted data. */
async function stateOf({ db }: Memory, sessionId: string): Promise<Inert[]> {
  const window = windowOf(sessionId, await compactionsOf(db, sessionId));
  const so = summariseStretch(
    await observationsOf(db, window, { last: observationsForState }),
    [],
    await turnsWithin(db, window),
  );
  const decided = so.key_decisions.slice(-stateLines.decisions);
  return [
    ...decided.map(({ decision, rationale }) => `decided: ${decision}${rationale && ` (${rationale})`}`),
    ...so.tasks_pending.slice(0, stateLines.pending).map((task) => `open: ${task}`),
    ...so.files_modified.slice(-stateLines.files).map(({ path, action }) => `${action}: ${path}`),
  ].map((line) => inert(line, 200));
}

/** Noted at once, summarised in a job: without delay before a compaction; after it, once the transcript is written. */
export async function keepCompaction(tx: Db, event: CompactionEvent): Promise<void> {
  if (!(await noteCompaction(tx, await withoutForgotten(tx, event)))) return;
  const { sessionId } = event;
  const runAt = new Date(Date.now() + (event.type === "compact-before" ? 0 : transcriptLagMs));
  await enqueue(tx, { kind: "compact", key: sessionId, payload: { sessionId }, runAt });
}

/** The host's own summary may repeat what was forgotten. */
async function withoutForgotten(tx: Db, event: CompactionEvent): Promise<CompactionEvent> {
  if (event.type !== "compact-after" || !event.summary) return event;
  const forgotten = await forgottenWords(tx);
  return { ...event, summary: forgotten.without(event.summary, event.at) };
}

/** The job: every compaction of a session, done or announced, gets a summary of its whole stretch. */
export async function compact(
  memory: Memory,
  sessionId: string,
  goOn: () => Promise<void> | void = () => {},
): Promise<void> {
  const transcript = await transcriptOf(memory, sessionId);
  if (transcript) await catchUpSession(memory, transcript.path, transcript.projectDir);
  const all = await compactionsOf(memory.db, sessionId);
  for (const one of all) {
    await goOn();
    const stale = await isStale(memory, one, all);
    if (!stale && (one.messages !== null || transcript === null)) continue;
    const read = transcript && (await readStretch(transcript.path, one, all, goOn));
    const clean = cleanerFor(transcript?.projectDir ?? "");
    if (read?.messages) {
      one.messages = withoutSecretsIn(read.messages, clean);
      await putMessageRange(memory.db, one.id, one.messages);
    }
    if (!stale && one.made?.provider !== offline) continue;
    const forgotten = await forgottenWords(memory.db);
    const words =
      read?.said.map(
        (said): Words => ({ ...said, text: forgotten.without(clean.text(said.text), said.at) }),
      ) ?? [];
    await summariseByRules(memory, one, all, words);
  }
  if (all.length > 0 && memory.config["llm.provider"] !== offline) {
    await enqueue(memory.db, { kind: "compact-by-model", key: sessionId, payload: { sessionId } });
  }
}

function withoutSecretsIn({ first, last, ...range }: MessageRange, clean: Cleaner): MessageRange {
  const cleaned = (message: MessageRange["first"]) => ({
    ...message,
    id: clean.id(message.id),
    at: clean.text(message.at),
  });
  return { ...range, first: cleaned(first), last: cleaned(last) };
}

/**
 * For a session that continues after a compaction: makes sure its summary exists, by rules if there is none yet. The
 * host waits, so a transcript that is far behind is not read to its end.
 */
export async function ensureSummary(
  memory: Memory,
  sessionId: string,
  { at = new Date().toISOString(), withinMs = 1_000 } = {},
): Promise<void> {
  const until = performance.now() + withinMs;
  const { db } = memory;
  if (!(await isSession(memory.db, sessionId))) return;
  await db.transaction().execute((tx) => keepCompaction(tx, { type: "session-start", sessionId, at }));
  const transcript = await transcriptOf(memory, sessionId);
  if (transcript) await catchUpUntil(memory, transcript.path, until);
  const all = await compactionsOf(db, sessionId);
  const last = all.findLast(({ state }) => state === "done");
  if (last && (await isStale(memory, last, all))) await summariseByRules(memory, last, all);
}

/** A second model call is worth its cost only if much was added. */
const muchMore = (count: number) => 1.25 * count + 5;

async function isStale({ db }: Memory, one: Compaction, all: readonly Compaction[]): Promise<boolean> {
  if (one.made === null) return true;
  // What the agent wrote stays as it is.
  if (one.made.provider === agentItself) return false;
  const { count } = await countObservations(db, stretchOf(one, all));
  return one.made.provider === offline ? count !== one.observations : count > muchMore(one.observations);
}

async function summariseByRules(
  memory: Memory,
  one: Compaction,
  all: readonly Compaction[],
  words: readonly Words[] = [],
): Promise<void> {
  const started = performance.now();
  const stretch = stretchOf(one, all);
  await memory.db.transaction().execute((tx) => completeTurns(tx, one.sessionId));
  const observations = await observationsOf(memory.db, stretch, { last: maxObservations });
  await keepSummary(memory, one, started, {
    at: new Date().toISOString(),
    provider: offline,
    note: null,
    summary: summariseStretch(observations, words, await turnsWithin(memory.db, stretch)),
    observations: (await countObservations(memory.db, stretch)).count,
  });
}

export async function keepSummary(
  memory: Memory,
  one: Compaction,
  started: number,
  made: MadeSummary,
): Promise<void> {
  await memory.db.transaction().execute((tx) => putCompactionSummary(tx, one.id, made));
  memory.events.record({
    type: "hook.summary",
    sessionId: one.sessionId,
    data: { compaction: one.id, provider: made.provider, ...(made.note === null ? {} : { note: made.note }) },
    durationMs: performance.now() - started,
    tokensOut: countTokens(JSON.stringify(made.summary)),
  });
}

/** The stretch according to the transcript, read portion by portion from the end of the previous stretch. */
async function readStretch(
  path: string,
  one: Compaction,
  all: readonly Compaction[],
  goOn: () => Promise<void> | void,
): Promise<Read | null> {
  const before = all.findLast(({ state, at }) => state === "done" && at < one.at)?.messages;
  let from = before?.end ?? 0;
  let reader = stretchReader(one.messageId, before?.last.number);
  for (;;) {
    const read = await readLines(path, from);
    if (read.status === "rewritten" && from > 0) {
      from = 0;
      reader = stretchReader(one.messageId);
      continue;
    }
    if (read.status !== "read") return null;
    const found = reader.read(read.lines);
    if (found) return found;
    if (!read.more) return one.messageId === null ? reader.rest() : null;
    from = read.end;
    await goOn();
  }
}
