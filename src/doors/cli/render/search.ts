// How the answers about what was found look to a person.

import type { searchOperations } from "../../../protocol/operations/search.ts";
import type { OutputOf } from "../../../protocol/operations.ts";
import { columns, dim, fitted, when } from "../output.ts";
import { episodicTexts, observationText } from "./episodic.ts";
import { nodeText } from "./graph.ts";
import { semanticTexts } from "./semantic.ts";
import type { TextsOf } from "./texts.ts";

export const searchTexts = {
  search: resultsText,
  search_memory: resultsText,
  show: (shown) => {
    if (shown.kind === "observation") return observationText(shown.observation);
    if (shown.kind === "node") return nodeText(shown);
    if (shown.kind === "compaction") return episodicTexts["compaction.show"](shown);
    return shown.kind === "learning"
      ? semanticTexts["learnings.show"](shown)
      : episodicTexts["session.show"](shown);
  },
} satisfies TextsOf<typeof searchOperations>;

function style(kind: string, id: string): string {
  return kind === "observation" || kind === "compaction" ? id : `${kind}:${id}`;
}

function resultsText({ results, note }: OutputOf<"search">): string {
  const lines = results.map((one) => {
    const line = columns([
      [
        style(one.kind, one.id),
        dim(when(one.happenedAt)),
        dim(one.relevance.toFixed(2)),
        fitted(one.title || one.summary, 60),
      ],
    ]);
    return one.why ? `${line}\n${whyText(one.why)}` : line;
  });
  if (lines.length === 0) lines.push(dim("Nothing found. --all-projects looks in every project."));
  return [...lines, ...(note ? [dim(note)] : [])].join("\n");
}

function whyText(why: NonNullable<OutputOf<"search">["results"][number]["why"]>): string {
  const opinion = (name: string, said: typeof why.text) =>
    said ? `${name} #${said.rank} (${said.score.toFixed(2)})` : `${name} –`;
  const parts = Object.entries(why.parts).filter(([, value]) => Math.abs(value) >= 0.005);
  const sum = parts.map(([name, value]) => `${name} ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
  return dim(`    ${opinion("words", why.text)} · ${opinion("meaning", why.meaning)} · ${sum.join(" ")}`);
}
