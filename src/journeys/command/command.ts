// command: an agent's reply → the `<ctx:*>` commands in it → the graph. Only the agent's own text counts, and each
// message counts once, whether a hook or a transcript reports it. Results and errors are injected at the session's
// next prompt.

import { type Order, orderOf } from "../../agents/commands/order.ts";
import { type Command, commandsIn } from "../../agents/commands/scan.ts";
import { startTask, taskTag } from "../../memory/knowledge/current-tasks.ts";
import { type NewKnowledge, remember, summarise, supersede } from "../../memory/knowledge/remember.ts";
import type { Memory } from "../../memory/memory.ts";
import { queryNodes } from "../../memory/query-nodes.ts";
import { endNamed, startOrReopen } from "../../memory/tasks/current-task.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { plural } from "../../protocol/plural.ts";
import { inProject } from "../../protocol/scope.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import {
  addPending,
  markDone,
  noteReply,
  type PendingAnswer,
  type PendingItem,
  replyHash,
  waitingReplies,
} from "../../rooms/commands/room.ts";
import { graphFigures, linkNodes, nodesOf, readTags } from "../../rooms/knowledge/room.ts";
import { observationByKey } from "../../rooms/observations/room.ts";
import { projectOf, projectsNamed } from "../../rooms/projects/room.ts";
import { currentTask, findTask } from "../../rooms/tasks/room.ts";
import { cancel, enqueue } from "../../store/jobs.ts";
import { resolveId } from "../../store/resolve.ts";
import type { CommandsRow, Db } from "../../store/schema.ts";

export type ReplyOrigin = Pick<HookEvent, "sessionId" | "host" | "agent" | "promptId" | "at">;

/** Runs in the transaction that records the reply. The text is already redacted. */
export async function noteCommands(
  tx: Db,
  said: ReplyOrigin,
  message: { id: string; hostKey: string } | null,
  text: string,
  commands: Command[] = commandsIn(text),
): Promise<void> {
  if (commands.length === 0) return;
  const reply = replyIdentity(said, text);
  const agent = said.agent?.type || said.host;
  const known = { messageId: message?.id ?? null, hostKey: message?.hostKey ?? null };
  const isNew = await noteReply(tx, { ...reply, ...known, agent, at: said.at, commands });
  if (message !== null) await cancel(tx, "late-reply", replyHash(reply));
  if (isNew)
    await enqueue(tx, { kind: "commands", key: said.sessionId, payload: { sessionId: said.sessionId } });
}

export function replyIdentity({ sessionId, agent, promptId }: ReplyOrigin, text: string) {
  return { sessionId, within: agent?.id ?? promptId ?? "", text };
}

/** Runs the commands in a session's replies; each command is one transaction, and a failure stops no other. */
export async function runCommands(memory: Memory, sessionId: string): Promise<void> {
  for (const reply of await waitingReplies(memory.db, sessionId)) {
    const commands = JSON.parse(reply.commands) as Command[];
    for (const [index, command] of commands.entries())
      if (index >= Number(reply.done)) await runOne(memory, reply, index, command);
  }
}

async function runOne(memory: Memory, reply: CommandsRow, index: number, command: Command): Promise<void> {
  const seq = Number(reply.seq);
  const about = { id: command.name, message: reply.message_id, agent: reply.agent };
  try {
    const context = await contextOf(memory.db, reply);
    const order = orderOf(command);
    const prepared = await lookUp(memory, order, context);
    const answer = await memory.db.transaction().execute(async (tx) => {
      if (!(await markDone(tx, seq, index))) return undefined;
      const made = await execute(tx, order, prepared, context);
      if (made) await addPending(tx, reply.session_id, made, reply.happened_at);
      return made;
    });
    if (answer !== undefined)
      memory.events.record({ type: "command.done", sessionId: reply.session_id, data: about });
  } catch (error) {
    if (!(error instanceof TellbackError) || error.code === "unavailable") throw error;
    const wrong: PendingAnswer = {
      kind: "error",
      about: `\`${command.name}\` in line ${command.line} of an earlier reply failed`,
      items: [{ id: command.name, text: [error.message, error.hint ?? ""].join(" ").trim(), from: "" }],
    };
    await memory.db.transaction().execute(async (tx) => {
      if (await markDone(tx, seq, index)) await addPending(tx, reply.session_id, wrong, reply.happened_at);
    });
    memory.events.record({ type: "command.refused", sessionId: reply.session_id, data: about });
  }
}

