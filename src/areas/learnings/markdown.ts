// Answers about learnings as markdown.

import type { OutputOf } from "../contracts.ts";
import { escaped, listOf, section, table } from "../text/markdown.ts";
import { plural, when } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const markdowns = {
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
} satisfies MarkdownsOf<typeof operations>;

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
