// Renders what a person is asked to decide as text.

import { shortId } from "../../protocol/ids.ts";
import type { Reviewed, ReviewItem } from "../../protocol/review.ts";
import type { OutputOf } from "../contracts.ts";
import { bold, dim, fitted, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  review: ({ items, total, waiting, contradictions }) =>
    items.length === 0
      ? dim("Nothing to review. The setting knowledge.review says which statements wait for you.")
      : [
          dim(reviewCount({ waiting, contradictions })),
          ...items.map(itemText),
          ...(items.length < total ? [dim(`${total - items.length} more: --offset, --limit`)] : []),
          dim("`tellback review keep ID`, `edit ID TEXT`, `drop ID`; keep --only ends what it contradicts."),
        ].join("\n\n"),
  "review.keep": keptText,
  "review.edit": keptText,
  "review.drop": ({ learning }) => `Dropped; it will not be learned again: ${learning.content}`,
} satisfies TextsOf<typeof operations>;

export function reviewCount(count: { waiting: number; contradictions: number }): string {
  const parts = [
    ...(count.waiting > 0 ? [`${plural(count.waiting, "statement")} waiting for you`] : []),
    ...(count.contradictions > 0 ? [`${plural(count.contradictions, "contradiction")} to decide`] : []),
  ];
  return parts.join(", ");
}

export function itemText(item: ReviewItem): string {
  const ages = item.isNewer ? (["newer", "older"] as const) : (["older", "newer"] as const);
  return [
    statementLines(item, item.against.length === 0 ? "" : ages[0]),
    ...item.against.map((other) => `${warn("  seems to contradict")}\n${statementLines(other, ages[1])}`),
  ].join("\n");
}

function statementLines(one: Reviewed, age: string): string {
  return [
    `${shortId(one.id)} ${bold(one.content)}${age === "" ? "" : ` ${dim(`(${age})`)}`}`,
    `  ${dim(provenance(one))}`,
    ...(one.words === null ? [] : [`  ${dim(`“${fitted(one.words, 6)}”`)}`]),
  ].join("\n");
}

/** Who said it, where and when. */
function provenance(one: Reviewed): string {
  return [
    ...speakerOf(one),
    ...(one.sessionId === null ? [] : [`session ${shortId(one.sessionId)}`]),
    when(one.at),
    one.project ?? "every project",
    ...(one.timesSeen > 1 ? [`seen in ${plural(one.timesSeen, "session")}`] : []),
  ].join(" · ");
}

function speakerOf({ saidBy, host }: Reviewed): string[] {
  const who = saidBy === "user" ? "said by you" : saidBy === "agent" ? "said by the agent" : "observed";
  return host === null && saidBy === null ? ["written by hand"] : [who, ...(host === null ? [] : [host])];
}

function keptText({ learning, replaced, beside }: OutputOf<"review.keep">): string {
  return [
    `Kept: ${learning.content}`,
    ...(replaced.length > 0 ? [dim(`It replaces ${replaced.map(shortId).join(", ")}.`)] : []),
    ...(beside.length > 0 ? [dim(`${beside.map(shortId).join(", ")} hold too.`)] : []),
  ].join("\n");
}
