// Answers as markdown, if a document makes sense; for the others the command line refuses it. Remembered
// text is escaped, so that it cannot become a heading, a link or a tag.

import type { Compaction } from "../../../protocol/compaction.ts";
import type { Observation, Session, SessionSummary } from "../../../protocol/episodic.ts";
import type { OperationName, OutputOf } from "../../../protocol/operations.ts";
import type { OwnerKind } from "../../../protocol/owners.ts";
import type { Shown, ShownOwner } from "../../../protocol/shown.ts";
import { plural, when } from "../output.ts";
import { escaped, table } from "../report/markdown.ts";
import { graphMarkdown } from "./graph.ts";

type Markdown = { [N in OperationName]?: (output: OutputOf<N>) => string };

const shownMarkdowns: { [K in OwnerKind]: (shown: Shown<K>) => string } = {
  observation: ({ observation }) => observationMarkdown(observation),
  session: (shown) => sessionMarkdown(shown),
  compaction: ({ compaction }) => compactionMarkdown(compaction),
  learning: (shown) => learningMarkdown(shown),
  node: (shown) => graphMarkdown["node.show"](shown),
};

export const markdowns: Markdown = {
  ...graphMarkdown,
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
  show: (shown) => (shownMarkdowns[shown.kind] as (shown: ShownOwner) => string)(shown),
  "session.list": ({ sessions }) =>
    sessions.length === 0
      ? "No sessions."
      : table(
          ["last seen", "project", "observations", "what", "id"],
          sessions.map((one) => [
            when(one.lastSeenAt),
            one.project,
            String(one.observations),
            nameOf(one),
            one.id,
          ]),
          [2],
        ),
  "session.show": sessionMarkdown,
  "observation.show": ({ observation }) => observationMarkdown(observation),
  "compaction.show": ({ compaction }) => compactionMarkdown(compaction),
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

function sessionMarkdown({ session, summary, observations }: OutputOf<"session.show">): string {
  return [
    `# ${escaped(nameOf(session))}`,
    listOf([
      `session: \`${session.id}\``,
      `project: ${escaped(session.project)}`,
      `time: ${when(session.startedAt)} – ${session.endedAt ? when(session.endedAt) : "open"}`,
      `status: ${session.status}`,
    ]),
    ...(summary ? summaryMarkdown(summary) : []),
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

function observationMarkdown(one: Observation): string {
  return [
    `# ${escaped(one.title)}`,
    listOf([
      `id: \`${one.id}\``,
      `session: \`${one.sessionId}\``,
      `when: ${when(one.happenedAt)}`,
      `what: ${[one.kind, one.tool, one.status].filter(Boolean).join(", ")}`,
      ...(one.files.length > 0 ? [`files: ${one.files.map(escaped).join(", ")}`] : []),
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
