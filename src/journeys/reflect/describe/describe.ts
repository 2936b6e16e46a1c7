// describe: a session that rules have summarised → its summary in a model's words, by one request. Only what happened since
// the last one is asked about; a long session is described in parts, and each part is kept, so that a failure costs little.

import { type AskModel, noteOnFailure } from "../../../memory/ask-model.ts";
import type { Memory } from "../../../memory/memory.ts";
import { cleanerOfSessions } from "../../../memory/without-secrets.ts";
import { chatHost } from "../../../protocol/chat.ts";
import { decisionText } from "../../../protocol/decision-text.ts";
import type { Learning } from "../../../protocol/knowledge.ts";
import { agentItself } from "../../../protocol/observations.ts";
import { plural } from "../../../protocol/plural.ts";
import type { Session, SummaryParts } from "../../../protocol/sessions.ts";
import { wholeObservations } from "../../../rooms/observations/room.ts";
import { lockProject } from "../../../rooms/projects/room.ts";
import {
  getSession,
  noteUndescribed,
  putSummary,
  summaryOf,
  upToOf,
  writtenOf,
} from "../../../rooms/sessions/room.ts";
import { improveTurn, turnsOf } from "../../../rooms/turns/room.ts";
import type { Db } from "../../../store/schema.ts";
import type { Candidate } from "../extract/candidate.ts";
import type { Learned } from "../learn.ts";
import { knownIn, learnAll, recordLearned } from "../learn-all.ts";
import { nearnessOf } from "../nearness.ts";
import { applyStep } from "../plan-consolidation.ts";
import { type Described, described, type UsedAnswer, usedOf } from "./answer.ts";
import { closePoints, openPoints } from "./points.ts";
import { inParts, sessionText, type TurnText, turnTexts } from "./session-text.ts";
import { system } from "./system.ts";

export type Describing =
  | { status: "written"; learned: Learned[] }
  | { status: "unchanged" }
  | { status: "capped"; until: string }
  /** `isPaid`: an answer came and could not be used. */
  | { status: "unavailable"; reason: string; isPaid: boolean };

/** About 12,000 tokens a request. */
const part = { characters: 48_000, count: 4 };
const max = { open: 20, candidates: 20, lines: 12 };

