// Operations on the graph.

import { frame, inert } from "../../context/quote.ts";
import { tryReply } from "../../journeys/command/try-reply.ts";
import { anchorByHand, checkAll } from "../../journeys/graph/anchor.ts";
import { changedCode } from "../../journeys/graph/changed-code.ts";
import { drawing } from "../../journeys/graph/draw.ts";
import {
  confirmNodeByUser,
  deleteByUser,
  rememberByUser,
  summariseByUser,
  supersedeByUser,
  tagByUser,
  untagByUser,
} from "../../journeys/graph/graph.ts";
import { composeNodes, nodesToCompose } from "../../journeys/graph/view.ts";
import { updateByUser } from "../../memory/edit-node.ts";
import type { Memory } from "../../memory/memory.ts";
import { owners } from "../../memory/owners.ts";
import { queryPage } from "../../memory/query-nodes.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { parseSince } from "../../protocol/since.ts";
import { anchorsOf, staleNodes, staleReasons } from "../../rooms/anchors/room.ts";
import {
  edgesAmong,
  graphFigures,
  linkNodes,
  linksOf,
  listTags,
  nodeOf,
  nodesOf,
  unlinkNodes,
  walk,
} from "../../rooms/knowledge/room.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { currentTask } from "../../rooms/tasks/room.ts";
import { deleteView, getView, listViews, putView } from "../../rooms/views/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

const maxComposed = 500;

