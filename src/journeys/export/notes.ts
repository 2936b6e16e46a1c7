// What the pages of a markdown export are made of, and how records of it are found by what they belong to. Pure.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";

export type Of<K extends RecordKind> = ExportRecord<K>;

/** What the pages are made of: everything but single observations is held in memory. */
export interface Notes {
  projects: Of<"project">[];
  sessions: Of<"session">[];
  summaries: Of<"summary">[];
  turns: Of<"turn">[];
  compactions: Of<"compaction">[];
  nodes: Of<"node">[];
  edges: Of<"edge">[];
  tags: Of<"tag">[];
  evidence: Of<"evidence">[];
  tasks: Of<"task">[];
  entries: Of<"entry">[];
  functions: Of<"function">[];
  versions: Of<"version">[];
}

export const notesKinds = {
  ...{ projects: "project", sessions: "session", summaries: "summary", turns: "turn" },
  ...{ compactions: "compaction", nodes: "node", edges: "edge", tags: "tag", evidence: "evidence" },
  ...{ tasks: "task", entries: "entry", functions: "function", versions: "version" },
} as const satisfies Record<keyof Notes, RecordKind>;

/** What belongs to a session, a node or a task, by its id. */
export interface NotesIndex extends Notes {
  projectOf: ReadonlyMap<string, Of<"project">>;
  summaryOf: ReadonlyMap<string, Of<"summary">>;
  turnsOf: ReadonlyMap<string, Of<"turn">[]>;
  compactionsOf: ReadonlyMap<string, Of<"compaction">[]>;
  learnedIn: ReadonlyMap<string | null, Of<"node">[]>;
  nodeOf: ReadonlyMap<string, Of<"node">>;
  edgesFrom: ReadonlyMap<string, Of<"edge">[]>;
  tagsOf: ReadonlyMap<string, Of<"tag">[]>;
  entriesOf: ReadonlyMap<string, Of<"entry">[]>;
}

export function indexed(notes: Notes): NotesIndex {
  const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));
  const turnsOf = Map.groupBy(notes.turns, ({ data }) => data.sessionId);
  for (const turns of turnsOf.values()) turns.sort((a, b) => (a.data.startedAt < b.data.startedAt ? -1 : 1));
  const by = {
    projectOf: byId(notes.projects),
    summaryOf: byId(notes.summaries),
    turnsOf,
    compactionsOf: Map.groupBy(notes.compactions, ({ data }) => data.sessionId),
    learnedIn: Map.groupBy(notes.nodes, ({ data }) => data.sessionId),
    nodeOf: byId(notes.nodes),
    edgesFrom: Map.groupBy(notes.edges, ({ data }) => data.fromId),
    tagsOf: Map.groupBy(notes.tags, ({ data }) => data.nodeId),
    entriesOf: Map.groupBy(notes.entries, ({ data }) => data.taskId),
  };
  // A session of which nothing is exported has no page.
  const sessions = notes.sessions.filter(({ id }) =>
    [by.turnsOf, by.compactionsOf, by.learnedIn, by.summaryOf].some((known) => known.has(id)),
  );
  return { ...notes, ...by, sessions };
}

export const partsOf = (summary: Of<"summary"> | undefined) =>
  (summary?.data.summary ?? {}) as Partial<SummaryParts>;
