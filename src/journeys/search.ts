// search: a question in words → what was found, one line each; `observation show` tells more.

import { search } from "../indexes/search/search.ts";
import type { Memory } from "../memory.ts";
import type { OutputOf, ParsedInputOf } from "../protocol/operations.ts";
import { findProject } from "../rooms/episodic/room.ts";
import { resolveId } from "../store/resolve.ts";

export async function searchMemory(
  memory: Memory,
  input: ParsedInputOf<"search">,
): Promise<OutputOf<"search">> {
  const started = performance.now();
  const project = input.allProjects || !input.folder ? null : await findProject(memory.db, input.folder);
  if (input.folder && !input.allProjects && !project) return { results: [], ms: performance.now() - started };
  const scope = {
    projectId: project?.id,
    sessionId: input.session ? await resolveId(memory.db, "sessions", input.session) : undefined,
  };
  const found = await search(memory.db, input.query, scope, input.limit);
  const names = await projectNames(memory);
  const results = found.map(({ document, score }) => ({
    id: document.owner_id,
    kind: document.owner_kind,
    title: document.title,
    summary: document.summary,
    sessionId: document.session_id,
    project: names.get(document.project_id) ?? "",
    happenedAt: document.happened_at,
    score,
  }));
  const ms = performance.now() - started;
  memory.events.record({
    type: "search.query",
    data: { kind: "full-text", terms: input.query.split(/\s+/).length, results: results.length },
    durationMs: ms,
  });
  return { results, ms };
}

async function projectNames(memory: Memory): Promise<Map<string, string>> {
  const rows = await memory.db.selectFrom("projects").select(["id", "name"]).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
