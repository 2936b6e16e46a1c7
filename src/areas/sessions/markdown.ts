// Answers about sessions, turns, compactions and observations as markdown.

import type { Compaction } from "../../protocol/compaction.ts";
import { decisionText } from "../../protocol/decision-text.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { Session, SessionSummary } from "../../protocol/sessions.ts";
import type { OwnerDetails, Source } from "../../protocol/shown.ts";
import type { OutputOf } from "../contracts.ts";
import { escaped, fenced, listOf, section, table } from "../text/markdown.ts";
import { when } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import { sourceItems } from "../text/sources.ts";
import type { operations } from "./contract.ts";
import { stateText } from "./turn.ts";

export const markdowns = {
  "session.list": ({ sessions, current }) =>
    sessions.length === 0
      ? "No sessions."
      : table(
          ["last seen", "project", "observations", "what", "id"],
          sessions.map((one) => [
            when(one.lastSeenAt),
            one.project,
            String(one.observations),
            one.id === current ? `${nameOf(one)} (current)` : nameOf(one),
            one.id,
          ]),
          [2],
        ),
  "session.show": sessionMarkdown,
  "observation.show": ({ observation, sources }) => observationMarkdown(observation, sources),
  "compaction.show": ({ compaction }) => compactionMarkdown(compaction),
} satisfies MarkdownsOf<typeof operations>;

function nameOf({ name, firstPrompt }: Session): string {
  return name ?? firstPrompt ?? "(no prompt)";
}

function sessionMarkdown({
  session,
  summary,
  turns,
  observations,
  sources,
}: OutputOf<"session.show">): string {
  return [
    `# ${escaped(nameOf(session))}`,
    listOf([
      `session: \`${session.id}\``,
      `project: ${escaped(session.project)}`,
      `time: ${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`,
      `status: ${session.status}`,
      ...sourceItems(sources),
    ]),
    ...(summary ? summaryMarkdown(summary) : []),
    ...(turns.length > 0
      ? [
          "## Turns",
          table(
            ["when", "asked", "outcome", "id"],
            turns.map((one) => [
              when(one.startedAt),
              one.request,
              [one.outcome, stateText(one)].filter(Boolean).join(" | "),
              one.id,
            ]),
            [],
          ),
        ]
      : []),
    "## What happened",
    table(
      ["when", "what", "id"],
      observations.map((one) => [
        when(one.happenedAt),
        `${one.status === "ok" ? "" : `(${one.status}) `}${one.title}`,
        one.id,
      ]),
      [],
    ),
  ].join("\n\n");
}

function summaryMarkdown(summary: SessionSummary): string[] {
  return [
    ...section("Now", summary.now === "" ? [] : [summary.now]),
    ...section("Decided", summary.decided.map(decisionText)),
    ...section("Open", summary.open),
    ...section("Known", summary.known),
    ...section("Files", summary.files),
  ];
}

export function turnMarkdown({ turn, observations }: OwnerDetails<"turn">): string {
  const state = stateText(turn);
  return [
    `# ${escaped(turn.outcome || turn.request)}`,
    listOf([
      `id: \`${turn.id}\``,
      `session: \`${turn.sessionId}\``,
      `time: ${when(turn.startedAt)} – ${when(turn.endedAt)}`,
      `asked: ${escaped(turn.request)}`,
      ...(state ? [`state: ${escaped(state)}`] : []),
      ...(turn.branch ? [`branch: ${escaped(turn.branch)}`] : []),
      ...(turn.commit ? [`commit: ${escaped(turn.commit)}`] : []),
      ...(turn.tests.after
        ? [`tests: ${[turn.tests.before, turn.tests.after].filter(Boolean).join(" → ")}`]
        : []),
    ]),
    ...(turn.detail ? turn.detail.split("\n").map(escaped) : []),
    ...section("Decided", turn.decisions),
    ...section("Open", turn.open),
    ...section("Files", turn.files),
    ...section("Commands", turn.commands),
    "## Evidence",
    table(
      ["when", "what", "id"],
      observations.map((one) => [when(one.happenedAt), one.title, one.id]),
      [],
    ),
  ].join("\n\n");
}

function observationMarkdown(one: Observation, sources: readonly Source[]): string {
  return [
    `# ${escaped(one.title)}`,
    listOf([
      `id: \`${one.id}\``,
      `session: \`${one.sessionId}\``,
      `when: ${when(one.happenedAt)}`,
      `what: ${[one.kind, one.tool, one.status].filter(Boolean).join(", ")}`,
      ...(one.files.length > 0 ? [`files: ${one.files.map(escaped).join(", ")}`] : []),
      ...sourceItems(sources),
    ]),
    fenced(one.detail || one.summary),
  ].join("\n\n");
}

function compactionMarkdown(one: Compaction): string {
  const summary = one.made?.summary;
  return [
    `# Compaction ${one.sequence}`,
    listOf([`id: \`${one.id}\``, `session: \`${one.sessionId}\``, `when: ${when(one.at)}`]),
    ...(summary
      ? [
          escaped(summary.executive),
          ...section(
            "Decided",
            summary.key_decisions.map(({ topic, decision }) => (topic ? `${topic}: ${decision}` : decision)),
          ),
          ...section(
            "Files",
            summary.files_modified.map(({ path, action }) => `${action} ${path}`),
          ),
          ...section("Done", summary.tasks_completed),
          ...section("Open", summary.tasks_pending),
          ...summary.code_snippets.flatMap(({ file, code }) => [`## ${escaped(file)}`, fenced(code)]),
        ]
      : []),
    ...(one.hostSummary ? ["## The agent's own summary", fenced(one.hostSummary)] : []),
  ].join("\n\n");
}
