// Renders the answers that are mainly for the page as text.

import { shortId } from "../../protocol/ids.ts";
import { bad, columns, dim, fitted, good, plural, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  projects: ({ projects }) =>
    projects.length === 0
      ? dim("No project is known yet. `tellback install` lets your agent remember.")
      : columns(
          projects.map(({ name, root, sessions, lastSeenAt }) => [
            name,
            plural(sessions, "session"),
            lastSeenAt ? when(lastSeenAt) : "",
            dim(root),
          ]),
        ),
  timeline: ({ rows, total }) =>
    rows.length === 0
      ? dim("Nothing happened here yet.")
      : [
          columns(
            rows.map((row) => [
              dim(shortId(row.id)),
              when(row.happenedAt),
              row.status === "ok" ? row.kind : bad(row.status),
              fitted(row.title, 50),
            ]),
          ),
          dim(`${rows.length} of ${plural(total, "observation")}`),
        ].join("\n"),
  "session.outline": ({ prompts, total }) =>
    [
      columns(
        prompts.map(({ position, happenedAt, title }) => [
          dim(String(position)),
          when(happenedAt),
          fitted(title, 40),
        ]),
      ),
      dim(`${plural(prompts.length, "prompt")} among ${plural(total, "observation")}`),
    ].join("\n"),
  feed: ({ items, cursor }) =>
    [
      ...(items.length === 0 ? [dim("Nothing is new.")] : []),
      columns(items.map(({ kind, id, title }) => [kind, dim(shortId(id)), fitted(title, 40)])),
      dim(`cursor ${cursor}`),
    ].join("\n"),
  "graph.near": ({ nodes, edges }) =>
    columns(
      nodes.map(({ node, depth }) => [
        String(depth),
        dim(shortId(node.id)),
        node.category ?? node.type,
        fitted(node.summary ?? node.content, 50),
      ]),
    ) + dim(`\n${plural(edges.length, "edge")}`),
  injections: ({ injections, total, used }) =>
    injections.length === 0
      ? dim("Nothing was injected yet.")
      : [
          columns(
            injections.map((one) => [
              when(one.at),
              one.moment,
              one.used ? good("used") : dim("ignored"),
              dim(shortId(one.id)),
              fitted(one.title ?? one.why.reason, 50),
            ]),
          ),
          dim(`${used} of ${total} were used`),
        ].join("\n"),
  "config.show": ({ settings }) =>
    columns(settings.map(({ key, value, origin }) => [key, String(value), dim(origin)])),
  "config.set": ({ key, value }) => `${key} = ${JSON.stringify(value)}`,
  doctor: ({ findings, verdict }) =>
    [
      columns(
        findings.map(({ state, what, found }) => [
          { ok: good("✓"), pending: dim("–"), degraded: warn("!"), failed: bad("✗") }[state],
          what,
          found,
        ]),
      ),
      verdict,
    ].join("\n"),
  "page.open": ({ url, code }) => `${url}#k=${code}`,
} satisfies TextsOf<typeof operations>;
