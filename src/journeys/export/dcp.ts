// The folder layout of earlier memory tools: a folder a session with its compactions as compact_001.json, a folder a project
// with its knowledge. Vectors are left out: they belong to one model.

import type { SummaryFile } from "../../protocol/compaction.ts";
import type { ExportRecord } from "../../protocol/export.ts";
import type { Page } from "./markdown-text.ts";
import type { Of } from "./notes.ts";

const kinds = ["project", "session", "summary", "compaction"] as const;
type Kind = (typeof kinds)[number];
export const dcpKinds: readonly Kind[] = kinds;

/** The files of sessions that were compacted or summarised. */
export function dcpPages(records: readonly ExportRecord[]): Page[] {
  const of = <K extends Kind>(kind: K) => records.filter((one) => one.kind === kind) as Of<K>[];
  const compactions = Map.groupBy(
    of("compaction").filter(({ data }) => data.summary !== null || data.hostSummary !== null),
    ({ data }) => data.sessionId,
  );
  const summaryOf = new Map(of("summary").map((one) => [one.id, one]));
  const pages: Page[] = [];
  const put = (path: string, value: unknown) =>
    pages.push({ path, text: `${JSON.stringify(value, null, 2)}\n` });
  for (const session of of("session")) {
    const own = (compactions.get(session.id) ?? []).sort((a, b) => a.data.sequence - b.data.sequence);
    const summary = summaryOf.get(session.id);
    if (own.length === 0 && !summary) continue;
    const at = `sessions/session_${fileName(session.id)}`;
    const { name, startedAt, lastSeenAt, endedAt, status } = session.data;
    put(`${at}/metadata.json`, {
      ...{ session_id: session.id, project: session.project, name, status },
      ...{ started_at: startedAt, last_seen_at: lastSeenAt, ended_at: endedAt, compactions: own.length },
      summary: summary?.data.summary ?? null,
    });
    for (const one of own)
      put(`${at}/summaries/compact_${String(one.data.sequence).padStart(3, "0")}.json`, asFile(one));
  }
  return pages;
}

function asFile({ id, data }: Of<"compaction">): SummaryFile {
  return {
    id,
    timestamp: data.at,
    compaction_trigger: data.trigger,
    token_count_before: data.tokensBefore,
    token_count_after: data.tokensAfter,
    summary: data.summary,
    original_message_range: data.messages && [data.messages.first.number, data.messages.last.number],
    host_summary: data.hostSummary,
  };
}

/** An id may contain anything that a host chose. */
function fileName(id: string): string {
  return id.replace(/[^\w.-]+/g, "_").slice(0, 100);
}
