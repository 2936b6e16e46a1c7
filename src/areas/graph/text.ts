// Renders the answers about the graph as text.

import { shortId } from "../../protocol/ids.ts";
import type { Anchor, Link, Node, Tie } from "../../protocol/knowledge.ts";
import type { OutputOf } from "../contracts.ts";
import { authorRows } from "../text/authorship.ts";
import { unifiedDiff } from "../text/diff.ts";
import { bad, bold, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import { sourceRows } from "../text/sources.ts";
import type { operations } from "./contract.ts";

export const texts = {
  remember: ({ node, isNew }) =>
    `${isNew ? "Stored" : "Already stored as"} ${node.id}: ${fitted(node.content, 45)}`,
  recall: composedText,
  query: nodesText,
  link: ({ edge }) => `${edge.from} ${edge.type} ${edge.to}`,
  "node.show": nodeText,
  "node.list": nodesText,
  "node.update": ({ node }) => `Now: ${node.content}`,
  "node.delete": ({ deleted }) => `Deleted ${deleted}.`,
  "node.confirm": ({ node }) => `Confirmed: ${node.content}`,
  "node.anchor": ({ node, anchors }) => `${node.id} is anchored to ${anchors.map(anchorName).join(", ")}.`,
  "node.supersede": (done) => `${done.new.id} replaces ${done.old.id}.`,
  "node.summarize": ({ node, sources }) => `Added ${node.id}, a summary of ${plural(sources, "node")}.`,
  "node.related": reachedText,
  "node.trace": reachedText,
  "edge.list": ({ links }) => (links.length === 0 ? dim("No edges.") : columns(links.map(linkRow))),
  "edge.remove": ({ removed }) => (removed ? "Removed." : dim("There was no such edge.")),
  "tag.add": tagsText,
  "tag.remove": tagsText,
  "tag.list": ({ tags }) =>
    tags.length === 0
      ? dim("No tags yet.")
      : columns(tags.map(({ tag, nodes }) => [tag, dim(String(nodes))])),
  "view.create": viewText,
  "view.edit": viewText,
  "view.list": ({ views }) =>
    columns(
      views.map(({ name, query, budget, template, updatedAt }) => [
        name,
        dim(plural(budget, "token")),
        dim(updatedAt === "" ? "as it comes" : template),
        query || "everything",
      ]),
    ),
  "view.render": composedText,
  "view.delete": ({ deleted }) => `Deleted the view ${deleted}; its nodes stay.`,
  compose: composedText,
  "command.try": triedText,
  stale: ({ stale }) =>
    stale.length === 0
      ? dim("Nothing is stale.")
      : columns(
          stale.map(({ node, reason }) => [
            shortId(node.id),
            warn(reason.replace(/^stale: /, "")),
            fitted(node.content, 68),
          ]),
        ),
  "stale.code": ({ changes }) =>
    changes.length === 0
      ? dim("Its code has not changed.")
      : changes
          .map(({ file, symbol, commit, before, after }) =>
            before === null
              ? `${symbol === null ? file : `${file}#${symbol}`}: ${dim("the earlier code is not in git")}`
              : `${dim(`as of commit ${commit}`)}\n${unifiedDiff(file, before, after)}`,
          )
          .join("\n\n"),
  "graph.draw": ({ text }) => text,
  "graph.status": statusText,
} satisfies TextsOf<typeof operations>;

function nodeRow(node: Node): string[] {
  const marks = [
    node.supersededBy ? dim("superseded") : node.state === "active" ? "" : dim(node.state),
    node.staleSince ? warn("stale") : "",
  ].filter(Boolean);
  return [
    shortId(node.id),
    dim(node.createdAt.slice(0, 10)),
    node.category ?? node.type,
    marks.join(" "),
    fitted(node.content, 50),
  ];
}

const noNode =
  "No node of the graph matches. --all-projects looks in every project; `tellback search WORDS` searches everything.";

function nodesText({ nodes }: OutputOf<"query">): string {
  if (nodes.length === 0) return dim(noNode);
  const rows = columns(nodes.map(nodeRow)).split("\n");
  return nodes.flatMap(({ ties }, i) => [rows[i] ?? "", ...tieLines(ties, "  ")]).join("\n");
}

const maxTies = 4;

/** The edges of a node below it. */
export function tieLines(ties: readonly Tie[], indent: string): string[] {
  return ties.slice(0, maxTies).map(({ type, direction, id, text }) => {
    const name = type.toLowerCase().replaceAll("_", " ");
    const to = type === "ABOUT" ? text : `${shortId(id)} ${fitted(text, 40)}`;
    return dim(`${indent}${direction === "from" ? "→" : "←"} ${name} ${to}`);
  });
}

function reachedText({ reached }: OutputOf<"node.related">): string {
  return reached.length === 0
    ? dim("Nothing found.")
    : columns(reached.map(({ node, depth }) => [dim(`${depth}`), ...nodeRow(node)]));
}

function tagsText({ node }: OutputOf<"tag.add">): string {
  return `${node.id}: ${node.tags.join(", ") || dim("no tags")}`;
}

function viewText({ view }: OutputOf<"view.create">): string {
  return `View ${view.name}: ${view.query || "everything"} (${plural(view.budget, "token")})`;
}

function triedText({ commands, answers }: OutputOf<"command.try">): string {
  if (commands.length === 0)
    return dim("No command in it: one stands outside of code, such as <ctx:status/>.");
  return [
    `${plural(commands.length, "command")}: ${commands.map(({ name }) => name).join(", ")}`,
    ...answers.flatMap(({ isError, about, texts }) => [
      isError ? bad(about) : bold(about),
      ...texts.map((text) => `  ${text}`),
    ]),
  ].join("\n");
}

function composedText({ text, tokens, told, left }: OutputOf<"compose">): string {
  if (told.length === 0)
    return dim(
      left === 0
        ? noNode
        : `None of ${plural(left, "matching node")} fits into the budget; --budget raises it.`,
    );
  const rest = left > 0 ? `, ${left} did not fit` : "";
  return `${text}\n${dim(`${plural(told.length, "node")}, ${plural(tokens, "token")}${rest}`)}`;
}

export function anchorName({ file, symbol }: Anchor): string {
  return symbol === null ? file : `${file}#${symbol}`;
}

export function linkRow(each: Link): string[] {
  const name = each.type.toLowerCase().replaceAll("_", " ");
  return [dim(each.direction === "from" ? name : `← ${name}`), shortId(each.id), fitted(each.content, 38)];
}

export function nodeText({ node, anchors, evidence, links, sources }: OutputOf<"node.show">): string {
  const seen = `${plural(node.timesSeen, "session")}${node.isManual ? ", confirmed by you" : ""}`;
  const facts = [
    [dim("id"), node.id],
    [
      dim("what"),
      [node.type, node.category, node.projectId === null ? "everywhere" : null].filter(Boolean).join(" · "),
    ],
    ...(node.tags.length > 0 ? [[dim("tags"), node.tags.join(", ")]] : []),
    [dim("confidence"), `${node.confidence.toFixed(2)} (seen in ${seen})`],
    [dim("valid"), `${when(node.validFrom)} – ${node.validUntil ? when(node.validUntil) : "now"}`],
    ...(node.supersededBy ? [[dim("superseded"), `by ${node.supersededBy}`]] : []),
    ...(node.sessionId ? [[dim("from"), `session ${shortId(node.sessionId)}`]] : []),
    ...authorRows(node),
    ...sourceRows(sources),
    ...anchors.map((anchor) => [
      dim("anchored to"),
      anchor.brokenAt
        ? `${anchorName(anchor)} ${bad(`${anchor.how === "gone" ? "gone" : "changed"} ${when(anchor.brokenAt)}`)}${anchor.observationId ? dim(` by ${anchor.observationId}`) : ""}`
        : `${anchorName(anchor)} ${good("unchanged")}`,
    ]),
  ];
  const evidenceRows = evidence.map((each) => [
    each.kind === "supports" ? good("+") : bad("−"),
    dim(when(each.at)),
    each.sessionId ? shortId(each.sessionId) : "",
    fitted(each.claim, 34),
  ]);
  return [
    bold(node.content),
    columns(facts),
    ...(evidenceRows.length > 0 ? ["", columns(evidenceRows)] : []),
    ...(links.length > 0 ? ["", columns(links.map(linkRow))] : []),
  ].join("\n");
}

function statusText({
  nodes,
  edges,
  code,
  tokens,
  stale,
  types,
  tiers,
  task,
}: OutputOf<"graph.status">): string {
  return columns([
    [dim("nodes"), `${nodes} (${plural(tokens, "token")}), ${plural(edges, "edge")}, ${code} to code`],
    [dim("types"), types.map((one) => `${one.type} ${one.nodes}`).join(", ") || "none"],
    [dim("tiers"), tiers.map((one) => `${one.tier} ${one.nodes}`).join(", ") || "none"],
    [dim("stale"), stale > 0 ? warn(String(stale)) : "0"],
    [dim("task"), task ?? "none"],
  ]);
}
