// Where an answer may stand: the rules and turns that were found, as they hold now, with what was said in them.

import type { Intent } from "../../../libs/language/index.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { repliesBetween } from "../../rooms/observations/room.ts";
import { turnsById } from "../../rooms/turns/room.ts";
import { type Found, isKnowledge, ownersOf } from "./about.ts";
import { inForce } from "./in-force.ts";
import type { Source } from "./passages.ts";
import type { Subject } from "./subject.ts";

/** Rules, decisions and other statements as sources; what an agent found once on the way stands in its turn, with what came of it. */
export async function rulesAmong({ db }: Memory, found: readonly Found[]): Promise<Source[]> {
  const rules = found.filter(
    (one) => isKnowledge(one.memory) || one.memory.document.owner_kind === "observation",
  );
  const ids = rules.map((one) => one.memory.document.owner_id);
  const stale = await staleReasons(db, ids);
  const nodes = new Map((await nodesOf(db, ids)).map((node) => [node.id, node]));
  return rules.flatMap((rule): Source[] => {
    const { owner_id: id, summary, happened_at: endedAt } = rule.memory.document;
    const node = nodes.get(id);
    if (node && !node.isManual && node.saidBy === "agent" && node.timesSeen <= 1) return [];
    return [{ turn: statement(id, summary, endedAt), rank: 0, rule, caution: stale.get(id) }];
  });
}

/** A statement has no turn of its own. */
function statement(id: string, outcome: string, endedAt: string): Turn {
  return {
    ...{ id, outcome, endedAt, startedAt: endedAt, state: { is: "current" }, request: "", detail: "" },
    ...{ projectId: "", sessionId: "", branch: null, commit: null, provider: "", decisions: [], open: [] },
    ...{ files: [], looked: [], symbols: [], commands: [], tests: { before: null, after: null } },
  };
}

/** In their newest state, each once. */
export async function holdingIn(
  memory: Memory,
  about: readonly Found[],
  { subject, intent }: { subject: Subject; intent: Intent | null },
): Promise<Source[]> {
  const turns = await turnsOf(memory, about);
  const ids = about.map((one) => one.memory.document.owner_id);
  const stale = await staleReasons(memory.db, ids);
  const held = new Map<string, Source>();
  for (const id of ids) {
    const one = inForce(turns.get(id), turns, intent, subject);
    if (!one || held.has(one.turn.id)) continue;
    const doubt = [stale.get(id), one.caution].filter(Boolean).join("; ");
    held.set(one.turn.id, { turn: one.turn, rank: held.size, caution: doubt || undefined });
  }
  return [...held.values()];
}

/** Turns of which the whole replies are read, and how many of each. */
export const replyRead = { turns: 8, of: 12 };

/** The answer may stand in a reply on the way to the last one; and what the user said later may have refused it. */
export function withReplies(
  { db }: Memory,
  recent: readonly Turn[],
  sources: readonly Source[],
): Promise<Source[]> {
  return Promise.all(
    sources.map(async (source): Promise<Source> => {
      const { sessionId, startedAt: from, endedAt: upTo } = source.turn;
      const later = recent.flatMap((turn) =>
        turn.sessionId === sessionId && turn.startedAt > from ? [turn.request] : [],
      );
      // A reply does not know which of its values was replaced since.
      if (source.rank >= replyRead.turns || source.turn.state.is !== "current") return { ...source, later };
      return { ...source, later, replies: await repliesBetween(db, { sessionId, from, upTo }, replyRead.of) };
    }),
  );
}

/** With the turns that have replaced them. */
export async function turnsOf({ db }: Memory, about: readonly Found[]): Promise<Map<string, Turn>> {
  const turns = await turnsById(db, ownersOf(about, "turn"));
  const newer = [...turns.values()].flatMap(({ state }) =>
    state.is === "superseded" && !turns.has(state.by) ? [state.by] : [],
  );
  return newer.length === 0 ? turns : new Map([...turns, ...(await turnsById(db, newer))]);
}
