// Search results, and everything that can be shown, as markdown.

import type { OwnerKind } from "../../protocol/owners.ts";
import type { OwnerDetails, ShownOwner } from "../../protocol/shown.ts";
import { symbolMarkdown } from "../code/markdown.ts";
import { functionMarkdown } from "../functions/markdown.ts";
import { markdowns as ofGraph } from "../graph/markdown.ts";
import { markdowns as ofLearnings } from "../learnings/markdown.ts";
import { markdowns as ofSessions, turnMarkdown } from "../sessions/markdown.ts";
import { taskMarkdown } from "../tasks/markdown.ts";
import { escaped, table } from "../text/markdown.ts";
import { when } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const shownMarkdowns: { [K in OwnerKind]: (shown: OwnerDetails<K>) => string } = {
  observation: ofSessions["observation.show"],
  turn: turnMarkdown,
  session: ofSessions["session.show"],
  compaction: ofSessions["compaction.show"],
  learning: ofLearnings["learnings.show"],
  node: ofGraph["node.show"],
  symbol: ({ symbol }) => symbolMarkdown(symbol),
  task: taskMarkdown,
  function: functionMarkdown,
};

export const markdowns = {
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
} satisfies MarkdownsOf<typeof operations>;
