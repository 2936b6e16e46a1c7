// A store with a row in every table, for tests of what must hold for all that tellback can store.

import fc from "fast-check";
import type { Memory } from "../../src/memory/memory.ts";
import { loose, type Row } from "../../src/store/portable.ts";
import { type RandomStore, randomStore } from "./random-store.ts";

const at = "2026-03-01T10:00:00.000Z";

/** With rows in every table: the first random one that has them. */
export function fullStore(): RandomStore {
  for (let seed = 1; ; seed++) {
    const [made] = fc.sample(randomStore, { numRuns: 1, seed });
    if (made && isFull(made)) return made;
  }
}

function isFull(made: RandomStore): boolean {
  const lists = Object.values(made).every((rows) => rows.length > 0);
  const { tasks, functions, sessions } = made;
  return (
    lists &&
    tasks.some(({ entries, plan }) => entries.length > 0 && plan !== null) &&
    functions.some(({ code, tests, runs }) => code.length > 0 && tests.length > 0 && runs.length > 0) &&
    sessions.length > 1
  );
}

/** A row in each table that a random store leaves empty. */
export async function fillTheRest({ db }: Memory): Promise<void> {
  const [project] = await loose(db).selectFrom("projects").select("id").execute();
  const [observation] = await loose(db).selectFrom("observations").select(["id", "session_id"]).execute();
  const [task] = await loose(db).selectFrom("tasks").select("id").execute();
  const [node] = await loose(db).selectFrom("nodes").select("id").execute();
  const project_id = project?.id;
  const observation_id = observation?.id;
  const session_id = observation?.session_id;
  const put = (table: string, row: Row) => loose(db).insertInto(table).values(row).execute();
  await put("raw", { observation_id, text: "x", kept_at: at, trouble: "x" });
  await put("point_marks", {
    ...{ id: "pnt_1", project_id, session_id, point: "x", words: "x", said_by: "user", at },
  });
  await put("transcripts", { path: "/t/x.jsonl", session_id, read_to: 0 });
  await put("pending", { session_id, kind: "result", about: "x", items: '["x"]', created_at: at });
  await put("task_files", {
    ...{
      task_id: task?.id,
      tree: "/nowhere",
      phase: "plan",
      bytes: 1,
      hash: "h",
      entries: 0,
      written_at: at,
    },
  });
  await put("project_contexts", { project_id, tree: "/nowhere", hash: "h", detected: '{"a":"x"}', at });
  await put("current_sessions", { project_id, caller: "c", session_id, at });
  await put("jobs", {
    ...{ id: "job_1", kind: "reflect", key: "k", payload: '{"sessionId":"x"}', state: "failed", attempts: 1 },
    ...{ run_at: at, error: "x", created_at: at },
  });
  await put("events", { id: "evt_1", at, session_id, type: "job.failed", data: '{"error":"x"}' });
  await put("spend", {
    ...{ id: "spd_1", at, provider: "p", model: "m", purpose: "chat", call_key: "k", attempt: 1 },
    ...{ input: 1, output: 1, cost: 1, state: "booked" },
  });
  await put("code_maps", { project_id, tree: "/nowhere" });
  await put("code_files", {
    ...{ id: 1, project_id, path: "a.ts", content_hash: "h", lines: 1, state: "mapped", problem: "x" },
    mapped_at: at,
  });
  const symbol = {
    ...{ project_id, file_id: 1, name: "f", qualified: "f", kind: "function", signature: "f()" },
    ...{ decorators: "[]", documentation: "x", start_line: 1, end_line: 2, body_hash: "h", own_hash: "h" },
    ...{ weight: 1, terms: " f ", is_test: 0, change: "added" },
  };
  await put("symbols", { ...symbol, id: "sym_1", position: 0, parent: "c" });
  await put("symbol_changes", {
    ...{ project_id, path: "a.ts", qualified: "f", kind: "function", signature: "f()", change: "deleted" },
    ...{ was: "b.ts#f", body_hash: "h", at },
  });
  await put("symbol_words", { project_id, model: "m", word: "f", vector: Buffer.alloc(8) });
  await put("calls", {
    ...{ project_id, file_id: 1, written: "g", target_name: "g", resolution: "name", confidence: 1 },
    ...{ line: 1, col: 1 },
  });
  await put("sources", {
    ...{ tool: "ctx", key: "k", owner_kind: "node", owner_id: node?.id, content_hash: "h", place: "/p", at },
  });
  await put("memory_files", { node_id: "nod_1", project_id, path: "a.md", hash: "h", is_own: 1 });
  await put("team_records", {
    ...{
      node_id: "nod_1",
      project: "git.example.com/shop",
      is_own: 1,
      wish: "accepted",
      state: "",
      version: 0,
    },
    ...{ hash: "h", seen_at: at, is_waiting: 1 },
  });
  await put("bridge_lines", {
    ...{ file: "/nowhere/M.md", node_id: node?.id, line_hash: "h", content_hash: "h", state: "written", at },
  });
  await put("tombstones", { kind: "tag", id: "nod_1 area:x", project_id: null, at });
  await put("aliases", { alias: "a", id: "b" });
  await put("forgotten", { session_id: "s", host_key: "k" });
}
