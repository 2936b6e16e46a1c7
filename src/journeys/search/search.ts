// search: a question in words → the results, one line each; `show` gives the full text. Who asks gets as many as were
// asked for: what is too weak to be injected is marked, not left out.

import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import type { ReadQuestion } from "../../indexes/codemap/meaning.ts";
import { excerptsFor } from "../../indexes/search/excerpt.ts";
import { fallingRelevance } from "../../indexes/search/in-order.ts";
import { leadOf, relevanceOf } from "../../indexes/search/relevance.ts";
import { loadingWaitMs, type SearchHit } from "../../indexes/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import { worthShowing } from "../../protocol/recall.ts";
import { parseSince } from "../../protocol/since.ts";
import { projectNames, projectScope } from "../../rooms/projects/room.ts";
import { lastPromptAt, turnsById } from "../../rooms/turns/room.ts";
import { resolveId } from "../../store/resolve.ts";
import { echoesApart } from "./echoes.ts";
import { type FoldedHit, foldTurns } from "./fold.ts";
import { outcomesOf } from "./outcomes.ts";
import { spreadOverSessions } from "./spread.ts";
import { symbolResults, withSymbols } from "./symbols.ts";

type Answer = OutputOf<"search">;
type FoundStory = FoldedHit<SearchHit> & { asked: string };

/** A loaded model may be busy. */
const defaultWaitMs = 10_000;
/** For callers that wait until the model is loaded, also on a busy machine. */
const waitMs = 60_000;
const quickMs = 150;
/** So many rows may be what is nearest by meaning alone, where common words would leave it out. */
const nearestOf = (limit: number) => Math.ceil(0.6 * limit);
/** So many are looked for: several may become one, and one session may have most of them. */
const toFind = (limit: number) => Math.max(60, 4 * limit);

export async function searchMemory(memory: Memory, input: ParsedInputOf<"search">): Promise<Answer> {
  const started = performance.now();
  const since = input.since === undefined ? undefined : parseSince(input.since);
  const projects = await projectScope(memory.db, input);
  const isElsewhere = projects.within === "unknown folder";
  let isLate = false;
  let read: ReadQuestion | null = null;
  const found = await memory.search.find(input.query, {
    scope: {
      projects,
      sessionId: input.session ? await resolveId(memory.db, "sessions", input.session) : undefined,
      exceptSessionId: input.exceptSession,
      kind: input.kind,
      file: input.file,
      since,
      conversations: input.conversations,
      asking: await askingIn(memory, input),
    },
    limit: toFind(input.limit),
    nearest: nearestOf(input.limit),
    contrast: true,
    embeddingWithinMs: input.quick ? quickMs : input.wait ? waitMs : defaultWaitMs,
    loadingWithinMs: input.wait ? waitMs : loadingWaitMs,
    onWordsOnly: () => {
      isLate = true;
    },
    onRead: (question) => {
      read = question;
    },
  });
  const names = await projectNames(memory.db);
  const { others, echoes } = echoesApart(input.query, await withoutRepetition(memory, found));
  const judged = judgedTogether(others);
  const firstWeak = judged.findIndex(({ relevance }) => relevance < worthShowing);
  const likely = firstWeak < 0 ? judged : judged.slice(0, firstWeak);
  const folded = [...likely, ...judgedTogether(echoes), ...judged.slice(likely.length)];
  // Cut by the number that is shown: a turn stands for what was found of it.
  const rows = neverRising(folded).filter(({ relevance }) => relevance >= input.minRelevance);
  const chosen = spreadOverSessions(rows, input.limit, nearestOf(input.limit));
  const outcomeOf = await outcomesOf(memory.db, chosen);
  const excerptOf = excerptsFor(input.query);
  const results = chosen.map(({ hit, relevance, evidence }) => ({
    ...asResult(hit, names, input.explain),
    relevance,
    isWeak: relevance < worthShowing,
    ...excerptOf(hit.document),
    ...outcomeOf(hit),
    ...(evidence.length > 0 ? { evidence: evidence.map(asEvidence) } : {}),
  }));
  const symbols = await symbolResults(memory, input, { projects, names, read });
  const merged = withSymbols(results, symbols).slice(0, input.limit);
  const ms = performance.now() - started;
  const trouble = memory.trouble();
  const meaning = meaningOf(memory, trouble, isLate);
  memory.events.record({
    type: "search.query",
    data: { kind: meaning === "used" ? "hybrid" : "full-text", results: merged.length },
    durationMs: ms,
  });
  memory.events.record({
    type: "search.result",
    data: {
      ids: merged.map(({ id }) => id),
      relevance: merged[0]?.relevance ?? 0,
      weak: merged.filter(({ isWeak }) => isWeak).length,
    },
  });
  const note = isElsewhere
    ? "nothing is remembered of this folder; searched what is valid everywhere"
    : wordsOnly(meaning, trouble);
  return { results: merged, ms, meaning, note };
}

