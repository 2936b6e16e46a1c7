// tellback report as sections: what happened. Pure, from the operation's output.

import { decisionText } from "../../protocol/decision-text.ts";
import { shortId } from "../../protocol/ids.ts";
import type { Report, Share } from "../../protocol/report.ts";
import type { SessionSummary } from "../../protocol/sessions.ts";
import {
  bytes,
  clock,
  day,
  dollars,
  number,
  percent,
  plural,
  ratio,
  shortDay,
  shortTime,
  when,
} from "../text/numbers.ts";
import type { Block, Page, Section } from "../text/section.ts";
import { evalSections } from "./report-eval.ts";

export function pageOf(report: Report): Page {
  const title = ["tellback", report.project ?? "all projects", periodText(report)].join(" · ");
  if (report.eval) return { title: `${title} · eval`, sections: evalSections(report, report.eval) };
  if (report.observations.count === 0) return { title, sections: [nothing(report)] };
  return {
    title,
    sections: [
      overview(report),
      shares("Tools", report.tools, report.observations.tool),
      shares("Files touched most", report.files),
      // Each once: the list of changes says more.
      shares(
        "Symbols changed most",
        report.symbols.filter(({ count }) => count > 1),
      ),
      ...code(report),
      failures(report),
      compression(report),
      latest(report),
      ...learnings(report),
      ...spend(report),
    ].filter(({ blocks }) => blocks.length > 0),
  };
}

function periodText({ period }: Report): string {
  if (period.what === "day") return `today, ${day(period.to)}`;
  if (period.what === "since") return `${day(period.from)} – ${day(period.to)}`;
  return `session of ${when(period.from)}`;
}

function nothing({ period }: Report): Section {
  const said = period.what === "day" ? "Nothing was captured today." : "Nothing was captured in this period.";
  const hint = "--since 7d looks further back, --all-projects includes every project.";
  return { heading: "", blocks: [{ kind: "text", lines: [said, hint] }] };
}

function overview({ sessions, observations: seen, line, period }: Report): Section {
  const kinds = [
    plural(seen.tool, "tool use"),
    plural(seen.prompt, "prompt"),
    plural(seen.reply, "reply", "replies"),
  ];
  const trouble = [
    seen.failed > 0 && `${number(seen.failed)} failed`,
    seen.interrupted > 0 && `${number(seen.interrupted)} interrupted`,
  ].filter(Boolean);
  const blocks: Block[] = [
    {
      kind: "facts",
      rows: [
        ...(period.what === "session" ? [] : [["sessions", number(sessions)] as const]),
        ["observations", `${number(seen.count)} (${kinds.join(", ")})`],
        ...(trouble.length > 0 ? [["trouble", trouble.join(", ")] as const] : []),
      ],
    },
  ];
  if (line.length > 1) {
    const most = Math.max(...line.map(({ count }) => count));
    blocks.push({
      kind: "line",
      name: `by ${period.step}`,
      values: line.map(({ count }) => count),
      caption: `${rangeOf(line, period.step)}, at most ${number(most)}`,
    });
  }
  return { heading: "", blocks };
}

function rangeOf(line: Report["line"], step: Report["period"]["step"]): string {
  const label = step === "hour" ? clock : shortDay;
  return `${label(line[0]?.at ?? "")} – ${label(line.at(-1)?.at ?? "")}`;
}

function shares(heading: string, rows: readonly Share[], all?: number): Section {
  if (rows.length === 0) return { heading, blocks: [] };
  const bars = rows.map(({ name, count, failed }) => ({
    name,
    count,
    note: [all ? percent(count, all) : "", failed > 0 ? `${number(failed)} failed` : ""]
      .filter(Boolean)
      .join(", "),
  }));
  return { heading, blocks: [{ kind: "bars", rows: bars }] };
}

function code({ code: changed }: Report): Section[] {
  if (changed.files.length === 0) return [];
  const counts = (["new", "modified", "deleted", "renamed", "moved"] as const).flatMap((kind, i) =>
    i < 3 || changed[kind] > 0 ? [`${number(changed[kind])} ${kind}`] : [],
  );
  const shown = changed.files.reduce((sum, { changes }) => sum + changes.length, 0);
  const all = changed.new + changed.modified + changed.deleted + changed.renamed + changed.moved;
  const groups = changed.files.map(({ file, all: ofFile, changes }) => ({
    name: file,
    note: ofFile > changes.length ? `and ${number(ofFile - changes.length)} more` : "",
    rows: changes.map(({ change, name, signature }) => [change, withName(signature, name)] as const),
  }));
  const changes: Section = {
    heading: "Code changes",
    blocks: [
      { kind: "text", lines: [`${counts.join(", ")}, in ${plural(changed.inFiles, "file")}`] },
      { kind: "groups", groups },
      ...(all > shown
        ? [{ kind: "text" as const, lines: [`${number(all - shown)} more: \`tellback changes\``] }]
        : []),
    ],
  };
  const calls: Section = {
    heading: "Call graph of what changed",
    blocks: [
      {
        kind: "groups",
        groups: [...Map.groupBy(changed.calls, ({ file }) => file)].map(([name, ofFile]) => ({
          ...{ name, note: "" },
          rows: ofFile.map((one) => ["", `${one.name} → ${one.calls.join(", ")}`] as const),
        })),
      },
    ],
  };
  return changed.calls.length > 0 ? [changes, calls] : [changes];
}

