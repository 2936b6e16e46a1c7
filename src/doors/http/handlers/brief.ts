// Whatever has an id in one form, as long as it is wanted: a title, a summary, or everything.

import type { CompactionSummary } from "../../../protocol/compaction.ts";
import type { OutputOf, ParsedInputOf } from "../../../protocol/operations.ts";
import { cut, pageOf } from "./page.ts";

type Brief = OutputOf<"get">;

const itemsOnPage = 50;

export function briefly(
  shown: OutputOf<"show">,
  length: ParsedInputOf<"get">["length"],
  cursor: string | undefined,
): Brief {
  const { id, kind, at, title, summary, ...rest } = briefOf(shown, cursor);
  if (length === "title") return { id, kind, at, title };
  const short = { id, kind, at, title, ...(summary !== undefined && { summary }) };
  return length === "summary" ? short : { ...short, ...rest };
}

function briefOf(shown: OutputOf<"show">, cursor: string | undefined): Brief {
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

function compactionLines(told: CompactionSummary | undefined): string[] {
  if (!told) return [];
  return [
    ...told.key_decisions.map(
      ({ decision, rationale }) => `decision: ${decision}${rationale ? ` (${rationale})` : ""}`,
    ),
    ...told.tasks_completed.map((task) => `done: ${task}`),
    ...told.tasks_pending.map((task) => `open: ${task}`),
    ...told.files_modified.map(({ path, action }) => `${action}: ${path}`),
    ...told.code_snippets.map(({ file, code }) => `code in ${file}: ${code}`),
  ];
}

const firstLine = (text: string) => text.split("\n", 1)[0]?.slice(0, 200) ?? "";
