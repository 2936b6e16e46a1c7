// measure: how well tellback worked in a period, from its event log. Of most events the log covers the machine,
// of scans of code single projects.

import { compressionRatio } from "../../context/tokens.ts";
import { unresolvedMost } from "../../indexes/codemap/period.ts";
import type { Memory } from "../../memory/memory.ts";
import type { EvalFigures } from "../../protocol/report.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { countUsage, usageBy, usageByHour } from "../../rooms/ledger/room.ts";
import {
  countEvents,
  type EventSpan,
  eventsIn,
  type LoggedEvent,
  latencyOf,
} from "../../store/event-counts.ts";
import { startOfDay, stepsOf } from "./time-steps.ts";

export interface StoredVolume {
  at: string;
  rawBytes: number;
  tokens: number;
}

export async function measure(
  memory: Memory,
  span: EventSpan & { projects: ProjectScope },
  line: readonly StoredVolume[],
): Promise<EvalFigures> {
  const { db, config } = memory;
  const isCovered = ({ data }: LoggedEvent) =>
    span.projects.within === "everywhere" ||
    (span.projects.within === "project" && data.project === span.projects.projectId);
  const [compressed, errors, injected, asked, answered, opened, allScans, allGraphs, usage, by, hours] =
    await Promise.all([
      eventsIn(db, "compress.done", span),
      countEvents(db, "compress.error", span),
      eventsIn(db, "hook.context_inject", span),
      eventsIn(db, "search.query", span),
      eventsIn(db, "search.result", span),
      eventsIn(db, "memory.opened", span),
      eventsIn(db, "ast.scan", span),
      eventsIn(db, "ast.call_graph", span),
      countUsage(db, span),
      usageBy(db, span),
      usageByHour(db, span),
    ]);
  const [scanned, graphs] = [allScans.filter(isCovered), allGraphs.filter(isCovered)];
  return {
    compression: {
      ...latencyOf(compressed),
      errors,
      observations: total(compressed, numberAt("observations")),
      perObservation: msEach(compressed),
      tokensIn: total(compressed, ({ tokensIn }) => tokensIn),
      tokensOut: total(compressed, ({ tokensOut }) => tokensOut),
      ratio: ratioOf(line),
      daily: byDay(line).map(([at, kept]) => ({ at, ratio: ratioOf(kept) })),
    },
    injection: {
      ...injectionFigures(injected, config["recall.budgetTokens"]),
      ...usage,
      by,
      line: stepsOf(hours, span, ["items", "used", "tokens"]).line,
    },
    search: { ...searchFigures(asked), opened: countOpened(answered, opened) },
    resolution:
      graphs.length === 0
        ? null
        : { ...resolutionOf(graphs), unresolved: await unresolvedMost(db, span.projects) },
    scans: {
      ...latencyOf(scanned),
      files: total(scanned, numberAt("files")),
      new: total(scanned, numberAt("new")),
      modified: total(scanned, numberAt("modified")),
      deleted: total(scanned, numberAt("deleted")),
    },
    capture: {
      captured: await countEvents(db, "hook.capture", span),
      unreadable: await countEvents(db, "hook.unreadable", span),
      failedJobs: await countEvents(db, "job.failed", span),
    },
  };
}

function ratioOf(kept: readonly Pick<StoredVolume, "rawBytes" | "tokens">[]): number | null {
  return compressionRatio(
    total(kept, ({ rawBytes }) => rawBytes),
    total(kept, ({ tokens }) => tokens),
  );
}

/** Each is measured by the budget of its own moment; events of before have none. */
function injectionFigures(injected: readonly LoggedEvent[], budgetOfStart: number) {
  const budgets = injected.map(({ data }) => (typeof data.budget === "number" ? data.budget : budgetOfStart));
  const tokens = injected.map(({ tokensOut }) => tokensOut);
  const all = total(tokens, (n) => n);
  return {
    ...latencyOf(injected),
    tokens: all,
    mean: injected.length === 0 ? 0 : all / injected.length,
    maxTokens: tokens.reduce((most, n) => Math.max(most, n), 0),
    budget: injected.length === 0 ? 0 : Math.round(total(budgets, (n) => n) / injected.length),
    overBudget: tokens.filter((n, i) => n > (budgets[i] ?? 0)).length,
    sections: [...sums(injected, "sections")]
      .map(([name, tokens]) => ({ name, tokens }))
      .sort((a, b) => b.tokens - a.tokens),
    lengths: lengthsIn(sums(injected, "lengths")),
  };
}

function sums(events: readonly LoggedEvent[], key: string): Map<string, number> {
  const all = new Map<string, number>();
  for (const { data } of events)
    for (const [name, n] of Object.entries((data[key] ?? {}) as Record<string, unknown>))
      if (typeof n === "number") all.set(name, (all.get(name) ?? 0) + n);
  return all;
}

function lengthsIn(counts: ReadonlyMap<string, number>): EvalFigures["injection"]["lengths"] {
  const of = (length: string) => counts.get(length) ?? 0;
  return { title: of("title"), summary: of("summary"), detail: of("detail") };
}

function searchFigures(asked: readonly LoggedEvent[]): Omit<EvalFigures["search"], "opened"> {
  const results = asked.map(numberAt("results"));
  return {
    ...latencyOf(asked),
    results: asked.length === 0 ? 0 : total(results, (n) => n) / asked.length,
    empty: results.filter((n) => n === 0).length,
    byWordsOnly: asked.filter(({ data }) => data.kind === "full-text").length,
    daily: byDay(asked).map(([at, events]) => ({ at, p50: latencyOf(events).p50 })),
  };
}

function msEach(compressed: readonly LoggedEvent[]): number | null {
  const observations = total(compressed, numberAt("observations"));
  return observations === 0 ? null : total(compressed, ({ durationMs }) => durationMs ?? 0) / observations;
}

/** An hour after a search, an opened result has other reasons. */
const openedWithinMs = 3_600_000;

function countOpened(answered: readonly LoggedEvent[], opened: readonly LoggedEvent[]): number {
  const times = Map.groupBy(opened, ({ data }) => data.id);
  const wasOpened = (id: unknown, from: number) =>
    times.get(id)?.some(({ at }) => {
      const after = Date.parse(at) - from;
      return after >= 0 && after < openedWithinMs;
    });
  return answered.filter(
    ({ at, data: { ids } }) => Array.isArray(ids) && ids.some((id) => wasOpened(id, Date.parse(at))),
  ).length;
}

/** Each event counts a whole project: the last one of each project holds. What a library does is not the map's to know. */
function resolutionOf(graphs: readonly LoggedEvent[]) {
  const figures = (events: readonly LoggedEvent[]) => {
    const last = [...new Map(events.map((event) => [event.data.project, event])).values()];
    const external = total(last, numberAt("external"));
    return {
      calls: total(last, numberAt("calls")) - external,
      resolved: total(last, numberAt("resolved")),
      external,
    };
  };
  const daily = byDay(graphs).map(([at, events]) => {
    const { calls, resolved } = figures(events);
    return { at, percent: calls === 0 ? null : (100 * resolved) / calls };
  });
  return { ...figures(graphs), daily };
}

function byDay<T extends { at: string }>(rows: readonly T[]): [string, T[]][] {
  return [...Map.groupBy(rows, ({ at }) => startOfDay(new Date(at)).toISOString())];
}

function numberAt(key: string): (event: LoggedEvent) => number {
  return ({ data }) => (typeof data[key] === "number" ? data[key] : 0);
}

function total<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
