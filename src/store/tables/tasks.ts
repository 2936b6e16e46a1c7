// Tables of tasks, and of what manifests say about a project.

import type { Generated, Selectable } from "kysely";

export interface TaskTables {
  tasks: TasksTable;
  task_entries: TaskEntriesTable;
  task_files: TaskFilesTable;
  task_sessions: TaskSessionsTable;
  project_contexts: ProjectContextsTable;
}

/** Work in three phases; the phase follows from what exists. */
interface TasksTable {
  id: string;
  project_id: string;
  name: string;
  /** The name for comparison: two names that differ only in case are one task. */
  name_key: string;
  /** Name of its folder in a work tree: valid in every file system. */
  folder: string;
  state: "open" | "closed";
  scratchpad: string | null;
  scratchpad_at: string | null;
  plan: string | null;
  /** Hash of the plan's text; the first entry seals it. */
  plan_hash: string | null;
  plan_at: string | null;
  plan_by: string | null;
  /** Plans that were corrected before the first entry, as text. */
  plans_before: string | null;
  entries: Generated<number>;
  /** Hash of the last entry; the first entry continues from the plan's hash. */
  head: string | null;
  author: string | null;
  machine: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}
export type TaskRow = Selectable<TasksTable>;

/** Progress: only added to. Each hash covers the entry and the hash before it. */
interface TaskEntriesTable {
  id: string;
  task_id: string;
  number: number;
  kind: "progress" | "deviation" | "finding";
  text: string;
  /** JSON list: numbers of the plan's steps that it completes. */
  ticks: string;
  agent: string;
  session_id: string | null;
  /** From the writer: an entry that is sent twice is stored once. */
  source_key: string | null;
  at: string;
  hash: string;
}
export type TaskEntryRow = Selectable<TaskEntriesTable>;

/** What tellback last wrote to a task's files in one work tree. */
interface TaskFilesTable {
  task_id: string;
  tree: string;
  phase: "scratchpad" | "plan" | "progress";
  bytes: number;
  hash: string;
  /** Entries in the file, for progress. */
  entries: number;
  written_at: string;
}
export type TaskFileRow = Selectable<TaskFilesTable>;

/** The task that a session works on. */
interface TaskSessionsTable {
  session_id: string;
  task_id: string;
  at: string;
}

/** What the manifests of a work tree say; the hash is that of their contents. */
interface ProjectContextsTable {
  project_id: string;
  tree: string;
  hash: string;
  detected: string;
  at: string;
}