/** What the asking session does at the moment: the question itself, and the calls that look for its answer. */
async function askingIn({ db }: Memory, { askedIn }: ParsedInputOf<"search">) {
  if (askedIn === undefined) return undefined;
  const sessionId = askedIn.replace(/^host:/, "");
  const since = await lastPromptAt(db, sessionId);
  return since === null ? undefined : { sessionId, since };
}

/** An earlier asking is at most as likely as what stands before it. */
function neverRising<R extends { relevance: number }>(rows: readonly R[]): R[] {
  let most = 1;
  return rows.map((row) => {
    most = Math.min(most, row.relevance);
    return { ...row, relevance: most };
  });
}

/** How likely each is; what tells the same story as a result does not compete with it. */
function judgedTogether<R extends FoldedHit<SearchHit>>(rows: readonly R[]): R[] {
  const scores = rows.map(({ best }) => best.score);
  const likely = rows.map(({ best: { signals, score } }, rank) =>
    relevanceOf({ ...signals, lead: signals.lead === null ? null : leadOf(score, rank, scores) }),
  );
  const falling = fallingRelevance(likely);
  return rows.map((row, i) => ({ ...row, relevance: falling[i] ?? 0 }));
}

async function withoutRepetition({ db }: Memory, found: readonly SearchHit[]): Promise<FoundStory[]> {
  const turns = found.filter(({ document }) => document.owner_kind === "turn");
  const ids = turns.map(({ document }) => document.owner_id);
  const byId = await turnsById(db, ids);
  return foldTurns(found, byId).map((one) => {
    const { owner_id, title } = one.hit.document;
    return { ...one, asked: byId.get(owner_id)?.request ?? title };
  });
}

function asEvidence({ document: { owner_id: id, title, summary } }: SearchHit): {
  id: string;
  title: string;
} {
  return { id, title: title || summary };
}

function meaningOf({ embedder }: Memory, trouble: Error | null, isLate: boolean): Answer["meaning"] {
  if (trouble) return "unavailable";
  if (embedder.dimensions === 0) return "off";
  return isLate ? "loading" : "used";
}

/** Why the search was by words only; null if vectors were used or are turned off. */
function wordsOnly(meaning: Answer["meaning"], trouble: Error | null): string | null {
  if (trouble) return `by words only: the embedding model is unavailable (${trouble.message})`;
  return meaning === "loading" ? "by words only: the embedding model is still loading" : null;
}

function asResult(
  one: SearchHit,
  names: ReadonlyMap<string, string>,
  explain: boolean,
): Omit<Answer["results"][number], "relevance" | "isWeak" | "excerpt" | "matched"> {
  const { document, text, meaning, parts, bonus } = one;
  return {
    id: document.owner_id,
    kind: document.owner_kind,
    title: document.title,
    summary: document.summary,
    sessionId: document.session_id,
    project: document.project_id === null ? "" : (names.get(document.project_id) ?? ""),
    happenedAt: document.happened_at,
    ...(explain ? { why: { text, meaning, parts: { ...parts, ...bonus } } } : {}),
  };
}
