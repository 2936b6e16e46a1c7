// Renders search results and shown items as text.

import { shortId } from "../../protocol/ids.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import type { OwnerDetails, ShownOwner } from "../../protocol/shown.ts";
import { shownSymbolText } from "../code/text.ts";
import type { OutputOf } from "../contracts.ts";
import { functionText } from "../functions/text.ts";
import { nodeText } from "../graph/text.ts";
import { texts as learningTexts } from "../learnings/text.ts";
import { observationText, texts as sessionTexts } from "../sessions/text.ts";
import { turnText } from "../sessions/turn.ts";
import { shownTaskText } from "../tasks/text.ts";
import { bold, dim, highlighted, terminalWidth, when, wrapped } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { oneLine } from "../text/terminal.ts";
import type { operations } from "./contract.ts";

const shownTexts: { [K in OwnerKind]: (shown: OwnerDetails<K>) => string } = {
  observation: ({ observation, sources }) => observationText(observation, sources),
  turn: turnText,
  session: sessionTexts["session.show"],
  compaction: sessionTexts["compaction.show"],
  learning: learningTexts["learnings.show"],
  node: nodeText,
  symbol: shownSymbolText,
  task: shownTaskText,
  function: functionText,
};

export const texts = {
  search: resultsText,
  show: (shown) => (shownTexts[shown.kind] as (shown: ShownOwner) => string)(shown),
} satisfies TextsOf<typeof operations>;

type Result = Omit<OutputOf<"search">["results"][number], "excerpt" | "matched"> & Partial<Excerpt>;
type Excerpt = Pick<OutputOf<"search">["results"][number], "excerpt" | "matched">;
type Results = Omit<OutputOf<"search">, "results"> & { results: readonly Result[] };

function resultsText({ results, note }: Results): string {
  const lines = results.length === 0 ? [dim(nothingFound)] : [results.map(card).join("\n")];
  const isWeak = results.length > 0 && results.every((one) => one.isWeak);
  return [...lines, ...(isWeak ? [dim(weakOnly)] : []), ...(note ? [dim(note)] : [])].join("\n");
}

const nothingFound = "Nothing found. --all-projects searches every project, --conversations also the chat.";
const weakOnly = "No result is a likely answer; these are the nearest.";
const margin = "      ";
/** Of a line in a pipe, whose reader has no width: an agent reads it, or a person by way of another program. */
const pipeWidth = 240;

/**
 * Two to four short lines a result: how likely it is and its title; what it is, when, in which session, its id; what says more;
 * what is left open.
 */
function card(one: Result): string {
  const room = (process.stdout.isTTY ? terminalWidth() : pipeWidth) - margin.length;
  const line = (text: string) => wrapped(oneLine(text), room, 1)[0] ?? "";
  const title = one.title || one.summary;
  const session =
    one.sessionId === null || one.kind === "session" ? [] : [`session ${shortId(one.sessionId)}`];
  const source = [one.kind, when(one.happenedAt), ...session, shortId(one.id)].filter(Boolean).join(" · ");
  const more = moreOf(one);
  return [
    score(one).padEnd(margin.length) + bold(highlighted(line(title), one.matched)),
    margin + dim(source),
    ...(more ? [margin + highlighted(line(more), one.matched)] : []),
    ...(one.open ? [margin + dim(line(`open: ${one.open}`))] : []),
    ...(one.why ? [whyText(one.why)] : []),
  ].join("\n");
}

function score({ relevance, isWeak }: Result): string {
  return `${relevance.toFixed(2)}${isWeak ? "?" : ""}`;
}

/** What came of it, or the words that were looked for: a turn's title is its outcome already. */
function moreOf({ kind, outcome, excerpt, title, summary }: Result): string | undefined {
  if (kind !== "turn" && outcome) return `outcome: ${outcome}`;
  return excerpt || (title && summary !== title && !summary.startsWith(title) ? summary : undefined);
}

function whyText(why: NonNullable<Result["why"]>): string {
  const scoreText = (name: string, score: typeof why.text) =>
    score ? `${name} #${score.rank} (${score.score.toFixed(2)})` : `${name} –`;
  const parts = Object.entries(why.parts).filter(([, value]) => Math.abs(value) >= 0.005);
  const sum = parts.map(([name, value]) => `${name} ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
  return dim(
    `${margin}${scoreText("words", why.text)} · ${scoreText("meaning", why.meaning)} · ${sum.join(" ")}`,
  );
}
