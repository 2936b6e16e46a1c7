// The tool `get`: whatever has an id, as long as it is wanted.

import { z } from "zod";
import type { OutputOf } from "../../protocol/operations.ts";
import { cut, pageOf } from "./page.ts";
import { compactionLines } from "./summary.ts";
import { tool } from "./tool.ts";

const itemsOnPage = 50;

const output = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  detail: z.string().optional(),
  files: z.array(z.string()).optional(),
  items: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
  next_cursor: z.string().optional(),
});
type Got = z.output<typeof output>;

export const getTool = tool({
  name: "get",
  operation: "show",
  description: "Show anything by its id.",
  effect: "reads",
  input: z.object({
    id: z.string().min(1).describe("or a unique beginning"),
    length: z.enum(["title", "summary", "full"]).default("full"),
    cursor: z.string().optional().describe("next_cursor of the page before"),
  }),
  output,
  ask: ({ id }) => ({ id }),
  tell(shown, { length, cursor }) {
    const { id, kind, at, title, ...more } = gotFrom(shown, cursor);
    if (length === "title") return { id, kind, at, title };
    const { summary, ...rest } = more;
    const short = { id, kind, at, title, ...(summary !== undefined && { summary }) };
    return length === "summary" ? short : { ...short, ...rest };
  },
  heading: "From memory:",
  lines: ({ id, kind, at, title, summary, detail, files = [], items = [] }) => [
    `${id} · ${kind} · ${at.slice(0, 16)} · ${title}`,
    ...(summary === undefined ? [] : summary.split("\n")),
    ...(detail === undefined ? [] : detail.split("\n")),
    ...files.map((file) => `file: ${file}`),
    ...items.map((item) => `${item.id} · ${item.title}`),
  ],
});

function gotFrom(shown: OutputOf<"show">, cursor: string | undefined): Got {
  switch (shown.kind) {
    case "observation": {
      const { id, happenedAt: at, title, summary, detail, files } = shown.observation;
      return { id, kind: "observation", at, title, summary, detail, files };
    }
    case "learning": {
      const { id, updatedAt: at, content, category, confidence, staleSince } = shown.learning;
      const evidence = shown.evidence.map(({ kind, claim }) => `${kind}: ${claim}`);
      const summary = `${category}, confidence ${confidence.toFixed(2)}${staleSince ? ", stale" : ""}`;
      return {
        ...{ id, kind: "learning", at, title: content, summary, detail: evidence.join("\n") },
        items: shown.links.map((link) => ({ id: link.id, title: `${link.type} ${link.content}` })),
      };
    }
    case "node": {
      const { id, updatedAt: at, type, content, summary, tags, staleSince } = shown.node;
      const about = [type, ...tags, ...(staleSince ? ["stale"] : [])].join(" ");
      return {
        ...{ id, kind: "node", at, title: summary ?? firstLine(content), summary: about, detail: content },
        files: shown.anchors.map((anchor) => anchor.file),
        items: shown.links.map((link) => ({ id: link.id, title: `${link.type} ${link.content}` })),
      };
    }
    case "compaction": {
      const { id, at, sequence, made, hostSummary } = shown.compaction;
      const told = made?.summary;
      return {
        ...{ id, kind: "compaction", at, title: `Compaction ${sequence} of ${shown.compaction.sessionId}` },
        summary: told?.executive ?? hostSummary ?? "",
        detail: compactionLines(told).join("\n"),
        files: told?.files_modified.map((file) => file.path) ?? [],
      };
    }
    case "session": {
      const { id, lastSeenAt: at, name, firstPrompt } = shown.session;
      const { items, ...rest } = cut(shown.observations, pageOf(itemsOnPage, cursor));
      const summary = shown.summary;
      return {
        ...{ id, kind: "session", at, title: name ?? firstPrompt ?? "" },
        ...(summary && { summary: [summary.request, ...summary.done, ...summary.open].join("\n") }),
        items: items.map((one) => ({ id: one.id, title: one.title })),
        ...rest,
      };
    }
  }
}

const firstLine = (text: string) => text.split("\n", 1)[0]?.slice(0, 200) ?? "";
