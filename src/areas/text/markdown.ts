// Answers as markdown, if a document makes sense; for the others the command line refuses it. Remembered
// text is escaped, so that it cannot become a heading, a link or a tag.

import { plural, when } from "../../doors/cli/output.ts";
import { escaped, table } from "../../doors/cli/report/markdown.ts";
import type { Compaction } from "../../protocol/compaction.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import type { Session, SessionSummary } from "../../protocol/sessions.ts";
import type { Shown, ShownOwner, Source } from "../../protocol/shown.ts";
import type { TaskInFull } from "../../protocol/tasks.ts";
import { codemapMarkdown, symbolMarkdown } from "../code/text.ts";
import type { OperationName, OutputOf } from "../contracts.ts";
import { graphMarkdown } from "../graph/text.ts";
import { sourceItems } from "./sources.ts";
import { stateText } from "./turn.ts";

type Markdown = { [N in OperationName]?: (output: OutputOf<N>) => string };

const shownMarkdowns: { [K in OwnerKind]: (shown: Shown<K>) => string } = {
  observation: ({ observation, sources }) => observationMarkdown(observation, sources),
  turn: (shown) => turnMarkdown(shown),
  session: (shown) => sessionMarkdown(shown),
  compaction: ({ compaction }) => compactionMarkdown(compaction),
  learning: (shown) => learningMarkdown(shown),
  node: (shown) => graphMarkdown["node.show"](shown),
  symbol: ({ symbol }) => symbolMarkdown(symbol),
  task: taskMarkdown,
  function: (shown) => functionMarkdown(shown),
};

export const markdowns: Markdown = {
  ...graphMarkdown,
  ...codemapMarkdown,
  search: ({ results, note }) =>
    [
      results.length === 0
        ? "Nothing found."
        : table(
            ["score", "when", "what", "id"],
            results.map((one) => [
              one.relevance.toFixed(2),
              when(one.happenedAt),
              [`${one.kind}: ${one.title || one.summary}`, one.excerpt].filter(Boolean).join(" | "),
              one.id,
            ]),
            [0],
          ),
      ...(note ? [escaped(note)] : []),
    ].join("\n\n"),
  "fn.show": (shown) => functionMarkdown(shown),
  show: (shown) => (shownMarkdowns[shown.kind] as (shown: ShownOwner) => string)(shown),
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
  "task.show": taskMarkdown,
  "task.export": taskMarkdown,
  learnings: ({ learnings }) =>
    learnings.length === 0
      ? "No learnings yet."
      : table(
          ["sure", "kind", "what", "id"],
          learnings.map((one) => [one.confidence.toFixed(2), one.category, one.content, one.id]),
          [0],
        ),
  "learnings.show": learningMarkdown,
  "learnings.log": ({ changes }) =>
    changes
      .map(({ id, at, why, undoneAt, nodes }) =>
        [
          `- ${when(at)} ${escaped(why)}${undoneAt ? " (undone)" : ""} \`${id}\``,
          ...nodes.flatMap((node) => [
            `  - ${escaped(node.content)}${node.isNew ? " (new)" : ""} \`${node.id}\``,
            ...node.changed.map(({ what, from, to }) => `    - ${what}: ${escaped(from)} → ${escaped(to)}`),
          ]),
        ].join("\n"),
      )
      .join("\n") || "No changes yet.",
  "tag.list": ({ tags }) =>
    table(
      ["tag", "nodes"],
      tags.map(({ tag, nodes }) => [tag, String(nodes)]),
      [1],
    ),
  "view.list": ({ views }) =>
    table(
      ["view", "query", "tokens"],
      views.map(({ name, query, budget }) => [name, query, String(budget)]),
      [2],
    ),
};

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
    ...section("Done", summary.done),
    ...section("Decided", summary.decisions),
    ...section("Learned", summary.learned),
    ...section("Open", summary.open),
    ...section("Files", summary.files),
  ];
}

function turnMarkdown({ turn, observations }: Shown<"turn">): string {
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

function learningMarkdown({ learning, evidence }: OutputOf<"learnings.show">): string {
  return [
    `# ${escaped(learning.content)}`,
    listOf([
      `id: \`${learning.id}\``,
      `kind: ${learning.category}`,
      `confidence: ${learning.confidence.toFixed(2)}, seen in ${plural(learning.timesSeen, "session")}`,
    ]),
    ...section(
      "Evidence",
      evidence.map(({ kind, at, claim }) => `${when(at)} ${kind}: ${claim}`),
    ),
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

function taskMarkdown({ task, scratchpad, plan, entries }: TaskInFull): string {
  return [
    `# ${escaped(task.name)}`,
    listOf([`id: \`${task.id}\``, `phase: ${task.phase}`, `state: ${task.state}`]),
    ...(scratchpad === null ? [] : ["## Scratchpad", fenced(scratchpad)]),
    ...(plan === null ? [] : ["## Plan", fenced(plan)]),
    ...(entries.length === 0 ? [] : ["## Progress"]),
    ...entries.flatMap(({ number, kind, at, agent, text }) => [
      `### ${number}, ${kind}, ${when(at)}, ${escaped(agent)}`,
      fenced(text),
    ]),
  ].join("\n\n");
}

function functionMarkdown({ function: one, promoted, tests }: Shown<"function">): string {
  return [
    `# ${escaped(one.name)}`,
    escaped(one.description),
    listOf([
      `id: \`${one.id}\``,
      `language: ${one.language}`,
      `version: ${one.version}`,
      `category: ${escaped(one.category)}`,
    ]),
    fenced(promoted.code),
    ...section(
      "Tests",
      tests.map(({ name }) => name),
    ),
  ].join("\n\n");
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, listOf(lines.map(escaped))];
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Unchanged, in a fence that nothing inside can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
