// What each text column of the store holds, for whoever must find or change texts wherever they are: forget, and redacting
// what is stored. A column that is missing here does not compile, and a test compares the list with the database.

import type { Selectable } from "kysely";
import type { Tables } from "./schema.ts";

export type Holding =
  /** Ids and hashes that tellback makes, times, numbers, words of a closed list. */
  | "fixed"
  /** What somebody said or wrote: sentences can be taken out. */
  | "text"
  /** The same inside of a JSON value. */
  | "json"
  /** Names something: a path, a branch. Its parts can be replaced by others. */
  | "name"
  /** An id that a host made, or one made from it or from names: other rows and programs know it. */
  | "id"
  /** Without this text the row says nothing, or is made again when it is needed. */
  | "row"
  /** Written from other columns whenever those change. */
  | "derived";

type TextColumn<Table> = {
  [Column in keyof Table]-?: Extract<Table[Column], string> extends never ? never : Column;
}[keyof Table];

type Columns = {
  readonly [Table in keyof Tables]: Readonly<Record<TextColumn<Selectable<Tables[Table]>>, Holding>>;
};

export const textColumns: Columns = {
  projects: { id: "fixed", key: "id", name: "name", root: "name", remote: "name", created_at: "fixed" },
  sessions: {
    ...{ id: "id", host: "fixed", project_id: "fixed", name: "name", status: "fixed", started_at: "fixed" },
    ...{ last_seen_at: "fixed", ended_at: "fixed", tags: "name", author: "name", machine: "fixed" },
  },
  observations: {
    ...{ id: "fixed", session_id: "id", project_id: "fixed", host_key: "id", kind: "fixed", tool: "name" },
    ...{ status: "fixed", title: "text", summary: "text", detail: "text", files: "json", symbols: "json" },
    ...{ agent_id: "id", agent_type: "name", prompt_id: "id", branch: "name", happened_at: "fixed" },
    ...{ provider: "name", edited_at: "fixed" },
  },
  raw: { observation_id: "fixed", text: "text", kept_at: "fixed", trouble: "text" },
  said: { observation_id: "fixed", text: "derived" },
  forgotten: { session_id: "id", host_key: "id" },
  forget_keys: { key: "fixed" },
  forgotten_phrases: { hash: "fixed", at: "fixed" },
  tombstones: { kind: "fixed", id: "id", project_id: "fixed", at: "fixed" },
  aliases: { alias: "id", id: "id" },
  transcripts: {
    ...{ path: "name", session_id: "id", fingerprint: "fixed", first_uuid: "id", prompt_id: "id" },
    read_at: "fixed",
  },
  documents: {
    ...{ id: "fixed", owner_kind: "fixed", owner_id: "derived", project_id: "fixed", session_id: "derived" },
    ...{ title: "derived", summary: "derived", detail: "derived", files: "derived", symbols: "derived" },
    ...{ author: "derived", branch: "derived", happened_at: "fixed" },
  },
  document_vectors: { model: "fixed" },
  document_changes: {},
  changed_documents: {},
  documents_to_embed: {},
  embedders: { id: "fixed", settings: "fixed", used_by: "fixed" },
  nodes: {
    ...{
      id: "fixed",
      project_id: "fixed",
      type: "fixed",
      category: "fixed",
      content: "text",
      summary: "text",
    },
    ...{ state: "fixed", superseded_by: "fixed", stale_since: "fixed", session_id: "id" },
    ...{ observation_id: "fixed", message: "id", said_by: "fixed", created_at: "fixed" },
    ...{ updated_at: "fixed", valid_from: "fixed", valid_until: "fixed" },
    ...{ author: "name", machine: "fixed", scope: "fixed" },
  },
  edges: { from_id: "fixed", to_id: "fixed", type: "fixed", created_at: "fixed" },
  evidence: {
    ...{ id: "fixed", node_id: "fixed", session_id: "id", observation_id: "fixed", kind: "fixed" },
    ...{ claim: "text", at: "fixed" },
  },
  changes: { id: "fixed", at: "fixed", why: "text", what: "json", undone_at: "fixed" },
  tags: { node_id: "fixed", tag: "text", created_at: "fixed" },
  views: { name: "text", query: "text", template: "fixed", created_at: "fixed", updated_at: "fixed" },
  pending: {
    ...{ session_id: "id", kind: "fixed", about: "text", items: "json", created_at: "fixed" },
    given_at: "fixed",
  },
  commands: {
    ...{ message_id: "id", session_id: "id", host_key: "id", agent: "name", reply_hash: "fixed" },
    ...{ happened_at: "fixed", commands: "json" },
  },
  anchors: {
    ...{ node_id: "fixed", file: "row", symbol: "row", hash: "fixed", made_at: "fixed", broken_at: "fixed" },
    ...{ broken_by: "fixed", how: "fixed" },
  },
  session_summaries: {
    ...{ session_id: "id", made_at: "fixed", provider: "name", note: "text", summary: "json" },
    ...{ written_to: "fixed", written: "json" },
  },
  injections: {
    ...{ session_id: "id", agent_id: "id", moment: "fixed", at: "fixed", owner_kind: "fixed" },
    ...{ owner_id: "id", length: "fixed", why: "json", cues: "json", used_at: "fixed", used_how: "fixed" },
    words: "fixed",
  },
  observation_files: { project_id: "fixed", path: "derived", observation_id: "fixed" },
  command_runs: { project_id: "fixed", command: "fixed", failure: "fixed", observation_id: "fixed" },
  compactions: {
    ...{ id: "fixed", session_id: "id", state: "fixed", trigger: "name", noted_at: "fixed", at: "fixed" },
    ...{ message_id: "id", messages: "json", made_at: "fixed", provider: "name", note: "text" },
    ...{ summary: "json", host_summary: "text" },
  },
  turns: {
    ...{ id: "fixed", project_id: "fixed", session_id: "id", prompt_id: "fixed", branch: "name" },
    ...{ started_at: "fixed", ended_at: "fixed", request: "text", outcome: "text", detail: "text" },
    ...{ decisions: "json", open: "json", files: "json", looked: "json", symbols: "json", commands: "json" },
    ...{ commit_hash: "fixed", tests_before: "fixed", tests_after: "fixed", superseded_by: "fixed" },
    ...{ superseded_at: "fixed", rejected_at: "fixed", provider: "name" },
  },
  turn_files: { project_id: "fixed", path: "derived", at: "fixed", turn_id: "fixed" },
  point_marks: {
    ...{ id: "fixed", project_id: "fixed", session_id: "id", point: "text", words: "text" },
    ...{ said_by: "fixed", at: "fixed" },
  },
  turn_values: { turn_id: "fixed", project_id: "fixed", subject: "derived", value: "derived" },
  tasks: {
    ...{
      id: "fixed",
      project_id: "fixed",
      name: "name",
      name_key: "derived",
      folder: "name",
      state: "fixed",
    },
    ...{ scratchpad: "text", scratchpad_at: "fixed", plan: "text", plan_hash: "fixed", plan_at: "fixed" },
    ...{
      plan_by: "name",
      plans_before: "text",
      head: "fixed",
      author: "name",
      machine: "fixed",
      created_at: "fixed",
      updated_at: "fixed",
      closed_at: "fixed",
    },
  },
  task_entries: {
    ...{ id: "fixed", task_id: "fixed", kind: "fixed", text: "text", ticks: "fixed", agent: "name" },
    ...{ session_id: "id", source_key: "id", at: "fixed", hash: "fixed" },
  },
  task_files: { task_id: "fixed", tree: "row", phase: "fixed", hash: "fixed", written_at: "fixed" },
  task_sessions: { session_id: "id", task_id: "fixed", at: "fixed" },
  project_contexts: { project_id: "fixed", tree: "row", hash: "fixed", detected: "row", at: "fixed" },
  current_sessions: { project_id: "fixed", caller: "id", session_id: "id", at: "fixed" },
  jobs: {
    ...{ id: "fixed", kind: "fixed", key: "row", payload: "row", state: "fixed", run_at: "fixed" },
    ...{ worker: "fixed", lease_until: "fixed", error: "text", created_at: "fixed", machine: "fixed" },
  },
  events: { id: "fixed", at: "fixed", session_id: "id", type: "fixed", data: "json" },
  spend: {
    ...{ id: "fixed", at: "fixed", provider: "name", model: "name", purpose: "name", call_key: "id" },
    state: "fixed",
  },
  code_maps: { project_id: "fixed", tree: "name", mapped_at: "fixed", calls_at: "fixed" },
  code_files: {
    ...{ project_id: "fixed", path: "row", language: "fixed", content_hash: "fixed", state: "fixed" },
    ...{ problem: "text", broken_since: "fixed", mapped_at: "fixed", calls_hash: "fixed" },
  },
  symbols: {
    ...{ id: "fixed", project_id: "fixed", name: "row", qualified: "row", kind: "fixed", parent: "row" },
    ...{ signature: "row", decorators: "row", documentation: "row", body_hash: "fixed", own_hash: "fixed" },
    ...{ terms: "derived", change: "fixed", changed_at: "fixed" },
  },
  symbol_changes: {
    ...{ project_id: "fixed", symbol_id: "fixed", path: "row", qualified: "row", kind: "fixed" },
    ...{ signature: "row", change: "fixed", was: "row", body_hash: "fixed", at: "fixed" },
    ...{ observation_id: "fixed", session_id: "id" },
  },
  symbol_words: { project_id: "fixed", model: "fixed", word: "row" },
  calls: {
    ...{ project_id: "fixed", caller_id: "fixed", written: "row", target_id: "fixed", target_name: "row" },
    ...{ resolution: "fixed", confirmed_at: "fixed", led_to: "row" },
  },
  functions: {
    ...{ id: "fixed", name: "name", description: "text", language: "fixed", category: "name", tags: "name" },
    ...{ author: "name", allowed: "json", created_at: "fixed", updated_at: "fixed" },
  },
  function_versions: {
    ...{ function_id: "fixed", code: "text", entry: "name", signature: "text", change: "text" },
    ...{ author: "name", held_back: "text", analysis: "json", created_at: "fixed" },
  },
  function_tests: {
    ...{ id: "fixed", function_id: "fixed", name: "name", args: "json", expects: "json" },
    created_at: "fixed",
  },
  function_runs: {
    ...{ id: "fixed", function_id: "fixed", test: "text", status: "fixed", args: "text", value: "text" },
    ...{ error: "text", at: "fixed" },
  },
  function_dependencies: { function_id: "fixed", needs: "fixed" },
  sources: {
    ...{ tool: "fixed", key: "fixed", owner_kind: "fixed", owner_id: "fixed", content_hash: "fixed" },
    ...{ place: "name", at: "fixed" },
  },
  bridge_lines: {
    ...{ file: "name", node_id: "fixed", line_hash: "fixed", content_hash: "fixed", state: "fixed" },
    at: "fixed",
  },
  sync_positions: { vault: "fixed", machine: "fixed", hash: "fixed" },
  synced_records: { vault: "fixed", mark: "fixed" },
  team_records: {
    ...{ node_id: "fixed", project: "fixed", wish: "fixed", state: "fixed", hash: "fixed", seen_at: "fixed" },
  },
  memory_files: { node_id: "fixed", project_id: "fixed", path: "name", hash: "fixed" },
};

/** What a column holds; text, for one that this version does not know: a copy of the store may be older. */
export function holdingOf(table: string, column: string): Holding {
  const columns: Readonly<Record<string, Holding>> | undefined = textColumns[table as keyof Tables];
  return columns?.[column] ?? "text";
}
