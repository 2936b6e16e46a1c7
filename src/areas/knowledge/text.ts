// Renders the knowledge about a project as text.

import { shortId } from "../../protocol/ids.ts";
import { tieLines } from "../graph/text.ts";
import { bold, dim, fitted, plural, warn } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { Knowledge, KnowledgeEntry, operations } from "./contract.ts";

export const texts = {
  knowledge: knowledgeText,
  "knowledge.export": ({ files, nodes, edges }) =>
    `Wrote ${plural(nodes, "node")} and ${plural(edges, "edge")}:\n${files.join("\n")}`,
  "knowledge.import": ({ added, merged, edges }) =>
    `Added ${plural(added, "node")}, merged ${merged}; ${plural(edges, "edge")}.`,
} satisfies TextsOf<typeof operations>;

/** Whose words it is, and where they were said. */
export function sourceText({
  saidBy,
  sessionId,
}: Pick<KnowledgeEntry["source"], "saidBy" | "sessionId">): string {
  if (saidBy === null) return "";
  return ` · said by the ${saidBy}${sessionId === null ? "" : ` in ${shortId(sessionId)}`}`;
}

const titles = {
  decisions: "Decisions",
  patterns: "Patterns",
  conventions: "Conventions",
  gotchas: "Gotchas",
  architecture: "Architecture",
  dependencies: "Dependencies",
  facts: "Facts",
  openQuestions: "Open questions",
} as const;

export function sectionsOf(known: Knowledge): [string, KnowledgeEntry[]][] {
  return Object.entries(titles)
    .map(([key, title]): [string, KnowledgeEntry[]] => [title, known[key as keyof typeof titles]])
    .filter(([, entries]) => entries.length > 0);
}

function knowledgeText(known: Knowledge): string {
  const sections = sectionsOf(known).map(([title, entries]) =>
    [
      bold(title),
      ...entries.flatMap((one) => {
        const sure = dim(
          `${one.confidence.toFixed(2)} · ${plural(one.sessions, "session")}${sourceText(one.source)}`,
        );
        const lines = [`  ${fitted(one.statement, 60)}  ${sure}`];
        if (one.rationale) lines.push(dim(`    because ${fitted(one.rationale, 16)}`));
        if (one.stale) lines.push(`    ${warn(one.stale)}`);
        lines.push(...tieLines(one.ties, "    "));
        return lines;
      }),
    ].join("\n"),
  );
  const topics = known.topics.slice(0, 12).map(({ topic, entries }) => `${topic} ${entries}`);
  if (sections.length === 0) {
    const about = known.topic === null ? "" : ` about "${known.topic}"`;
    const others = topics.length > 0 ? ` Topics: ${topics.join(", ")}.` : "";
    return dim(`No knowledge${about} in this project yet.${others}`);
  }
  return [...sections, ...(topics.length > 0 ? [dim(`topics: ${topics.join(", ")}`)] : [])].join("\n\n");
}
