// The operations that agents call over MCP: the same work as for other callers, with short answers in pages.

import { runFunction } from "../../journeys/functions/run.ts";
import { saveFunction } from "../../journeys/functions/save.ts";
import { findFunctions } from "../../journeys/functions/search.ts";
import { testFunction } from "../../journeys/functions/test.ts";
import { projectKnowledge } from "../../journeys/graph/knowledge.ts";
import { codeMapForAgent } from "../../journeys/map/for-agent.ts";
import { noteAsked } from "../../journeys/recall/usage.ts";
import { searchMemory } from "../../journeys/search/search.ts";
import { named, read } from "../../memory/owners.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { compactionNamed, compactionsOf, summaryFileOf } from "../../rooms/compactions/room.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { summaryOf } from "../../rooms/sessions/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlerContext, HandlersOf } from "../context.ts";
import type { OutputOf } from "../contracts.ts";
import { testsFrom } from "../functions/input.ts";
import { handlers as graphHandlers } from "../graph/handle.ts";
import { cut, pageOf, reach } from "../page.ts";
import { handlers as episodicHandlers } from "../sessions/handle.ts";
import { briefly } from "./brief.ts";
import type { operations } from "./contract.ts";
import { taskActions } from "./task.ts";

/** The kinds of knowledge with the highest confidence first. */
const kinds = [
  ...(["decisions", "conventions", "gotchas", "architecture", "patterns", "dependencies"] as const),
  ...(["facts", "openQuestions"] as const),
] as const;

export const handlers = {
  async search_memory(context, { limit, cursor, session_id, min_relevance, except_session, ...asked }) {
    if (asked.query.trim() === "") {
      if (session_id ?? asked.file ?? asked.since)
        throw new TellbackError("invalid_input", "the query is missing");
      return lastSessions(context, { limit, cursor, folder: asked.folder });
    }
    const { memory } = context;
    const page = pageOf(limit, cursor);
    const { results, note } = await searchMemory(memory, {
      ...asked,
      session: session_id,
      exceptSession: except_session,
      minRelevance: min_relevance,
      limit: reach(page),
      allProjects: false,
      explain: false,
      quick: true,
      wait: false,
    });
    const { items, ...rest } = cut(results, page);
    return {
      results: items.map(({ id, kind, title, summary, happenedAt: at, relevance, evidence }) => ({
        ...{ id, kind, title, summary, at },
        relevance: rounded(relevance),
        ...(evidence && { evidence }),
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
    const asked = { query, folder, limit: reach(page), offset: 0, allProjects: false };
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
  code_map: ({ memory }, asked) => codeMapForAgent(memory, asked),
  "agent.task": (context, { action, ...asked }) => taskActions[action](context, asked),
  async save_function({ memory }, { tests, ...made }) {
    const {
      function: one,
      version,
      heldBack,
      refused,
      results,
    } = await saveFunction(memory, {
      ...made,
      author: "agent",
      tests: testsFrom(tests),
    });
    const failed = results.filter((result) => !result.passed);
    return {
      name: one.name,
      version,
      ...(heldBack !== null && { held_back: heldBack }),
      ...(refused !== null && { refused }),
      failed: failed.map(({ test, expected, got }) => ({ test, expected, got })),
    };
  },
  async search_functions({ memory }, { query, limit, cursor }) {
    const page = pageOf(limit, cursor);
    const { items, ...rest } = cut(await findFunctions(memory, query, reach(page)), page);
    return {
      functions: items.map(({ name, description, language, signature, testsPass, relevance }) => ({
        ...{ name, description, language, signature, tests_pass: testsPass },
        relevance: rounded(relevance),
      })),
      ...rest,
    };
  },
  async run_function({ memory }, { name, args }) {
    const { run } = await runFunction(memory, name, args);
    const { status, value, stdout, error, ms } = run;
    return { status, value, stdout, error, ms };
  },
  async test_function({ memory }, { name }) {
    const { passed, results } = await testFunction(memory, name);
    return { passed, results };
  },
  async list_sessions(context, { limit, cursor, folder }) {
    const page = pageOf(limit, cursor);
    const asked = { folder, limit: reach(page), offset: 0, allProjects: false };
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
} satisfies HandlersOf<typeof operations>;

/** A search for nothing lists the last sessions, each with what came of it. */
async function lastSessions(
  context: HandlerContext,
  { limit, cursor, folder }: { limit: number; cursor: string | undefined; folder: string | undefined },
): Promise<OutputOf<"search_memory">> {
  const page = pageOf(limit, cursor);
  const listed = await episodicHandlers["session.list"](context, {
    ...{ folder, limit: reach(page), offset: 0, allProjects: false },
  });
  const { items, ...rest } = cut(listed.sessions, page);
  const results = items.map(async ({ id, lastSeenAt: at, name, firstPrompt }) => ({
    ...{ id, kind: "session", title: name ?? firstPrompt ?? "", at, relevance: 1 },
    summary: (await summaryOf(context.memory.db, id))?.done.join(" ") ?? "",
  }));
  return { results: await Promise.all(results), ...rest };
}

/** More digits cost tokens and add nothing. */
function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}
