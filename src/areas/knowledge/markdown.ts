// The knowledge about a project as markdown.

import { oneLine } from "../graph/markdown.ts";
import { escaped } from "../text/markdown.ts";
import { plural } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import type { Knowledge, operations } from "./contract.ts";
import { sectionsOf, sourceText } from "./text.ts";

export const markdowns = { knowledge: knowledgeMarkdown } satisfies MarkdownsOf<typeof operations>;

function knowledgeMarkdown(known: Knowledge): string {
  return [
    `# Knowledge about ${escaped(known.project || "everything")}${known.topic ? `: ${escaped(known.topic)}` : ""}`,
    ...sectionsOf(known).map(([title, entries]) =>
      [
        `## ${title}`,
        entries
          .map((one) => {
            const because = one.rationale ? ` Because ${oneLine(one.rationale)}` : "";
            const stale = one.stale ? ` **${one.stale}**` : "";
            return `- ${oneLine(one.statement)}${because}${stale} (${one.confidence.toFixed(2)}, ${plural(one.sessions, "session")}${escaped(sourceText(one.source))})`;
          })
          .join("\n"),
      ].join("\n\n"),
    ),
  ].join("\n\n");
}
