// How the rows of this room become portable records, and how records from elsewhere are merged into them.

import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import { loose, ownProject, projectsThrough, type Records, type Row, through } from "../../store/portable.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { index as indexNode, removeNode, tokensOf } from "./nodes.ts";

const ofNode = (column: string) => ({
  within: through(column, "nodes"),
  projectOf: projectsThrough(column, "nodes"),
});
const node = { kind: "node", is: "needed" } as const;

export const knowledgeRecords: Records<"node" | "edge" | "tag" | "evidence" | "change"> = {
  node: {
    table: "nodes",
    key: ["id"],
    flags: ["is_manual"],
    refs: {
      session_id: { kind: "session", is: "kept" },
      observation_id: { kind: "observation", is: "kept" },
    },
    later: "superseded_by",
    times: ["updated_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
    made: (data) => ({ ...data, tokens: tokensOf(String(data.content)) }),
    written: (db, row) => indexNode(db, row as unknown as NodeRow),
    remove: (db, row) => removeNode(db, String(row.id)),
  },
  edge: {
    table: "edges",
    key: ["from_id", "to_id", "type"],
    refs: { from_id: node, to_id: node },
    times: ["created_at"],
    order: ["from_id", "to_id", "type"],
    returns: true,
    ...ofNode("from_id"),
  },
  tag: {
    table: "tags",
    key: ["node_id", "tag"],
    refs: { node_id: node },
    times: ["created_at"],
    order: ["node_id", "tag"],
    returns: true,
    ...ofNode("node_id"),
  },
  evidence: {
    table: "evidence",
    key: ["id"],
    without: ["seq"],
    refs: {
      node_id: node,
      session_id: { kind: "session", is: "kept" },
      observation_id: { kind: "observation", is: "kept" },
    },
    times: ["at"],
    order: ["seq"],
    ...ofNode("node_id"),
  },
  change: {
    table: "changes",
    key: ["id"],
    without: ["seq", "what"],
    times: ["at", "undone_at"],
    order: ["seq"],
    within: changesWithin,
    projectOf: async (_, rows) => rows.map((row) => projectIn(JSON.parse(String(row.what)))),
    extra: async (db, rows) => Promise.all(rows.map(async (row) => ({ what: await portable(db, row) }))),
    isReady: async (db, data) => {
      const ids = new Set((data.what as What).evidence.map(({ id }) => id));
      return (await pairs(db, "id", [...ids])).length === ids.size;
    },
    columns: async (db, data) => ({ what: JSON.stringify(await local(db, data.what as What)) }),
  },
};

/** The log keeps rows, and numbers of evidence that are only valid in this store. */
interface What {
  nodes: { id: string; before: Row | null; after: Row }[];
  evidence: { seq?: number; id?: string; from: string; to: string }[];
  edges: Row[];
}

const projectIn = (what: What): string | null => (what.nodes[0]?.after.project_id as string | null) ?? null;

/** Project ids have no characters that mean something in a pattern but `_`, which matches itself too. */
function changesWithin(projects: ProjectScope): RawBuilder<boolean> {
  if (projects.within === "everywhere") return sql`true`;
  if (projects.within !== "project") return sql`false`;
  return sql`what like ${`%"project_id":"${projects.projectId}"%`}`;
}

async function portable(db: Db, row: Row): Promise<What> {
  const what = JSON.parse(String(row.what)) as What;
  const seqs = what.evidence.flatMap(({ seq }) => seq ?? []);
  const ids = new Map(await pairs(db, "seq", seqs));
  return {
    nodes: what.nodes,
    evidence: what.evidence.flatMap(({ seq, ...rest }) =>
      ids.has(seq) ? [{ id: String(ids.get(seq)), ...rest }] : [],
    ),
    edges: what.edges,
  };
}

async function local(db: Db, what: What): Promise<What> {
  const ids = what.evidence.flatMap(({ id }) => id ?? []);
  const seqs = new Map((await pairs(db, "id", ids)).map(([seq, id]) => [id, seq]));
  return {
    nodes: what.nodes,
    evidence: what.evidence.flatMap(({ id, ...rest }) => {
      const seq = seqs.get(id);
      return seq === undefined ? [] : [{ seq: Number(seq), ...rest }];
    }),
    edges: what.edges,
  };
}

async function pairs(db: Db, by: "seq" | "id", values: readonly unknown[]): Promise<[unknown, unknown][]> {
  if (values.length === 0) return [];
  const rows = await loose(db).selectFrom("evidence").select(["seq", "id"]).where(by, "in", values).execute();
  return rows.map(({ seq, id }) => [Number(seq), id]);
}
