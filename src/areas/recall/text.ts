// Renders the answers about injected memories as text.

import { shortId } from "../../protocol/ids.ts";
import type { Injection, Why } from "../../protocol/recall.ts";
import type { OutputOf } from "../contracts.ts";
import type { Origin } from "../knowledge/contract.ts";
import { sourceText } from "../knowledge/text.ts";
import { authorText } from "../text/authorship.ts";
import { bold, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  context: contextText,
  why: ({ id, title, origin, injections }) =>
    [
      `${bold(title)}  ${dim(id)}`,
      ...(origin === null ? [] : originLines(origin)),
      injections.length === 0 ? dim("It was never injected.") : columns(injections.map(injectionRow)),
    ].join("\n"),
  "open-points": ({ points }) =>
    points.length === 0
      ? dim("Nothing is open here.")
      : [
          ...points.map(pointText),
          dim(
            "`tellback open-points close ID`, `edit ID TEXT`; what is done later closes a point by itself.",
          ),
        ].join("\n\n"),
  "open-points.close": ({ point }) => `Closed: ${point.text}`,
  "open-points.edit": ({ point }) => `Changed: ${point.text}`,
} satisfies TextsOf<typeof operations>;

function pointText({
  id,
  text,
  source,
  sessionId,
  branch,
  since,
}: OutputOf<"open-points">["points"][number]) {
  const from = [
    ...[when(since), ...(branch === null ? [] : [`on ${branch}`]), `session ${shortId(sessionId)}`],
    source === "rules" ? "found by rules" : `written by the ${source}`,
  ].join(" · ");
  return `${id} ${text}\n         ${dim(from)}`;
}

function originLines({
  saidBy,
  words,
  reason,
  confidence,
  since,
  sessionId,
  supersededBy,
  ...authored
}: Origin): string[] {
  const by = authorText(authored);
  const source = sourceText({ saidBy, sessionId });
  return [
    dim(`confidence ${confidence.toFixed(2)} · since ${when(since)}${source}`),
    ...(by === "" ? [] : [dim(`by ${by}`)]),
    ...(reason === null ? [] : [dim(`because ${fitted(reason, 10)}`)]),
    ...(words === null ? [] : [dim(`in the words: ${fitted(words, 16)}`)]),
    ...(supersededBy === null ? [] : [`superseded by ${shortId(supersededBy)}`]),
  ];
}

function contextText({ text, tokens, budget, items, left, isExplained }: OutputOf<"context">): string {
  const rows = items.map((one) => [
    shortId(one.id),
    one.length,
    dim(plural(one.tokens, "token")),
    isExplained ? reasonOf(one.why) : fitted(reasonOf(one.why), 52),
  ]);
  const leftRows = left.map((one) => [shortId(one.id), dim(one.because), fitted(one.title, 60)]);
  return [
    text ?? dim("Nothing would be injected."),
    "",
    dim(`${tokens} of ${plural(budget, "token")}`),
    columns(rows),
    ...(left.length > 0 ? ["", dim("left out:"), columns(leftRows)] : []),
  ].join("\n");
}

const moments: Record<Injection["moment"], string> = {
  start: "at session start",
  prompt: "at a prompt",
  file: "with a file",
  agent: "to a sub-agent",
  failure: "at a failed command",
};

function injectionRow(one: Injection): string[] {
  return [
    dim(when(one.at)),
    shortId(one.sessionId),
    moments[one.moment],
    useText(one.used),
    fitted(`${reasonOf(one.why)}, ${one.length}, ${plural(one.tokens, "token")}`, 60),
  ];
}

function useText(used: Injection["used"]): string {
  if (used === null) return dim("nothing seen");
  if (used.how === "contradicted") return warn("contradicted by a command");
  return good(used.how === "followed" ? "followed by a command" : `used (${used.how})`);
}

/** The reason in words, with its numbers. */
function reasonOf({ reason, relevance, text, meaning }: Why): string {
  const numbers = [
    ...(relevance === undefined ? [] : [`relevance ${relevance.toFixed(2)}`]),
    ...(text ? [`words #${text.rank}`] : []),
    ...(meaning ? [`meaning #${meaning.rank}`] : []),
  ];
  return numbers.length === 0 ? reason : `${reason} (${numbers.join(", ")})`;
}
