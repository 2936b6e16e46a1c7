// Answers about the graph as markdown.

import type { Node } from "../../protocol/knowledge.ts";
import { escaped, table } from "../text/markdown.ts";
import { plural } from "../text/output.ts";
import type { MarkdownsOf } from "../text/renderer.ts";
import { sourceItems } from "../text/sources.ts";
import type { operations } from "./contract.ts";
import { anchorName } from "./text.ts";

export const markdowns = {
  query: nodesMarkdown,
  "node.list": nodesMarkdown,
  "node.show": ({ node, anchors, links, sources }) =>
    [
      `# ${node.type}: ${oneLine(node.content).slice(0, 80)}`,
      escaped(node.content),
      [
        `- id: \`${node.id}\``,
        `- tags: ${node.tags.map(escaped).join(", ") || "none"}`,
        `- confidence: ${node.confidence.toFixed(2)}, seen in ${plural(node.timesSeen, "session")}`,
        ...sourceItems(sources).map((item) => `- ${item}`),
        ...anchors.map((one) => `- anchored to ${anchorName(one)}${one.brokenAt ? ` (${one.how})` : ""}`),
        ...links.map(
          (one) =>
            `- ${one.direction === "from" ? "" : "← "}${escaped(one.type)} \`${one.id}\`: ${oneLine(one.content)}`,
        ),
      ].join("\n"),
    ].join("\n\n"),
  recall: ({ text }) => text,
  compose: ({ text }) => text,
  "view.render": ({ text }) => text,
  "node.related": ({ reached }) => nodesMarkdown({ nodes: reached.map(({ node }) => node) }),
  "node.trace": ({ reached }) => nodesMarkdown({ nodes: reached.map(({ node }) => node) }),
  stale: ({ stale }) =>
    stale
      .map(({ node, reason }) => `- ${oneLine(node.content)} (${escaped(reason)}) \`${node.id}\``)
      .join("\n") || "Nothing is stale.",
  "graph.draw": ({ text }) => `\`\`\`${text.startsWith("graph") ? "mermaid" : "dot"}\n${text}\n\`\`\``,
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
} satisfies MarkdownsOf<typeof operations>;

export function oneLine(text: string): string {
  return escaped(text.replace(/\s+/g, " "));
}

function nodesMarkdown({ nodes }: { nodes: readonly Node[] }): string {
  if (nodes.length === 0) return "Nothing found.";
  return nodes
    .map((node) => {
      const stale = node.staleSince ? " (stale)" : "";
      return `- **${node.category ?? node.type}** ${oneLine(node.content)}${stale} \`${node.id}\``;
    })
    .join("\n");
}