interface CommandContext {
  projectId: string;
  projectName: string;
  sessionId: string;
  messageId: string;
  agent: string;
  observationId: string | null;
  at: string;
}

async function contextOf(db: Db, reply: CommandsRow): Promise<CommandContext> {
  const { id, name } = await projectOf(db, reply.session_id);
  return {
    projectId: id,
    projectName: name,
    sessionId: reply.session_id,
    messageId: reply.message_id,
    agent: reply.agent,
    observationId: await observationByKey(db, reply.session_id, reply.host_key ?? ""),
    at: reply.happened_at,
  };
}

const maxRecalled = 20;
const maxSummarised = 200;

/** Finds the nodes first, because search does not run inside a transaction. */
async function lookUp(memory: Memory, order: Order, { projectId }: CommandContext): Promise<Node[]> {
  if (order.order === "recall")
    return queryNodes(memory, { query: order.query, projects: inProject(projectId), limit: maxRecalled });
  if (order.order !== "summarize") return [];
  const typed = order.nodes.split(/[\s,]+/).filter(Boolean);
  if (!typed.every(looksLikeId))
    return queryNodes(memory, { query: order.nodes, projects: inProject(projectId), limit: maxSummarised });
  const ids: string[] = [];
  for (const one of typed) ids.push(await nodeId(memory.db, one));
  return nodesOf(memory.db, ids);
}

/** The answer for the agent, or null. */
async function execute(
  tx: Db,
  order: Order,
  found: readonly Node[],
  context: CommandContext,
): Promise<PendingAnswer | null> {
  const { at, projectId } = context;
  switch (order.order) {
    case "remember":
      await remember(tx, await written(tx, order, context));
      return null;
    case "summarize": {
      if (found.length === 0) throw new TellbackError("not_found", `no node matches ${order.nodes}`);
      const summary = await written(tx, { ...order, type: "summary" }, context);
      // A summary without a tier would never be injected.
      const hasTier = summary.tags.some((tag) => tag.startsWith("tier:"));
      const tags = hasTier ? summary.tags : [...summary.tags, "tier:reference"];
      await summarise(
        tx,
        { ...summary, tags },
        found.map(({ id }) => id),
        order.archive,
      );
      return null;
    }
    case "link": {
      const [from, to] = [await nodeId(tx, order.from), await nodeId(tx, order.to)];
      if (from === to) throw new TellbackError("invalid_input", "a node cannot be linked to itself");
      await linkNodes(tx, from, to, order.type, at);
      return null;
    }
    case "supersede":
      await supersede(tx, await nodeId(tx, order.old), await nodeId(tx, order.new), at);
      return null;
    case "task":
      if (order.action === "end") await endCurrent(tx, order.name, context);
      else {
        const { sessionId } = context;
        const { name } = await startOrReopen(tx, { projectId, name: order.name, sessionId, at });
        await startTask(tx, await written(tx, { type: "task", tags: "", content: name }, context));
      }
      return null;
    case "recall":
      return {
        kind: "result",
        about: `Answer to recall ${order.query}: ${found.length} found`,
        items:
          found.length > 0
            ? await itemsOf(tx, found)
            : [{ id: "recall", text: "no node matches it", from: "" }],
      };
    case "expand": {
      const [node] = await nodesOf(tx, [await nodeId(tx, order.node)]);
      return node
        ? { kind: "expanded", about: `Node ${node.id} in full`, items: await inFull(tx, node) }
        : null;
    }
    case "status":
      return { kind: "result", about: "Status of the graph", items: [await statusItem(tx, context)] };
  }
}

async function endCurrent(tx: Db, name: string, { projectId, at }: CommandContext): Promise<void> {
  const task = await findTask(tx, projectId, name);
  if (!task || task.state === "closed")
    throw new TellbackError("not_found", `no current task is called ${name}`, {
      hint: 'Start one with <ctx:task name="…" action="start"/>.',
    });
  await endNamed(tx, projectId, task, at);
}

