// How the answers about what was found look to a person.

import { shortId } from "../../../protocol/ids.ts";
import type { searchOperations } from "../../../protocol/operations/search.ts";
import type { OutputOf } from "../../../protocol/operations.ts";
import type { OwnerKind } from "../../../protocol/owners.ts";
import type { Shown, ShownOwner } from "../../../protocol/shown.ts";
import { columns, dim, fitted, when } from "../output.ts";
import { episodicTexts, observationText } from "./episodic.ts";
import { nodeText } from "./graph.ts";
import { semanticTexts } from "./semantic.ts";
import type { TextsOf } from "./texts.ts";

const shownTexts: { [K in OwnerKind]: (shown: Shown<K>) => string } = {
  observation: ({ observation }) => observationText(observation),
  session: episodicTexts["session.show"],
  compaction: episodicTexts["compaction.show"],
  learning: semanticTexts["learnings.show"],
  node: nodeText,
};

export const searchTexts = {
  search: resultsText,
  show: (shown) => (shownTexts[shown.kind] as (shown: ShownOwner) => string)(shown),
} satisfies TextsOf<typeof searchOperations>;

/** Less is hardly ever an answer: shown, but not to catch the eye. */
const worthALook = 0.05;

function resultsText({ results, note }: OutputOf<"search">): string {
  const rows = results.map((one) => {
    const shade = one.relevance < worthALook ? dim : (text: string) => text;
    const kind = one.kind === "observation" ? "" : `${one.kind}: `;
    const title = fitted(one.title || one.summary, 44 + kind.length);
    return [
      shade(shortId(one.id)),
      dim(when(one.happenedAt)),
      dim(one.relevance.toFixed(2)),
      dim(kind) + shade(title),
    ];
  });
  const lines = results.length === 0 ? [] : columns(rows).split("\n");
  for (const [i, { why }] of results.entries()) if (why) lines[i] += `\n${whyText(why)}`;
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
