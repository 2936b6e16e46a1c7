// search: a question in words → what was found, one line each; `show` tells more.

import { z } from "zod";
import type { Found } from "../indexes/search/search.ts";
import type { Memory } from "../memory.ts";
import { EngramError } from "../protocol/errors.ts";
import type { OutputOf, ParsedInputOf } from "../protocol/operations.ts";
import { findProject } from "../rooms/episodic/room.ts";
import { resolveId } from "../store/resolve.ts";

type Answer = OutputOf<"search">;

/** A model that is loaded may be busy. */
const patienceMs = 10_000;
/** For whoever wants to wait until it is loaded, also on a busy machine. */
const waitMs = 60_000;
const quickMs = 150;

export async function searchMemory(memory: Memory, input: ParsedInputOf<"search">): Promise<Answer> {
  const started = performance.now();
  const since = input.since === undefined ? undefined : parseSince(input.since);
  const project = input.allProjects || !input.folder ? null : await findProject(memory.db, input.folder);
  const isElsewhere = input.folder !== undefined && !input.allProjects && project === null;
  let isLate = false;
  const found = isElsewhere
    ? []
    : await memory.search.find(input.query, {
        scope: {
          projectId: project?.id,
          sessionId: input.session ? await resolveId(memory.db, "sessions", input.session) : undefined,
          kind: input.kind,
          file: input.file,
          since,
        },
        limit: input.limit,
        minRelevance: input.minRelevance,
        meaningWithinMs: input.quick ? quickMs : input.wait ? waitMs : patienceMs,
        unlessLoading: !input.wait,
        onWordsOnly: () => {
          isLate = true;
        },
      });
  const names = await projectNames(memory);
  const results = found.map((one) => asResult(one, names, input.explain));
  const ms = performance.now() - started;
  const trouble = memory.trouble();
  const meaning = meaningOf(memory, trouble, isLate);
  memory.events.record({
    type: "search.query",
    data: { kind: meaning === "used" ? "hybrid" : "full-text", results: results.length },
    durationMs: ms,
  });
  const note = isElsewhere ? "nothing is remembered of this folder" : wordsOnly(meaning, trouble);
  return { results, ms, meaning, note };
}

function meaningOf({ embedder }: Memory, trouble: string | null, isLate: boolean): Answer["meaning"] {
  if (trouble) return "unavailable";
  if (embedder.dimensions === 0) return "off";
  return isLate ? "loading" : "used";
}

/** Why meaning was not searched, for whoever expects it; null where it was, or is turned off. */
function wordsOnly(meaning: Answer["meaning"], trouble: string | null): string | null {
  if (trouble) return `by words only: the embedding model is unavailable (${trouble})`;
  return meaning === "loading" ? "by words only: the embedding model is still loading" : null;
}

function asResult(
  one: Found,
  names: ReadonlyMap<string, string>,
  explain: boolean,
): Answer["results"][number] {
  const { document, relevance, text, meaning, parts, bonus } = one;
  return {
    id: document.owner_id,
    kind: document.owner_kind,
    title: document.title,
    summary: document.summary,
    sessionId: document.session_id,
    project: document.project_id === null ? "" : (names.get(document.project_id) ?? ""),
    happenedAt: document.happened_at,
    relevance,
    ...(explain ? { why: { text, meaning, parts: { ...parts, ...bonus } } } : {}),
  };
}

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** 24h, 7d, 2w, or a date as people write it in lists. */
export function parseSince(text: string, now = new Date()): string {
  const span = /^(\d+)([hdw])$/.exec(text.trim());
  if (span) return new Date(now.getTime() - Number(span[1]) * (unitMs[span[2] ?? ""] ?? 0)).toISOString();
  const day = z.iso.date().or(z.iso.datetime()).safeParse(text.trim());
  if (day.success) return new Date(day.data).toISOString();
  throw new EngramError("invalid_input", `${text} is no time`, { hint: "Write 24h, 7d, 2w or 2026-03-01." });
}

async function projectNames(memory: Memory): Promise<Map<string, string>> {
  const rows = await memory.db.selectFrom("projects").select(["id", "name"]).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
