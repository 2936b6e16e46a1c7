// tellback report --eval as sections: tellback's own quality. Pure, from the operation's output.

import type { EvalFigures, Latency, Report } from "../../protocol/report.ts";
import { bytes, milliseconds, number, percent, plural, ratio, shortDay } from "../text/numbers.ts";
import type { Block, Section } from "../text/section.ts";
import { learnings, spend } from "./report-page.ts";

export function evalSections(report: Report, figures: EvalFigures): Section[] {
  return [
    compression(report, figures),
    injection(figures.injection),
    search(figures.search),
    ...codeMap(figures),
    capture(figures.capture),
    ...learnings(report),
    ...spend(report),
  ];
}

function compression({ compression: kept }: Report, { compression: done }: EvalFigures): Section {
  const rows: [string, string][] = [
    [
      "ratio",
      `${ratio(done.ratio)} (${bytes(kept.rawBytes)} captured, ${plural(kept.tokens, "token")} stored)`,
    ],
    ["by", providersText(kept.byProvider)],
  ];
  if (done.count > 0 || done.errors > 0) {
    rows.push(
      [
        "model calls",
        `${number(done.count)} for ${plural(done.observations, "observation")}, ${number(done.errors)} failed`,
      ],
      ["tokens", `${number(done.tokensIn)} in, ${number(done.tokensOut)} out`],
      ["latency", `${latencyText(done)}; ${milliseconds(done.perObservation)} an observation`],
    );
  }
  return {
    heading: "Compression",
    blocks: [{ kind: "facts", rows }, ...daily("over time", done.daily, "ratio")],
  };
}

function providersText(providers: Report["compression"]["byProvider"]): string {
  if (providers.length === 0) return "–";
  return providers.map(({ provider, observations }) => `${provider} ${number(observations)}`).join(", ");
}

function injection(injected: EvalFigures["injection"]): Section {
  if (injected.count === 0) return emptySection("Context for agents", "Nothing was injected.");
  const rows: [string, string][] = [
    ["injected", `${plural(injected.count, "time")}, ${plural(injected.tokens, "token")} in all`],
    [
      "each",
      `${plural(Math.round(injected.mean), "token")} on average, ${number(injected.maxTokens)} at most; budget ${number(injected.budget)} on average (${percent(injected.mean, injected.budget)} used)`,
    ],
    [
      "used",
      `${number(injected.used)} of ${plural(injected.items, "memory", "memories")} (${percent(injected.used, injected.items)})`,
    ],
    ...partsOf(injected),
    ["latency", latencyText(injected)],
  ];
  for (const one of injected.by) rows.push([`${one.moment}, ${one.kind}`, usageText(one)]);
  if (injected.overBudget > 0) rows.push(["over budget", number(injected.overBudget)]);
  return { heading: "Context for agents", blocks: [{ kind: "facts", rows }] };
}

/** Which part of the texts used the budget, and in which length memories were injected. */
function partsOf({ sections, lengths, tokens }: EvalFigures["injection"]): [string, string][] {
  if (sections.length === 0) return [];
  const { title, summary, detail } = lengths;
  const around = tokens - sections.reduce((sum, one) => sum + one.tokens, 0);
  const parts = [...sections, ...(around > 0 ? [{ name: "headings and marks", tokens: around }] : [])];
  return [
    ["parts", parts.map((one) => `${one.name} ${percent(one.tokens, tokens)}`).join(", ")],
    [
      "lengths",
      `${plural(title, "title")}, ${plural(summary, "summary", "summaries")}, ${number(detail)} in detail`,
    ],
  ];
}

/** Used: a file of it was touched, a name of it was written, or it was asked for. */
function usageText(one: EvalFigures["injection"]["by"][number]): string {
  const ignored = one.items - one.used - one.unknown;
  const unknown = one.unknown > 0 ? `, ${number(one.unknown)} cannot be seen` : "";
  const cost = `${plural(one.tokens, "token")}, ${number(one.tokensUsed)} of them used`;
  return `${number(one.used)} used, ${number(ignored)} ignored${unknown}; ${cost}`;
}

function search(asked: EvalFigures["search"]): Section {
  if (asked.count === 0) return emptySection("Search", "No searches.");
  const rows: [string, string][] = [
    ["questions", `${number(asked.count)}, ${asked.results.toFixed(1)} results on average`],
    ["found nothing", `${number(asked.empty)} (${percent(asked.empty, asked.count)})`],
    ["words only", `${number(asked.byWordsOnly)} (${percent(asked.byWordsOnly, asked.count)})`],
    [
      "opened",
      `${number(asked.opened)} (${percent(asked.opened, asked.count)}) had a result that was opened afterwards`,
    ],
    ["latency", latencyText(asked)],
  ];
  return {
    heading: "Search",
    blocks: [{ kind: "facts", rows }, ...daily("median a day", asked.daily, "p50")],
  };
}

function codeMap({ resolution: known, scans }: EvalFigures): Section[] {
  if (!known && scans.count === 0) return [];
  const rows: [string, string][] = [];
  if (scans.count > 0)
    rows.push(
      [
        "scanned",
        `${plural(scans.count, "scan")} read ${plural(scans.files, "file")}; symbols: ${number(scans.new)} new, ${number(scans.modified)} modified, ${number(scans.deleted)} deleted`,
      ],
      ["latency", latencyText(scans)],
    );
  if (known)
    rows.push([
      "resolved",
      `${percent(known.resolved, known.calls)} of ${plural(known.calls, "call")} within the project have a known target; ${number(known.external)} more leave it`,
    ]);
  const blocks: Block[] = [{ kind: "facts", rows }, ...daily("by day", known?.daily ?? [], "percent")];
  if (known && known.unresolved.length > 0)
    blocks.push({
      kind: "table",
      head: ["unknown targets that a type would name", "times", "functions"],
      rows: known.unresolved.map(({ written, times, functions }) => [
        written,
        number(times),
        number(functions),
      ]),
      numbers: [1, 2],
    });
  return [{ heading: "Code map", blocks }];
}

function capture({ captured, unreadable, failedJobs }: EvalFigures["capture"]): Section {
  const rows = [
    ["captured", plural(captured, "observation")],
    ["unreadable", plural(unreadable, "payload")],
    ["failed", plural(failedJobs, "job attempt")],
  ] as const;
  return { heading: "Capture", blocks: [{ kind: "facts", rows }] };
}

function emptySection(heading: string, line: string): Section {
  return { heading, blocks: [{ kind: "text", lines: [line] }] };
}

function latencyText({ p50, p95, most }: Latency): string {
  return `median ${milliseconds(p50)}, p95 ${milliseconds(p95)}, at most ${milliseconds(most)}`;
}

function daily<K extends string>(
  name: string,
  days: readonly ({ at: string } & Record<K, number | null>)[],
  key: K,
): Block[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last || days.length < 2) return [];
  const caption = `${shortDay(first.at)} – ${shortDay(last.at)}`;
  return [{ kind: "line", name, values: days.map((one) => one[key]), caption }];
}
