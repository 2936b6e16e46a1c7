// Reads the graph of ctx: its SQLite file, or the JSON that its command `ctx export` writes. Its types of nodes and
// edges are tellback's own.

import { readForeign } from "../../../platform/foreign-file.ts";
import {
  type ForeignDatabase,
  isSqlite,
  openForeignDatabase,
  type Row,
} from "../../../platform/foreign-sqlite.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import { edgeType, tiers, writtenType } from "../../../protocol/knowledge.ts";
import {
  everyProject,
  type ForeignProject,
  type ForeignRecord,
  type ForeignStore,
  timeFrom,
  unknown,
} from "./foreign-store.ts";

const needed = {
  nodes: ["id", "type", "content", "created_at"],
  edges: ["from_id", "to_id", "type"],
  tags: ["node_id", "tag"],
};
const maxExportBytes = 256 * 1024 * 1024;

export async function openCtx(path: string): Promise<ForeignStore> {
  const exported = await readForeign(path, { maxBytes: maxExportBytes });
  if (exported.status !== "read" || isSqlite(exported.bytes)) {
    const db = await openForeignDatabase(path, "ctx", needed);
    return {
      files: 1,
      bytes: db.bytes,
      read: () => fromGraph(graphIn(db)),
      check: db.check,
      close: db.close,
    };
  }
  const graph = parseExport(exported.bytes.toString("utf8"), path);
  return { files: 1, bytes: exported.bytes.length, read: () => fromGraph(graph), check() {}, close() {} };
}

export interface Graph {
  nodes: readonly Row[];
  edges: readonly Row[];
  tags: readonly Row[];
}

function graphIn(db: ForeignDatabase): Graph {
  const nodes = ["id", "type", "content", "summary", "superseded_by", "created_at"];
  return {
    nodes: [...db.rows("nodes", nodes, "created_at")],
    edges: [...db.rows("edges", ["from_id", "to_id", "type"], "created_at")],
    tags: [...db.rows("tags", ["node_id", "tag"], "node_id")],
  };
}

export function parseExport(json: string, path: string): Graph {
  const refuse = (why: string) =>
    new TellbackError("invalid_input", `${path} is not an export of ctx: ${why}`, {
      hint: "Name the store (store.db), or a file that `ctx export` wrote. Nothing was imported.",
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  const given = parsed as Record<string, unknown> | null;
  if (typeof given !== "object" || given === null || !Array.isArray(given.nodes))
    throw refuse("it has no list of nodes");
  // A list without entries is null there.
  const list = (name: string) => (Array.isArray(given[name]) ? given[name] : []).filter(isRow);
  const nodes = list("nodes");
  if (nodes.length !== given.nodes.length) throw refuse("a node is not an object");
  return { nodes, edges: list("edges"), tags: list("tags") };
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null;

export function* fromGraph({ nodes, edges, tags }: Graph): Generator<ForeignRecord> {
  const tagsOf = new Map<string, string[]>();
  for (const { node_id: id, tag } of tags) tagsOf.set(text(id), [...(tagsOf.get(text(id)) ?? []), text(tag)]);
  for (const node of nodes) {
    const type = writtenType.safeParse(node.type);
    const [key, content] = [text(node.id), text(node.content)];
    if (key === "" || content === "") yield unknown("node without id or text");
    else if (!type.success) yield unknown(`node of type ${text(node.type).slice(0, 40)}`);
    else {
      const own = [
        ...new Set([...(tagsOf.get(key) ?? []), ...(Array.isArray(node.tags) ? node.tags : []).map(text)]),
      ];
      yield {
        is: "node",
        key,
        type: type.data,
        content,
        summary: text(node.summary) || null,
        tags: own.filter(isUsable),
        project: projectIn(own),
        at: timeFrom(node.created_at, "") || null,
        isByUser: false,
      };
    }
  }
  for (const edge of edges) {
    const type = edgeType.safeParse(edge.type);
    if (!type.success) yield unknown(`edge of type ${text(edge.type).slice(0, 40)}`);
    else yield { is: "edge", from: text(edge.from_id), to: text(edge.to_id), type: type.data };
  }
  for (const node of nodes) {
    const by = text(node.superseded_by);
    if (by !== "") yield { is: "edge", from: by, to: text(node.id), type: "SUPERSEDES" };
  }
}

/** The project becomes the node's own; tasks and sessions of another tool are not those of tellback. */
function isUsable(tag: string): boolean {
  if (/^(?:project|session):/.test(tag) || !/^[^\s,"()]{1,100}$/.test(tag)) return false;
  const tier = /^tier:(.*)$/.exec(tag)?.[1];
  return tier === undefined || (tiers as readonly string[]).includes(tier);
}

function projectIn(tags: readonly string[]): ForeignProject {
  const name = tags.find((tag) => tag.startsWith("project:"))?.slice("project:".length);
  return name === undefined || name === "global" || name === "" ? everyProject : { folder: null, name };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