/** `def total(self)` of `Bill.total` is read as `def Bill.total(self)`. */
function withName(written: string, qualified: string): string {
  // One that was written over several lines.
  const signature = written.replace(/\(\s+/g, "(").replace(/,?\s+\)/g, ")");
  const own = qualified.split(".").at(-1) ?? qualified;
  const at = signature.indexOf(own);
  return at < 0
    ? `${qualified} ${signature}`.trim()
    : signature.slice(0, at) + qualified + signature.slice(at + own.length);
}

function failures({ failures: rows, period, observations }: Report): Section {
  if (rows.length === 0) return { heading: "Failures", blocks: [] };
  const listed = rows.reduce((sum, { times }) => sum + times, 0);
  const time = period.what === "since" ? shortTime : clock;
  const table = rows.map(({ id, title, happenedAt, times }) => [
    time(happenedAt),
    times > 1 ? `${number(times)}×` : "",
    title,
    shortId(id),
  ]);
  return {
    heading:
      listed < observations.failed ? `Failures (the newest of ${number(observations.failed)})` : "Failures",
    blocks: [
      { kind: "table", head: ["when", "", "what", "id"], rows: table, numbers: [], lastIsSpare: true },
    ],
  };
}

function compression({ compression: kept }: Report): Section {
  if (kept.observations === 0) return { heading: "Compression", blocks: [] };
  const rows: [string, string][] = [
    [
      "all",
      `${bytes(kept.rawBytes)} captured, ${plural(kept.tokens, "token")} stored, ${ratio(ratioOf(kept))}`,
    ],
  ];
  if (kept.byProvider.length > 1) {
    for (const one of kept.byProvider) {
      rows.push([one.provider, `${plural(one.observations, "observation")}, ${ratio(ratioOf(one))}`]);
    }
  }
  if (kept.waiting > 0)
    rows.push([
      "waiting",
      `${plural(kept.waiting, "observation")} for the model${kept.trouble ? `: ${kept.trouble}` : ""}`,
    ]);
  return { heading: "Compression", blocks: [{ kind: "facts", rows }] };
}

/** Four bytes of plain text are about a token. */
function ratioOf({ rawBytes, tokens }: { rawBytes: number; tokens: number }): number | null {
  return tokens === 0 ? null : rawBytes / 4 / tokens;
}

function latest({ latest: newest, period }: Report): Section {
  const heading = period.what === "session" ? "Session" : "Latest session";
  if (!newest) return { heading, blocks: [] };
  const { session, summary, lastReply } = newest;
  return {
    heading,
    blocks: [
      {
        kind: "facts",
        rows: [
          ["asked", session.name ?? session.firstPrompt ?? "(no prompt)"],
          ...(summary ? outcome(summary) : lastReply ? [["answered", lastReply] as const] : []),
          ["when", `${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`],
          ["id", `${shortId(session.id)} (${plural(session.observations, "observation")})`],
        ],
      },
    ],
  };
}

/** The lists of a summary that are not empty, a few lines each. */
function outcome(summary: SessionSummary): [string, string][] {
  const lists = [
    ["now", summary.now === "" ? [] : [summary.now]],
    ["decided", summary.decided.map(decisionText)],
    ["open", summary.open],
  ] as const;
  return lists.flatMap(([name, items]): [string, string][] =>
    items.length === 0 ? [] : [[name, fewOf(items.map((item) => item.replace(/\.$/, ""))).join("; ")]],
  );
}

function fewOf(items: readonly string[]): string[] {
  const more = items.length - itemsShown;
  return more > 0 ? [...items.slice(0, itemsShown), `and ${number(more)} more`] : [...items];
}

const itemsShown = 3;

export function learnings({ learnings: known }: Report): Section[] {
  if (known.all === 0 && known.contradicted === 0) return [];
  const rows = known.newest.map(({ text, confidence, id }) => [confidence.toFixed(1), text, shortId(id)]);
  const facts: Block = {
    kind: "facts",
    rows: [
      [
        "known",
        `${number(known.all)} (${number(known.sure)} with high confidence, ${number(known.confirmed)} confirmed by you)`,
      ],
      [
        "period",
        `${number(known.extracted)} new, ${number(known.reinforced)} seen again, ${number(known.contradicted)} contradicted`,
      ],
    ],
  };
  const table: Block = {
    kind: "table",
    head: ["confidence", "what", "id"],
    rows,
    numbers: [0],
    lastIsSpare: true,
  };
  return [{ heading: "Learnings", blocks: rows.length > 0 ? [facts, table] : [facts] }];
}

export function spend({ spend: money }: Report): Section[] {
  if (!money) return [];
  const facts: Block = {
    kind: "facts",
    rows: [
      ["period", `${dollars(money.usd)} for ${plural(money.calls, "model call")}`],
      ["today", `${dollars(money.todayUsd)} of ${dollars(money.dailyCapUsd)}`],
      ["this month", `${dollars(money.monthUsd)} of ${dollars(money.monthlyCapUsd)}`],
    ],
  };
  const rows = money.byPurpose.map(({ purpose, model, calls, usd }) => [
    purpose,
    model,
    number(calls),
    dollars(usd),
  ]);
  const table: Block = { kind: "table", head: ["for", "model", "calls", "cost"], rows, numbers: [2, 3] };
  return [{ heading: "Spend", blocks: rows.length > 0 ? [facts, table] : [facts] }];
}