export async function describe(
  memory: Memory,
  sessionId: string,
  ask: AskModel,
  { again = false, signal }: { again?: boolean | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Describing> {
  const { db } = memory;
  const session = await getSession(db, sessionId);
  const before = again ? null : await writtenOf(db, sessionId);
  const turns = await turnsOf(db, sessionId);
  const fresh = before ? turns.filter(({ endedAt }) => endedAt > before.to) : turns;
  const [first] = fresh;
  if (!first) return { status: "unchanged" };
  const texts = turnTexts(fresh, await wholeObservations(db, sessionId, first.startedAt));
  const learned: Learned[] = [];
  let so: SummaryParts | null = before?.parts ?? null;
  for (const some of inParts(texts, part.characters, part.count)) {
    const done = await describePart(memory, session, some, so, ask, signal);
    if (done.status !== "written") return done;
    so = done.parts;
    learned.push(...done.learned);
  }
  recordLearned(memory, sessionId, learned);
  return { status: "written", learned };
}

type PartDone =
  | { status: "written"; parts: SummaryParts; learned: Learned[] }
  | Extract<Describing, { status: "capped" | "unavailable" }>;

async function describePart(
  memory: Memory,
  session: Session,
  turns: readonly TurnText[],
  before: SummaryParts | null,
  ask: AskModel,
  signal: AbortSignal | undefined,
): Promise<PartDone> {
  const { db } = memory;
  const upTo = await upToOf(db, session.id);
  const left = before?.open.map((text) => ({ text, sessionId: session.id })) ?? [];
  const open = [...left, ...(await openPoints(db, session))].slice(0, max.open);
  const candidates = (await learnedHere(db, session, before)).slice(-max.candidates);
  const started = performance.now();
  let isPaid = false;
  const clean = await cleanerOfSessions(memory, [session.id]);
  const last = turns.at(-1)?.turn.endedAt ?? "";
  const asked = await ask("describe", `describe:${session.id}:${last}`, {
    system,
    prompt: `Describe this session of ${plural(turns.length, "turn")}.`,
    data: sessionText(
      {
        open: open.map(({ text }) => text),
        candidates: candidates.map(({ content }) => content),
        before,
      },
      turns,
    ),
    schema: described,
    maxTokens: 1_500 + 80 * turns.length,
    signal,
    onCost: () => {
      isPaid = true;
    },
  });
  if (asked.status !== "answered") {
    await noteUndescribed(db, session.id, clean.text(noteOnFailure(asked)));
    if (asked.status === "capped") return { status: "capped", until: asked.until };
    return { status: "unavailable", reason: clean.text(asked.reason), isPaid };
  }
  const used = usedOf(clean.deep(asked.value) as Described, {
    open: open.length,
    candidates: candidates.length,
    texts: turns.map(({ text }) => text),
  });
  const provider = `${asked.provider}:${asked.model}`;
  const found = session.host === chatHost ? [] : candidatesIn(used, turns);
  const dropped = new Set(used.drop.flatMap((place) => candidates[place]?.id ?? []));
  const known = (await knownIn(db, session.projectId)).filter(({ id }) => !dropped.has(id));
  const nearness = await nearnessOf(memory, [
    ...known,
    ...found.map(({ content }) => ({ id: null, content })),
  ]);
  const byRules = await summaryOf(db, session.id);
  const parts = merged(used, before, open, byRules?.files ?? []);
  const at = new Date().toISOString();
  const learned = await db.transaction().execute(async (tx) => {
    await lockProject(tx, session.projectId);
    const made = { sessionId: session.id, provider, note: null, upTo, parts, at, writtenTo: last };
    if (!(await putSummary(tx, made))) return null;
    await improve(tx, used, turns, provider);
    await closePoints(
      tx,
      session,
      used.closed.map((place) => open[place]),
      last,
    );
    for (const id of dropped)
      await applyStep(tx, { step: "archive", id, reason: "no lasting statement, says the model" }, at);
    const origin = {
      projectId: session.projectId,
      sessionId: session.id,
      review: memory.config["knowledge.review"],
    };
    return learnAll(tx, origin, found, nearness, dropped);
  });
  memory.events.record({
    type: "hook.summary",
    sessionId: session.id,
    data: { provider, turns: turns.length, learnings: learned?.length ?? 0 },
    durationMs: performance.now() - started,
    tokensIn: asked.usage.input + (asked.usage.cacheRead ?? 0),
    tokensOut: asked.usage.output,
  });
  return { status: "written", parts, learned: learned ?? [] };
}

/**
 * What rules learned in this session alone; what the user confirmed, another session said too or the record says already is
 * settled.
 */
async function learnedHere(
  db: Db,
  { id, projectId }: Session,
  before: SummaryParts | null,
): Promise<Learning[]> {
  return (await knownIn(db, projectId)).filter(
    ({ sessionId, state, isManual, timesSeen, content }) =>
      sessionId === id &&
      (state === "active" || state === "waiting") &&
      !isManual &&
      timesSeen <= 1 &&
      !before?.known.includes(content),
  );
}

function candidatesIn({ known }: UsedAnswer, turns: readonly TurnText[]): Candidate[] {
  return known.map(({ text, category, isDeadEnd, turn }) => ({
    content: text,
    category,
    statementKind: isDeadEnd ? "dead end" : "claim",
    // A model's reading of the session, not the user's own words.
    saidBy: null,
    isSure: true,
    isDecision: false,
    observationId: turns[turn]?.observationId ?? null,
    at: turns[turn]?.turn.endedAt ?? new Date().toISOString(),
    claim: text,
    proof: null,
  }));
}

/** On a resume the new part is added to what was written before. */
function merged(
  used: UsedAnswer,
  before: SummaryParts | null,
  open: readonly { text: string }[],
  files: readonly string[],
): SummaryParts {
  const closed = new Set(used.closed.map((place) => open[place]?.text));
  const newest = <T>(earlier: readonly T[] | undefined, now: readonly T[]) =>
    [...(earlier ?? []), ...now].slice(-max.lines);
  return {
    title: used.title || (before?.title ?? ""),
    now: used.now || (before?.now ?? ""),
    decided: newest(
      before?.decided,
      used.decided.map(({ what, because, by }) => ({ what, because, by })),
    ),
    open: newest(
      before?.open.filter((text) => !closed.has(text)),
      used.open,
    ),
    known: newest(
      before?.known,
      used.known.map(({ text }) => text),
    ),
    files: [...files],
  };
}

async function improve(
  tx: Db,
  used: UsedAnswer,
  turns: readonly TurnText[],
  provider: string,
): Promise<void> {
  // What is open at the end is kept by the last turn whose agent did not say so itself.
  const last = turns.findLastIndex(({ turn }) => turn.provider !== agentItself);
  for (const [place, { turn }] of turns.entries()) {
    const outcome = used.turns.get(place) ?? (place === last ? turn.outcome : undefined);
    if (outcome === undefined) continue;
    const decisions = used.decided.filter((one) => one.turn === place).map(decisionText);
    const open = place === last ? used.open : [];
    await improveTurn(tx, turn.id, { outcome, decisions, open }, provider);
  }
}
