// Operations that a page needs to show and follow the memory.

import { setConfig, unsetConfig } from "../../config/load.ts";
import { isPageSetting } from "../../config/schema.ts";
import { isSecret, shownSettings } from "../../config/shown.ts";
import { feedAfter } from "../../journeys/feed/feed.ts";
import { tiesOf } from "../../memory/knowledge/ties.ts";
import type { Memory } from "../../memory/memory.ts";
import { cardOf, named, read } from "../../memory/owners.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { kindsNamedBy } from "../../protocol/owners.ts";
import { parseSince } from "../../protocol/since.ts";
import { edgesAmong, nodeOf, walk } from "../../rooms/knowledge/room.ts";
import { listInjections } from "../../rooms/ledger/room.ts";
import { outlineOf, positionOf, timelineOf } from "../../rooms/observations/room.ts";
import { findProject, listProjects, projectScope } from "../../rooms/projects/room.ts";
import { getSession } from "../../rooms/sessions/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { HandlersOf } from "../context.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async projects({ memory }, { limit }) {
    return { projects: await listProjects(memory.db, limit, memory.paths.home) };
  },
  async timeline({ memory }, { session, folder, allProjects, upTo, ...page }) {
    const projects = await projectScope(memory.db, {
      folder,
      allProjects: allProjects || session !== undefined,
    });
    const sessionId = session === undefined ? undefined : await resolveId(memory.db, "sessions", session);
    return timelineOf(memory.db, { projects, sessionId, upTo: upTo ?? null, ...page });
  },
  async "session.outline"({ memory }, { id, at }) {
    const sessionId = await resolveId(memory.db, "sessions", id);
    const session = await getSession(memory.db, sessionId);
    const position = at === undefined ? null : await positionOf(memory.db, sessionId, at);
    const prompts = await outlineOf(memory.db, sessionId);
    return { session, total: session.observations, at: position, prompts };
  },
  feed: ({ memory, stopping }, input) => feedAfter(memory, input, stopping),
  async "graph.near"({ memory }, { id, depth, limit, asOf }) {
    const start = await resolveId(memory.db, "nodes", id);
    const then = asOf === undefined ? null : parseSince(asOf);
    const holds = ({ validFrom, validUntil }: Node) =>
      then === null || (validFrom <= then && (validUntil === null || validUntil > then));
    const reached = await walk(memory.db, { from: [start], depth, direction: "both", limit: limit + 1 });
    const nodes = [
      { node: await nodeOf(memory.db, start), depth: 0 },
      ...reached.slice(0, limit).filter(({ node }) => holds(node)),
    ];
    const ids = nodes.map(({ node }) => node.id);
    const edges = (await edgesAmong(memory.db, ids)).filter(
      ({ createdAt }) => then === null || createdAt <= then,
    );
    const ties = await tiesOf(
      memory.db,
      nodes.map(({ node }) => node),
    );
    const tied = nodes.map((one) => ({ ...one, ties: ties.get(one.node.id) ?? [] }));
    return { start, nodes: tied, edges, left: reached.length > limit };
  },
  async injections({ memory }, { session, folder, allProjects, ...page }) {
    const projects = await projectScope(memory.db, {
      folder,
      allProjects: allProjects || session !== undefined,
    });
    const sessionId = session === undefined ? undefined : await resolveId(memory.db, "sessions", session);
    const { injections, ...counts } = await listInjections(memory.db, { projects, sessionId, ...page });
    const titled = injections.map(async (one) => ({ ...one, title: await titleOf(memory, one.id) }));
    return { injections: await Promise.all(titled), ...counts };
  },
  async "config.show"({ memory }, { folder }) {
    return shownSettings(memory.paths.home, folder);
  },
  async "config.set"({ memory, isPage }, { key, value }) {
    if (isPage && !isPageSetting(key))
      throw new TellbackError("forbidden", `${key} is not changed by a browser`, {
        hint: `Set it in a terminal: \`tellback config set ${key} VALUE\``,
      });
    if (isSecret(key))
      throw new TellbackError("invalid_input", `${key} is a secret, which this operation would redact`, {
        hint: `Set it in a terminal: \`tellback config set ${key} VALUE\``,
      });
    if (value === undefined) unsetConfig(memory.paths, key);
    else setConfig(memory.paths, key, value);
    const now = shownSettings(memory.paths.home).settings.find((one) => one.key === key);
    return { key, value: now?.value ?? "" };
  },
  doctor: ({ doctor }) => doctor(),
  async "page.open"({ memory, openPage }, { folder }) {
    const project = folder === undefined ? null : await findProject(memory.db, folder);
    return openPage(project ? `?project=${project.id}` : "");
  },
} satisfies HandlersOf<typeof operations>;

/** Null for what has no id of its own, such as a list of files, and for what was deleted. */
async function titleOf(memory: Memory, id: string): Promise<string | null> {
  if (kindsNamedBy(id).length === 0) return null;
  try {
    return cardOf(await read(memory.db, await named(memory.db, id))).title;
  } catch {
    return null;
  }
}
