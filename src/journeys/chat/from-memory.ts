// The answer without a model: the memories that fit the question, and no word that nobody wrote.

import type { LiveConversation } from "../../context/chat-state.ts";
import type { MemoryCard } from "../../protocol/chat.ts";
import { worthShowing } from "../../protocol/recall.ts";
import type { Chatting } from "./chatting.ts";
import type { Draft } from "./draft.ts";

const maxShown = 8;

export async function findMemories(
  { search }: Pick<Chatting, "search">,
  { id, folder, returned }: LiveConversation,
  query: string,
): Promise<MemoryCard[]> {
  const { results } = await search({
    query,
    folder,
    allProjects: folder === undefined,
    exceptSession: id,
    limit: maxShown,
    minRelevance: worthShowing,
    explain: false,
    quick: true,
    wait: false,
  });
  for (const result of results) returned.add(result.id);
  return results.map(({ id, kind, title, summary, happenedAt: at }) => ({ id, kind, title, summary, at }));
}

const maxKnown = 3;

/** With what holds about the topic of the question in front, in whatever words it was said. */
export async function memoriesFor(
  chatting: Pick<Chatting, "call" | "search">,
  conversation: LiveConversation,
  question: string,
): Promise<MemoryCard[]> {
  const known = await knownAbout(chatting, conversation, question);
  const ids = new Set(known.map(({ id }) => id));
  const found = await findMemories(chatting, conversation, question);
  return [...known, ...found.filter(({ id }) => !ids.has(id))].slice(0, maxShown);
}

async function knownAbout(
  { call }: Pick<Chatting, "call">,
  { folder, returned }: LiveConversation,
  question: string,
): Promise<MemoryCard[]> {
  if (folder === undefined) return [];
  const known = await call("knowledge", { topic: question, folder });
  const about = [known.decisions, known.conventions, known.gotchas, known.architecture, known.facts].flat();
  const cards = about.slice(0, maxKnown).map(
    ({ id, statement, rationale, since }): MemoryCard => ({
      ...{ id, kind: "node", title: statement },
      summary: rationale === null ? "" : `because ${rationale.replace(/^because /, "")}`,
      at: since,
    }),
  );
  for (const { id } of cards) returned.add(id);
  return cards;
}

/** Adds the memories to an answer, after the reason why nobody tells them in words. */
export async function answerFromMemory(
  chatting: Pick<Chatting, "call" | "search">,
  conversation: LiveConversation,
  question: string,
  draft: Draft,
  reason: { text: string; isProblem: boolean },
): Promise<void> {
  const found = await memoriesFor(chatting, conversation, question);
  const says = found.length === 0 ? "No memory fits the question." : "These are your memories:";
  draft.note(`${reason.text} ${says}`, reason.isProblem);
  if (found.length > 0) draft.add({ type: "memories", found });
}
