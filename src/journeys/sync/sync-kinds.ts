// What a vault exchanges: which kinds of records, and of which projects.

import type { SyncKind } from "../../areas/sync/contract.ts";
import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import { everywhere, inProject, type ProjectScope } from "../../protocol/scope.ts";

/**
 * The kind of sync that a record belongs to. What was deleted goes to every machine: a deletion that stays at home is
 * undone by the next sync.
 */
const kindOfSync = {
  ...{ key: "deletions", tombstone: "deletions", forgotten: "deletions", phrase: "deletions" },
  ...{
    project: "projects",
    session: "sessions",
    observation: "sessions",
    turn: "sessions",
    point: "sessions",
  },
  ...{ summary: "sessions", compaction: "sessions", injection: "sessions", command: "sessions" },
  ...{ node: "knowledge", edge: "knowledge", tag: "knowledge", evidence: "knowledge", anchor: "knowledge" },
  ...{ view: "knowledge", source: "knowledge" },
  // The log for undo names rows as they were on its machine, and cannot be undone on another.
  change: "nothing",
  ...{ task: "tasks", entry: "tasks", work: "tasks" },
  ...{ function: "functions", version: "functions", test: "functions", run: "functions" },
} as const satisfies Record<RecordKind, SyncKind | "deletions" | "projects" | "nothing">;

function recordsOf(...kinds: readonly string[]): RecordKind[] {
  return (Object.keys(kindOfSync) as RecordKind[]).filter((kind) => kinds.includes(kindOfSync[kind]));
}

export const isDeletion = ({ kind }: ExportRecord): boolean => kindOfSync[kind] === "deletions";

/** Made again all the time, or without a text of its own: its deletion is no reason to write everything again. */
const passing: readonly string[] = ["turn", "change", "edge", "tag", "view", "test"];

/** A deletion after which no part of the vault may keep what is gone. */
export function isForgetting({ kind, data }: ExportRecord): boolean {
  if (kind === "tombstone") return !passing.includes((data as ExportRecord<"tombstone">["data"]).kind);
  return kind === "phrase" || kind === "forgotten";
}

export interface RecordQuery {
  projects: ProjectScope;
  kinds: RecordKind[];
}

export function deletionQuery(): RecordQuery {
  return { projects: everywhere, kinds: recordsOf("deletions") };
}

/** What to read from the store. Functions belong to no project; a chosen project may be unknown here. */
export function recordQueries(
  kinds: readonly SyncKind[],
  keys: readonly string[] | null,
  known: ReadonlyMap<string, string>,
): RecordQuery[] {
  if (keys === null) return [{ projects: everywhere, kinds: recordsOf("deletions", "projects", ...kinds) }];
  const ofNoProject = kinds.filter((kind) => kind === "functions");
  const ofProjects = kinds.filter((kind) => kind !== "functions");
  const shared = { projects: everywhere, kinds: recordsOf("deletions", ...ofNoProject) };
  const own = Array.from(known)
    .filter(([, key]) => keys.includes(key))
    .map(([id]) => ({ projects: inProject(id), kinds: recordsOf("projects", ...ofProjects) }));
  return [shared, ...own];
}
