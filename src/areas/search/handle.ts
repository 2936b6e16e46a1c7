// Operations that search and show.

import { noteAsked } from "../../journeys/recall/usage.ts";
import { searchMemory } from "../../journeys/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import { cardOf, named, read } from "../../memory/owners.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { cut, pageOf } from "../../protocol/paging.ts";
import { projectScope } from "../../rooms/projects/room.ts";
import { listSessions, summaryOf } from "../../rooms/sessions/room.ts";
import type { HandlersOf } from "../context.ts";
import type { OutputOf, ParsedInputOf } from "../contracts.ts";
import type { operations } from "./contract.ts";

const itemsOnPage = 50;

export const handlers = {
  async search({ memory }, input) {
    if (input.query.trim() !== "") return searchMemory(memory, input);
    if (input.session ?? input.file ?? input.since)
      throw new TellbackError("invalid_input", "the query is missing");
    return lastSessions(memory, input);
  },
  async show({ memory }, { id, peek }) {
    const found = await named(memory.db, id);
    if (!peek) await noteAsked(memory, found.id);
    return read(memory.db, found);
  },
  async get({ memory }, { id: typed, length, cursor }) {
    const { id, kind } = await named(memory.db, typed);
    await noteAsked(memory, id);
    const { at, title, summary, items, ...rest } = cardOf(await read(memory.db, { id, kind }));
    if (length === "title") return { id, kind, at, title };
    const short = { id, kind, at, title, ...(summary !== undefined && { summary }) };
    if (length === "summary") return short;
    return { ...short, ...rest, ...(items && cut(items, pageOf(itemsOnPage, cursor))) };
  },
} satisfies HandlersOf<typeof operations>;

/** A search for nothing lists the last sessions before the one that asks, each with what came of it. */
async function lastSessions(
  { db }: Memory,
  { limit, folder, allProjects, askedIn, conversations = false }: ParsedInputOf<"search">,
): Promise<OutputOf<"search">> {
  const projects = await projectScope(db, { folder, allProjects });
  const sessions = await listSessions(db, { projects, exceptId: askedIn, conversations, limit });
  const results = sessions.map(async ({ id, project, lastSeenAt, name, firstPrompt }) => ({
    ...{ id, kind: "session", sessionId: id, project, happenedAt: lastSeenAt, relevance: 1, isWeak: false },
    ...{ title: name ?? firstPrompt ?? "", excerpt: "", matched: [] },
    summary: (await summaryOf(db, id))?.now ?? "",
  }));
  return { results: await Promise.all(results), ms: 0, meaning: "off", note: null };
}