/** Includes the tags that tellback adds. `project:global` makes a node valid in every project. */
async function written(
  tx: Db,
  said: { type: NewKnowledge["type"]; tags: string; content: string },
  context: CommandContext,
): Promise<NewKnowledge> {
  const tags = readTags(said.tags);
  const has = (start: string) => tags.some((tag) => tag.startsWith(start));
  const task =
    tags.includes("tier:working") && !has("task:")
      ? await currentTask(tx, context.projectId, context.sessionId)
      : null;
  const own = [
    ...(has("agent:") ? [] : [`agent:${tagText(context.agent)}`]),
    ...(has("project:") ? [] : [`project:${tagText(context.projectName)}`]),
    ...(task === null ? [] : [taskTag(task.name)]),
  ];
  const { sessionId, observationId, messageId, at } = context;
  return {
    type: said.type,
    content: said.content,
    tags: [...tags, ...own],
    projectId: tags.includes("project:global") ? null : await projectNamed(tx, tags, context),
    by: { sessionId, observationId, messageId },
    at,
  };
}

function tagText(name: string): string {
  return name.replace(/[\s,"()]+/g, "-").slice(0, 80) || "unknown";
}

/** A tag may move it to another known project; an unknown name counts as a name of this project. */
async function projectNamed(tx: Db, tags: readonly string[], context: CommandContext): Promise<string> {
  const name = tags.find((tag) => tag.startsWith("project:"))?.slice("project:".length);
  if (name === undefined || name === context.projectName) return context.projectId;
  const [only, another] = await projectsNamed(tx, name);
  return only !== undefined && another === undefined ? only : context.projectId;
}

function looksLikeId(text: string): boolean {
  return /^(?:nod_)?[0-9A-HJKMNP-TV-Z]{4,26}$/i.test(text) && /\d/.test(text);
}

/** As agents write ids: with or without the common prefix, complete or shortened. */
function nodeId(db: Db, typed: string): Promise<string> {
  return resolveId(db, "nodes", typed.startsWith("nod_") ? typed : `nod_${typed.toUpperCase()}`);
}

async function itemsOf(db: Db, nodes: readonly Node[]): Promise<PendingItem[]> {
  const stale = await staleReasons(
    db,
    nodes.map(({ id }) => id),
  );
  return nodes.map((node) => ({
    id: node.id,
    text: node.summary ?? node.content,
    from: `${node.createdAt.slice(0, 10)} ${node.type}`,
    caution: stale.get(node.id),
  }));
}

/** The composer cuts long lines. */
const maxLineLength = 1_200;

async function inFull(db: Db, node: Node): Promise<PendingItem[]> {
  const [first] = await itemsOf(db, [node]);
  const parts = node.content.match(new RegExp(`[\\s\\S]{1,${maxLineLength}}`, "g")) ?? [];
  const tags = node.tags.length > 0 ? ` [${node.tags.join(", ")}]` : "";
  return parts.map((text, i) => ({
    id: node.id,
    text,
    from: i === 0 ? `${first?.from ?? ""}${tags}` : "",
    caution: i === 0 ? first?.caution : undefined,
  }));
}

async function statusItem(db: Db, { projectId, sessionId }: CommandContext): Promise<PendingItem> {
  const { nodes, edges, tokens, stale, types, tiers } = await graphFigures(db, inProject(projectId));
  const task = await currentTask(db, projectId, sessionId);
  const text = [
    `${plural(nodes, "node")} (${plural(tokens, "token")}), ${plural(edges, "edge")}, ${stale} stale`,
    types.map(({ type, nodes: n }) => `${type} ${n}`).join(", "),
    `tiers: ${tiers.map((one) => `${one.tier} ${one.nodes} (${plural(one.tokens, "token")})`).join(", ") || "none"}`,
    `current task: ${task?.name ?? "none"}`,
  ];
  return { id: "status", text: text.filter(Boolean).join("; "), from: "" };
}
