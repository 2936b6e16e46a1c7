// Renders the tiers of a session, and its compactions, as text.

import type { Compaction, CompactionLine, Tiers } from "../../protocol/compaction.ts";
import { shortId } from "../../protocol/ids.ts";
import type { Observation } from "../../protocol/observations.ts";
import { agentItself } from "../../protocol/providers.ts";
import type { SessionSummary } from "../../protocol/sessions.ts";
import { bold, columns, dim, fitted, plural, when } from "../text/output.ts";

export function tiersText({ window, compacted, store }: Tiers, summary: SessionSummary | null): string {
  const since = window.since === null ? "since the beginning" : `since ${when(window.since)}`;
  const kept = `${plural(store.observations, "observation")}, ${plural(store.tokens, "token")}`;
  const rows = [
    [dim("in the window"), `${plural(window.observations, "observation")} ${since}`],
    ...compacted.map((one, i) => [i === 0 ? dim("compacted") : "", compactionLineText(one)]),
    [dim("in the store"), `${kept}, ${summary ? `a summary by ${summary.provider}` : "no summary yet"}`],
  ];
  return columns(rows);
}

function compactionLineText(one: CompactionLine): string {
  const facts = [one.trigger, tokensText(one), plural(one.observations, "observation")].filter(Boolean);
  return `${shortId(one.id)}  ${dim(`${when(one.at)} · ${facts.join(" · ")}`)}  ${fitted(one.title, 88)}`;
}

function tokensText({ tokensBefore, tokensAfter }: Pick<Compaction, "tokensBefore" | "tokensAfter">): string {
  if (tokensBefore === null) return "";
  const before = tokensAfter === null ? "" : `${tokensBefore.toLocaleString("en-US")} → `;
  return before + plural(tokensAfter ?? tokensBefore, "token");
}

/** Whether the agent no longer sees it. */
export function isCompacted(one: Observation, { window }: Tiers): boolean {
  return window.since !== null && one.happenedAt <= window.since;
}

/** An agent may write a summary before its session is compacted, and without it ever being so. */
function causeText({ trigger, state, made }: Compaction): string {
  if (state !== "noted") return ` · ${trigger}`;
  return made?.provider === agentItself ? " · written before a compaction" : ` · ${trigger} · announced only`;
}

export function compactionText(one: Compaction): string {
  const { made, messages } = one;
  const facts = [
    [dim("id"), one.id],
    [dim("session"), one.sessionId],
    [dim("when"), `${when(one.at)}${causeText(one)}`],
    ...(one.tokensBefore === null ? [] : [[dim("tokens"), tokensText(one)]]),
    ...(messages ? [[dim("messages"), `${messages.first.number} to ${messages.last.number}`]] : []),
    [dim("made of"), plural(one.observations, "observation")],
    ...(made ? [[dim("summary"), `by ${made.provider}${made.note ? ` (${made.note})` : ""}`]] : []),
  ];
  const summary = made?.summary;
  const parts = [
    summary?.executive,
    listed(
      "Decided",
      summary?.key_decisions.map(
        ({ topic, decision, rationale, files }) =>
          `${topic ? `${topic}: ` : ""}${decision}${rationale && ` (${rationale})`}${files.length > 0 ? dim(` ${files.join(", ")}`) : ""}`,
      ),
    ),
    listed(
      "Files",
      summary?.files_modified.map(
        ({ path, action, purpose }) => `${action} ${path}${purpose && `: ${purpose}`}`,
      ),
    ),
    listed("Done", summary?.tasks_completed),
    listed("Open", summary?.tasks_pending),
    ...(summary?.code_snippets.map(({ file, code }) => `${dim(file)}\n${code}`) ?? []),
    summary && summary.topics.length > 0 ? `${dim("Topics")} ${summary.topics.join(", ")}` : "",
    one.hostSummary ? `${bold("The agent's own summary")}\n${one.hostSummary}` : "",
  ];
  return [
    bold(`Compaction ${one.sequence}`),
    columns(facts),
    ...parts.filter(Boolean).map((part) => `\n${part}`),
  ].join("\n");
}

function listed(heading: string, lines: readonly string[] = []): string {
  return lines.length === 0 ? "" : [bold(heading), ...lines.map((line) => `- ${line}`)].join("\n");
}