export const handlers = {
  async remember({ memory }, { content, type, tags = "", summary, folder, global }) {
    if (!global && !folder)
      throw new TellbackError("invalid_input", "no project given", {
        hint: "Give a folder, or make the node global.",
      });
    return rememberByUser(memory, { content, type, tags, summary, folder: global ? null : (folder ?? null) });
  },
  async recall({ memory }, { query, budget, ...scope }) {
    const nodes = await nodesToCompose(memory, query, await projectScope(memory.db, scope), budget);
    return composeNodes(memory, nodes, { heading: frame`From memory.`, budget, template: "default" });
  },
  async query({ memory }, { query, limit, offset, asOf, ...scope }) {
    const projects = await projectScope(memory.db, scope);
    const then = asOf === undefined ? undefined : parseSince(asOf);
    return queryPage(memory, { query, limit, offset, projects, asOf: then });
  },
  async link({ memory }, { from, to, type }) {
    const [a, b] = await Promise.all([idOf(memory, from), idOf(memory, to)]);
    if (a === b) throw new TellbackError("invalid_input", "a node cannot be linked to itself");
    const createdAt = new Date().toISOString();
    await linkNodes(memory.db, a, b, type, createdAt);
    return { edge: { from: a, to: b, type, createdAt } };
  },
  async "node.show"({ memory }, { id }) {
    const nodeId = await idOf(memory, id);
    return owners.node.read(memory.db, nodeId);
  },
  async "node.list"({ memory }, { type, tag, limit, offset, ...scope }) {
    const conditions = [type && `type:${type}`, tag && `tag:"${tag.replace(/["\\]/g, "\\$&")}"`].filter(
      Boolean,
    );
    const projects = await projectScope(memory.db, scope);
    return queryPage(memory, { query: conditions.join(" AND "), limit, offset, projects });
  },
  async "node.update"({ memory }, { id, ...change }) {
    if (Object.values(change).every((value) => value === undefined))
      throw new TellbackError("invalid_input", "nothing to change", {
        hint: "Give --content, --type or --summary.",
      });
    return { node: await updateByUser(memory, await idOf(memory, id), change) };
  },
  async "node.delete"({ memory }, { id }) {
    const nodeId = await idOf(memory, id);
    await deleteByUser(memory, nodeId);
    return { deleted: nodeId };
  },
  async "node.confirm"({ memory }, { id }) {
    return { node: await confirmNodeByUser(memory, await idOf(memory, id)) };
  },
  async "node.anchor"({ memory }, { id, place }) {
    const nodeId = await idOf(memory, id);
    await anchorByHand(memory, nodeId, place);
    return { node: await nodeOf(memory.db, nodeId), anchors: await anchorsOf(memory.db, nodeId) };
  },
  async "node.supersede"({ memory }, { old, new: by }) {
    return supersedeByUser(memory, await idOf(memory, old), await idOf(memory, by));
  },
  "node.summarize": ({ memory }, { tags = "", ...said }) =>
    summariseByUser(memory, { ...said, tags, folder: said.folder }),
  async "node.related"({ memory }, { id, depth, type, limit }) {
    const types = type === undefined ? undefined : [type];
    const from = [await idOf(memory, id)];
    return { reached: await walk(memory.db, { from, depth, direction: "both", types, limit }) };
  },
  async "node.trace"({ memory }, { id, reverse, type, depth, limit }) {
    const from = [await idOf(memory, id)];
    const direction = reverse ? "in" : "out";
    return { reached: await walk(memory.db, { from, depth, direction, types: [type], limit }) };
  },
  async "edge.list"({ memory }, { id }) {
    return { links: await linksOf(memory.db, await idOf(memory, id)) };
  },
  async "edge.remove"({ memory }, { from, to, type }) {
    return { removed: await unlinkNodes(memory.db, await idOf(memory, from), await idOf(memory, to), type) };
  },
  async "tag.add"({ memory }, { id, tags }) {
    return { node: await tagByUser(memory, await idOf(memory, id), tags) };
  },
  async "tag.remove"({ memory }, { id, tags }) {
    return { node: await untagByUser(memory, await idOf(memory, id), tags) };
  },
  async "tag.list"({ memory }, { prefix, limit, ...scope }) {
    return {
      tags: await listTags(memory.db, { projects: await projectScope(memory.db, scope), prefix, limit }),
    };
  },
  async "view.create"({ memory }, view) {
    return { view: await putView(memory.db, view, new Date().toISOString()) };
  },
  async "view.edit"({ memory }, { name, ...given }) {
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (Object.keys(change).length === 0)
      throw new TellbackError("invalid_input", "nothing to change", {
        hint: "Give a query, --budget or --template.",
      });
    const before = await getView(memory.db, name);
    return { view: await putView(memory.db, { ...before, ...change }, new Date().toISOString()) };
  },
  async "view.list"({ memory }) {
    return { views: await listViews(memory.db) };
  },
  async "view.render"({ memory }, { name, ...scope }) {
    const { query, budget, template } = await getView(memory.db, name);
    const nodes = await nodesToCompose(memory, query, await projectScope(memory.db, scope), budget);
    return composeNodes(memory, nodes, { heading: frame`View ${inert(name, 80)}.`, budget, template });
  },
  async "view.delete"({ memory }, { name }) {
    await deleteView(memory.db, name);
    return { deleted: name };
  },
  async compose({ memory }, { query, ids, seed, depth, budget, template, ...scope }) {
    const ways = [query || undefined, ids, seed].filter((one) => one !== undefined);
    if (ways.length > 1)
      throw new TellbackError("invalid_input", "nothing to compose: give a query, --ids or --seed");
    const nodes = await nodesFor(
      memory,
      { query: query ?? "", ids, seed, depth, budget },
      await projectScope(memory.db, scope),
    );
    return composeNodes(memory, nodes, { heading: frame`From memory.`, budget, template });
  },
  async "command.try"({ memory }, { text, session, folder }) {
    if (!folder) throw new TellbackError("invalid_input", "no project given", { hint: "Give a folder." });
    const sessionId = session === undefined ? null : await resolveId(memory.db, "sessions", session);
    return tryReply(memory, { text, folder, sessionId });
  },
  async stale({ memory }, { limit, ...scope }) {
    const projects = await projectScope(memory.db, scope);
    // What was changed by hand, nobody has told of.
    if (projects.within === "project" && scope.folder)
      await checkAll(memory, projects.projectId, scope.folder);
    const ids = await staleNodes(memory.db, { projects, limit });
    const reasons = await staleReasons(memory.db, ids);
    const nodes = await nodesOf(memory.db, ids);
    return { stale: nodes.map((node) => ({ node, reason: reasons.get(node.id) ?? "stale" })) };
  },
  async "stale.code"({ memory }, { id }) {
    return { changes: await changedCode(memory, await idOf(memory, id)) };
  },
  async "graph.draw"({ memory }, { id, depth, as, limit }) {
    const from = await idOf(memory, id);
    const around = await walk(memory.db, { from: [from], depth, direction: "both", limit });
    const nodes = [await nodeOf(memory.db, from), ...around.map(({ node }) => node)];
    const edges = await edgesAmong(
      memory.db,
      nodes.map((node) => node.id),
    );
    return { text: drawing(nodes, edges, as), nodes: nodes.length, edges: edges.length };
  },
  async "graph.status"({ memory }, scope) {
    const projects = await projectScope(memory.db, scope);
    const task =
      projects.within === "project" ? await currentTask(memory.db, projects.projectId, null) : null;
    return { ...(await graphFigures(memory.db, projects)), task: task?.name ?? null };
  },
} satisfies HandlersOf<typeof operations>;

function idOf(memory: Memory, typed: string): Promise<string> {
  return resolveId(memory.db, "nodes", typed);
}

async function nodesFor(
  memory: Memory,
  from: { query: string; ids: string | undefined; seed: string | undefined; depth: number; budget: number },
  projects: ProjectScope,
): Promise<Node[]> {
  if (from.ids !== undefined) {
    const typed = from.ids.split(/[\s,]+/).filter(Boolean);
    return nodesOf(memory.db, await Promise.all(typed.map((one) => idOf(memory, one))));
  }
  if (from.seed === undefined) return nodesToCompose(memory, from.query, projects, from.budget);
  const seed = await idOf(memory, from.seed);
  const around = await walk(memory.db, {
    from: [seed],
    depth: from.depth,
    direction: "both",
    limit: maxComposed,
  });
  return [await nodeOf(memory.db, seed), ...around.map(({ node }) => node)];
}
