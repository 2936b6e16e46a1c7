// The last step of every moment of recall: what the conversation does not contain yet is composed, and recorded in the ledger
// with its reason.

import { compose } from "../../context/compose.ts";
import type { Memory } from "../../memory/memory.ts";
import { openSession } from "../../memory/open-session.ts";
import type { HookAnswer, HookEvent } from "../../protocol/hook.ts";
import type { RecallMoment } from "../../protocol/recall.ts";
import { countUse } from "../../rooms/knowledge/room.ts";
import { type Conversation, noteInjections, type Present, presentIn } from "../../rooms/ledger/room.ts";
import type { Candidate } from "./candidates.ts";
import { notYetInjected } from "./not-yet-injected.ts";
import type { Plan } from "./plan.ts";
import { hashesOf } from "./same-content.ts";
import { signed } from "./signed.ts";

/** How long an answer is of use. */
export interface Deadline {
  startedAt: number;
  deadlineMs: number;
}

export function isInTime({ startedAt, deadlineMs }: Deadline): boolean {
  return performance.now() - startedAt <= deadlineMs;
}

/** Composes what the conversation does not contain yet, and records it in the ledger. */
export async function inject(
  memory: Memory,
  event: HookEvent,
  moment: RecallMoment,
  plan: Plan,
  watch: Deadline,
  known?: Present,
): Promise<HookAnswer> {
  const conversation = conversationOf(event);
  const present = known ?? (await presentIn(memory.db, conversation));
  const fresh = await signed(memory, notYetInjected(plan.candidates, present), event.at);
  const composed = compose(plan.heading, plan.sections, fresh, plan.budget);
  if (composed === null || !isInTime(watch)) return null;
  const injected = composed.included.map(({ item, length, tokens }) => ({
    ...asInjection(item),
    words: hashesOf(item[length]),
    length,
    tokens,
  }));
  await memory.db.transaction().execute(async (tx) => {
    await openSession(tx, event);
    await noteInjections(tx, conversation, moment, injected, event.at);
    await countUse(
      tx,
      "shown",
      injected.map(({ id }) => id),
    );
  });
  memory.events.record({
    type: "hook.context_inject",
    sessionId: event.sessionId,
    data: {
      ...{ moment, items: injected.map(({ id }) => id), budget: plan.budget.tokens },
      sections: sumsBy(composed.included, ({ item, tokens }) => [item.section, tokens]),
      lengths: sumsBy(injected, ({ length }) => [length, 1]),
    },
    durationMs: performance.now() - watch.startedAt,
    tokensOut: composed.tokens,
  });
  return { context: composed.text };
}

function sumsBy<T>(all: readonly T[], of: (one: T) => [string, number]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, n] of all.map(of)) sums[name] = (sums[name] ?? 0) + n;
  return sums;
}

function asInjection({ id, kind, why, cues }: Candidate) {
  return { id, kind, why, cues };
}

/** Once in a conversation: the agent can query the rest. */
export async function noteOnce(
  memory: Memory,
  event: HookEvent,
  moment: RecallMoment,
  id: string,
  reason: string,
): Promise<void> {
  const mark = { kind: "file", id, length: "title", tokens: 0, why: { reason }, cues: [] };
  await noteInjections(memory.db, conversationOf(event), moment, [mark], event.at);
}

export function conversationOf({ sessionId, agent }: HookEvent): Conversation {
  return { sessionId, agentId: agent?.id ?? "" };
}
