// The operations that agents call over MCP: the same work as for other callers, with short answers in pages.

import { projectKnowledge } from "../journeys/graph/knowledge.ts";
import { noteAsked } from "../journeys/recall/usage.ts";
import { searchMemory } from "../journeys/search/search.ts";
import { named, read } from "../owners.ts";
import type { agentOperations } from "../protocol/operations/agent.ts";
import {
  compactionNamed,
  compactionsOf,
  projectScope,
  summaryFileOf,
  summaryOf,
} from "../rooms/episodic/room.ts";
import { resolveId } from "../store/resolve.ts";
import { briefly } from "./brief.ts";
import type { HandlersOf } from "./context.ts";
import { episodicHandlers } from "./episodic.ts";
import { graphHandlers } from "./graph.ts";
import { cut, pageOf, reach } from "./page.ts";

/** The kinds of knowledge with the highest confidence first. */
const kinds = [
  ...(["decisions", "conventions", "gotchas", "architecture", "patterns", "dependencies"] as const),
  ...(["facts", "openQuestions"] as const),
] as const;

export const agentHandlers = {
  async search_memory({ memory }, { limit, cursor, session_id, min_relevance, ...asked }) {
    const page = pageOf(limit, cursor);
    const { results, note } = await searchMemory(memory, {
      ...asked,
      session: session_id,
      minRelevance: min_relevance,
      limit: reach(page),
      allProjects: false,
      explain: false,
      quick: true,
      wait: false,
    });
    const { items, ...rest } = cut(results, page);
    return {
      results: items.map(({ id, kind, title, summary, happenedAt: at, relevance }) => ({
        ...{ id, kind, title, summary, at },
        relevance: rounded(relevance),
      })),
      ...(note && { note }),
      ...rest,
    };
  },
  async get({ memory }, { id, length, cursor }) {
    const found = await named(memory.db, id);
    await noteAsked(memory, found.id);
    return briefly(found, await read(memory.db, found), length, cursor);
  },
  async get_summary({ memory }, { session_id, summary_id }) {
    const sessionId = await resolveId(memory.db, "sessions", session_id);
    const all = (await compactionsOf(memory.db, sessionId)).filter(({ state }) => state === "done");
    const asked = summary_id === undefined ? all.toReversed() : [compactionNamed(all, summary_id)];
    return {
      session_id: sessionId,
      summary: await summaryOf(memory.db, sessionId),
      compactions: asked.map(summaryFileOf),
    };
  },
  async get_project_knowledge({ memory }, { limit, cursor, topic, folder }) {
    const projects = await projectScope(memory.db, { folder });
    const answer = await projectKnowledge(memory, { topic, projects });
    const known = kinds.flatMap((kind) => answer[kind].map((entry) => ({ kind, ...entry })));
    const { items, ...rest } = cut(known, pageOf(limit, cursor));
    return {
      known: items.map(({ id, kind, statement, rationale, confidence, stale }) => ({
        ...{ id, kind, statement },
        ...(rationale !== null && { rationale }),
        confidence: rounded(confidence),
        ...(stale !== null && { stale }),
      })),
      ...rest,
    };
  },
  async "agent.recall"(context, { query, limit, cursor, folder }) {
    const page = pageOf(limit, cursor);
    const asked = { query, folder, limit: reach(page), allProjects: false };
    const { items, ...rest } = cut((await graphHandlers.query(context, asked)).nodes, page);
    return {
      nodes: items.map(({ id, type, content, tags, confidence, staleSince }) => ({
        ...{ id, type, content, tags },
        confidence: rounded(confidence),
        stale: staleSince !== null,
      })),
      ...rest,
    };
  },
  async "agent.remember"(context, { folder, global, ...said }) {
    // A client outside any project asks about every project.
    const scope = { folder, global: global || folder === undefined };
    const { node, isNew } = await graphHandlers.remember(context, { ...said, ...scope });
    return { id: node.id, content: node.content, is_new: isNew };
  },
  async list_sessions(context, { limit, cursor, folder }) {
    const page = pageOf(limit, cursor);
    const asked = { folder, limit: reach(page), allProjects: false };
    const { items, ...rest } = cut((await episodicHandlers["session.list"](context, asked)).sessions, page);
    return {
      sessions: items.map(({ id, lastSeenAt, name, firstPrompt, observations }) => ({
        id,
        at: lastSeenAt,
        about: name ?? firstPrompt ?? "",
        observations,
      })),
      ...rest,
    };
  },
} satisfies HandlersOf<typeof agentOperations>;

/** More digits cost tokens and add nothing. */
function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
