// Renders the answers about sessions and observations as text.

import { decisionText } from "../../protocol/decision-text.ts";
import { shortId } from "../../protocol/ids.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { SessionSummary } from "../../protocol/sessions.ts";
import type { Source } from "../../protocol/shown.ts";
import type { OutputOf } from "../contracts.ts";
import { learningRow } from "../learnings/text.ts";
import { authorRows } from "../text/authorship.ts";
import { bad, bold, bytes, columns, dim, fitted, plural, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { sourceRows } from "../text/sources.ts";
import { oneLine } from "../text/terminal.ts";
import { compactionText, isCompacted, tiersText } from "./compaction.ts";
import type { operations } from "./contract.ts";
import { turnLines } from "./turn.ts";

export const texts = {
  "session.list": ({ sessions, current }) => sessionsText(sessions, current),
  "session.show": ({ session, summary, tiers, turns, observations, sources }) =>
    [
      `${bold(session.name ?? session.firstPrompt ?? "(no prompt)")}`,
      columns([
        [dim("session"), session.id],
        [dim("project"), session.project],
        [dim("time"), `${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`],
        [dim("status"), session.status],
        ...authorRows(session),
        ...sourceRows(sources),
      ]),
      ...(summary ? ["", summaryText(summary)] : []),
      "",
      tiersText(tiers, summary),
      "",
      ...(turns.length > 0 ? [...turnLines(turns), ""] : []),
      ...(tiers.store.observations > observations.length
        ? [dim(`The newest ${observations.length}; --limit shows more.`)]
        : []),
      columns(observations.map((one) => observationRow(one, isCompacted(one, tiers)))),
    ].join("\n"),
  "session.reflect": ({ session, status, summary, learned }) =>
    [
      status === "empty"
        ? dim(`Session ${session.id} has no observations.`)
        : status === "unchanged"
          ? dim("Nothing new since its last summary.")
          : "",
      summary ? summaryText(summary) : "",
      columns(learned.map(({ verdict, learning }) => [verdict, ...learningRow(learning)])),
    ]
      .filter(Boolean)
      .join("\n"),
  reflect: ({ sessions }) =>
    sessions === 0
      ? "Nothing waits for it."
      : `${plural(sessions, "session")} in line; \`tellback jobs\` shows the progress.`,
  "session.delete": ({ deleted, backupsRewritten, backupsDeleted }) =>
    [
      `Deleted session ${deleted} and everything stored about it.`,
      ...(backupsRewritten > 0 ? [`${plural(backupsRewritten, "backup")} rewritten without it.`] : []),
      ...(backupsDeleted > 0 ? [`${plural(backupsDeleted, "damaged backup")} deleted.`] : []),
    ].join(" "),
  "compaction.store": ({ compaction }) =>
    `Kept for the session ${compaction.sessionId} as ${compaction.id}: ${fitted(compaction.made?.summary.executive ?? "", 80)}`,
  "compaction.show": ({ compaction }) => compactionText(compaction),
  "observation.show": ({ observation, sources }) => observationText(observation, sources),
  "observation.edit": ({ observation }) => observationText(observation),
  "observation.delete": ({ deleted }) => `Deleted ${deleted}.`,
} satisfies TextsOf<typeof operations>;

function summaryText(summary: SessionSummary): string {
  const parts: [string, readonly string[]][] = [
    ["about", [summary.title]],
    ["now", summary.now === "" ? [] : [summary.now]],
    ["decided", summary.decided.map(decisionText)],
    ["open", summary.open],
    ["known", summary.known],
    ["files", summary.files.length > 0 ? [summary.files.join(", ")] : []],
    ["summary", [`by ${summary.provider}${summary.note ? ` (${summary.note})` : ""}`]],
  ];
  const rows = parts.flatMap(([name, lines]) => lines.map((text, i) => [i === 0 ? dim(name) : "", text]));
  return columns(rows.map(([name = "", text = ""]) => [name, fitted(text, 12)]));
}

function observationRow(one: Observation, isGone: boolean): string[] {
  const mark = one.status === "ok" ? " " : bad("✗");
  const title = fitted(one.title, 42);
  return [shortId(one.id), dim(when(one.happenedAt)), mark, isGone ? dim(title) : title];
}

type Listed = OutputOf<"session.list">["sessions"][number];

function sessionsText(sessions: readonly Listed[], current: string | null): string {
  return sessions.length === 0
    ? dim("No sessions in this project yet. --all-projects shows every project.")
    : columns(sessions.map((one) => [one.id === current ? "*" : " ", ...sessionRow(one)]));
}

const maxTitleLength = 50;
const maxOutcomeLength = 90;

/** One line: what was wanted, and what came of it. */
function sessionRow(one: Listed): string[] {
  const tags = one.tags.map((tag) => `#${tag} `).join("");
  const title = cutTo(maxTitleLength, one.name ?? one.firstPrompt ?? "(no prompt)");
  const outcome = one.outcome ? ` → ${cutTo(maxOutcomeLength, one.outcome)}` : "";
  return [
    shortId(one.id),
    dim(when(one.lastSeenAt)),
    one.project,
    dim(one.endedAt === null ? "open" : "ended"),
    fitted(`${tags}${title}${outcome}`, 50),
  ];
}

function cutTo(max: number, text: string): string {
  const line = oneLine(text);
  return line.length <= max ? line : `${line.slice(0, line.lastIndexOf(" ", max)).trimEnd()}…`;
}

export function observationText(one: Observation, sources: readonly Source[] = []): string {
  const facts = [
    [dim("id"), one.id],
    [dim("when"), when(one.happenedAt)],
    [
      dim("what"),
      [one.kind, one.tool, one.status === "ok" ? null : bad(one.status)].filter(Boolean).join(" · "),
    ],
    [dim("session"), one.sessionId],
    ...(one.files.length > 0 ? [[dim("files"), one.files.join(", ")]] : []),
    ...(one.branch ? [[dim("branch"), one.branch]] : []),
    ...sourceRows(sources),
    [dim("size"), `${bytes(one.rawBytes)} captured, ${plural(one.tokens, "token")} stored (${one.provider})`],
  ];
  const texts = [one.summary, one.detail].filter((text, i, all) => text !== "" && all.indexOf(text) === i);
  return [bold(one.title), columns(facts), "", texts.join("\n\n")].join("\n");
}
