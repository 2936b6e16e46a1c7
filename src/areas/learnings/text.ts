// Renders the answers about learnings as text.

import { shortId } from "../../protocol/ids.ts";
import type { Change, Learning } from "../../protocol/knowledge.ts";
import type { OutputOf } from "../contracts.ts";
import { linkRow } from "../graph/text.ts";
import { sourceText } from "../knowledge/text.ts";
import { authorRows } from "../text/authorship.ts";
import { bad, bold, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { sourceRows } from "../text/sources.ts";
import type { operations } from "./contract.ts";

export const texts = {
  learnings: ({ learnings }) =>
    learnings.length === 0
      ? dim("No learnings in this project yet. `tellback learnings add` adds one.")
      : columns(learnings.map(learningRow)),
  "learnings.show": learningText,
  "learnings.add": ({ learning }) => `Added ${learning.id}: ${learning.content}`,
  "learnings.confirm": ({ learning }) => `Confirmed: ${learning.content}`,
  "learnings.reject": ({ learning }) => `Rejected; it will not be learned again: ${learning.content}`,
  "learnings.edit": ({ learning }) => `Now: ${learning.content}`,
  "learnings.log": ({ changes }) =>
    changes.length === 0 ? dim("No changes yet.") : changes.map(changeText).join("\n"),
  "learnings.undo": ({ change, learnings }) =>
    [`Undone: ${change.why}`, columns(learnings.map(learningRow))].filter(Boolean).join("\n"),
} satisfies TextsOf<typeof operations>;

function changeText({ id, at, why, undoneAt, nodes }: Change): string {
  const head = [shortId(id), dim(when(at)), why, ...(undoneAt ? [dim("(undone)")] : [])].join("  ");
  const lines = nodes.flatMap((node) => [
    `  ${shortId(node.id)} ${node.isNew ? good("new") : ""} ${fitted(node.content, 28)}`,
    ...node.changed.map(
      ({ what, from, to }) => `    ${dim(what)} ${fitted(`${from} → ${to}`, 8 + what.length)}`,
    ),
  ]);
  return [head, ...lines].join("\n");
}

/** The confidence, in words if a number would be too precise. */
function confidenceText(one: Learning): string {
  if (one.state !== "active") return one.state;
  if (one.supersededBy !== null) return dim("superseded");
  if (one.isManual) return good("yours");
  const share = one.confidence.toFixed(2);
  return one.confidence >= 0.7 ? good(share) : one.confidence < 0.4 ? warn(share) : share;
}

export function learningRow(one: Learning): string[] {
  const kind = one.type === "hypothesis" ? "hypothesis" : one.category;
  return [shortId(one.id), confidenceText(one), dim(kind), fitted(one.content, 40)];
}

function learningText({ learning: one, evidence, links, sources }: OutputOf<"learnings.show">): string {
  const sessions = `${plural(one.timesSeen, "session")}${one.isManual ? ", confirmed by you" : ""}`;
  const source = sourceText(one).replace(/^ · /, "");
  const facts = [
    [dim("id"), one.id],
    [dim("what"), `${one.type} · ${one.category}${one.projectId === null ? " · everywhere" : ""}`],
    [dim("confidence"), `${confidenceText(one)} (seen in ${sessions})`],
    [dim("since"), `${when(one.createdAt)}, last seen ${when(one.updatedAt)}`],
    ...(source === "" ? [] : [[dim("source"), source]]),
    ...authorRows(one),
    ...sourceRows(sources),
    ...(one.supersededBy === null ? [] : [[dim("superseded"), `by ${shortId(one.supersededBy)}`]]),
  ];
  const seen = evidence.map((each) => [
    each.kind === "supports" ? good("+") : bad("−"),
    dim(when(each.at)),
    each.sessionId ? shortId(each.sessionId) : "",
    fitted(each.claim, 34),
  ]);
  return [
    bold(one.content),
    columns(facts),
    ...(seen.length > 0 ? ["", columns(seen)] : []),
    ...(links.length > 0 ? ["", columns(links.map(linkRow))] : []),
  ].join("\n");
}
