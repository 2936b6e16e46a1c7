// Renders search results and shown items as text.

import { shortId } from "../../protocol/ids.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import type { Shown, ShownOwner } from "../../protocol/shown.ts";
import { shownSymbolText } from "../code/text.ts";
import type { OutputOf } from "../contracts.ts";
import { functionText } from "../functions/text.ts";
import { nodeText } from "../graph/text.ts";
import { texts as learningTexts } from "../learnings/text.ts";
import { observationText, texts as sessionTexts } from "../sessions/text.ts";
import { turnText } from "../sessions/turn.ts";
import { shownTaskText } from "../tasks/text.ts";
import { bold, columns, dim, highlighted, terminalWidth, when, wrapped } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { oneLine } from "../text/terminal.ts";
import type { operations } from "./contract.ts";

const shownTexts: { [K in OwnerKind]: (shown: Shown<K>) => string } = {
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
  const lines = results.length === 0 ? [dim(nothingFound)] : [table(results)];
  const isWeak = results.length > 0 && results.every((one) => one.isWeak);
  return [...lines, ...(isWeak ? [dim(weakOnly)] : []), ...(note ? [dim(note)] : [])].join("\n");
}

const nothingFound = "Nothing found. --all-projects searches every project, --conversations also the chat.";
const weakOnly = "No result is a likely answer; these are the nearest.";
const scoreWidth = 5;
const idWidth = 18;

/** A terminal gets two or three short lines per result, a pipe one line with everything. */
function table(results: readonly Result[]): string {
  if (!process.stdout.isTTY) {
    const rows = results.map((one) => [
      score(one),
      shortId(one.id),
      one.sessionId === null ? "" : shortId(one.sessionId),
      when(one.happenedAt),
      [titleOf(one), one.excerpt, ...workOf(one), ...(one.evidence ?? []).map(({ title }) => title)]
        .filter(Boolean)
        .join(" | "),
    ]);
    const head = ["SCORE", "ID", "SESSION", "WHEN", "WHAT"];
    return withReasons(columns([head, ...rows]).split("\n"), results, 1);
  }
  const head = [dim("score".padEnd(scoreWidth)), dim("id, when".padEnd(idWidth)), dim("what")].join("  ");
  const room = terminalWidth() - scoreWidth - idWidth - 4;
  return withReasons([head, ...results.map((one) => card(one, room))], results, 1);
}

function card(one: Result, room: number): string {
  const excerpt = wrapped(oneLine(one.excerpt ?? ""), room, 2);
  const [first = "", ...more] = excerpt.map((line) => highlighted(line, one.matched));
  const title = highlighted(wrapped(oneLine(titleOf(one)), room, 1)[0] ?? "", one.matched);
  const line = (left: string, id: string, text: string) =>
    `${left.padEnd(scoreWidth)}  ${id}${" ".repeat(Math.max(0, idWidth - id.length))}  ${text}`.trimEnd();
  const aside = (text: string) => dim(text.padEnd(idWidth));
  const below = [...more, ...workOf(one).map((text) => dim(wrapped(oneLine(text), room, 1)[0] ?? ""))];
  const [second, ...rest] = below;
  const session = one.sessionId === null ? "" : `session ${shortId(one.sessionId)}`;
  return [
    line(score(one), shortId(one.id), bold(title)),
    `${" ".repeat(scoreWidth)}  ${aside(when(one.happenedAt))}  ${first}`.trimEnd(),
    ...(session || second ? [`${" ".repeat(scoreWidth)}  ${aside(session)}  ${second ?? ""}`.trimEnd()] : []),
    ...rest.map((text) => line("", "", text)),
    ...(one.evidence ?? []).slice(0, 1).map(({ id, title }) => {
      const [text = ""] = wrapped(oneLine(title), room, 1);
      return line("", dim(shortId(id)), dim(text));
    }),
  ].join("\n");
}

function score({ relevance, isWeak }: Result): string {
  return `${relevance.toFixed(2)}${isWeak ? "?" : ""}`;
}

/** What came of it and what is left, where the row does not say it. */
function workOf({ kind, outcome, open }: Result): string[] {
  return [...(outcome && kind !== "turn" ? [`outcome: ${outcome}`] : []), ...(open ? [`open: ${open}`] : [])];
}

function titleOf({ kind, title, summary }: Result): string {
  return `${kind === "observation" ? "" : `${kind}: `}${title || summary}`;
}

function withReasons(lines: string[], results: readonly Result[], heads: number): string {
  for (const [i, { why }] of results.entries()) if (why) lines[i + heads] += `\n${whyText(why)}`;
  return lines.join("\n");
}

function whyText(why: NonNullable<Result["why"]>): string {
  const scoreText = (name: string, score: typeof why.text) =>
    score ? `${name} #${score.rank} (${score.score.toFixed(2)})` : `${name} –`;
  const parts = Object.entries(why.parts).filter(([, value]) => Math.abs(value) >= 0.005);
  const sum = parts.map(([name, value]) => `${name} ${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`);
  return dim(`    ${scoreText("words", why.text)} · ${scoreText("meaning", why.meaning)} · ${sum.join(" ")}`);
}
