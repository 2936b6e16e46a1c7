// The model's part in turns: better outcomes, decisions and open points than rules can find. Its answer is checked;
// without an answer the rules' turn stays.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { AskModel } from "../../memory/ask-model.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfSessions } from "../../memory/without-secrets.ts";
import { offline } from "../../protocol/observations.ts";
import { plural } from "../../protocol/plural.ts";
import type { Turn } from "../../protocol/turns.ts";
import { improveTurn, turnsOf } from "../../rooms/turns/room.ts";

const described = z.object({
  turns: z.array(
    z.object({
      turn: z.number().int().describe("number of the turn"),
      outcome: z.string().describe("what came of it in one to three sentences: cause, change, result"),
      decisions: z.array(z.string()).describe("decisions and rules that were stated, with their reasons"),
      open: z.array(z.string()).describe("what is left to do or does not work yet"),
    }),
  ),
});

const system = `You keep the memory of a coding agent. Each numbered turn is one request of the user with what the agent reported.
Say for each what came of it, as a colleague would who is asked about it months later: the cause that was found, the change
that was made, the result, with names, numbers, commands and addresses copied exactly. Never what was announced, never praise.
An outcome is empty if nothing came of it. Say only what the turn says. Keep marks such as [secret:…] as they are.`;

/** A shorter report is described by rules as well as by a model. */
const worthAModel = 400;
const max = { turns: 24, atOnce: 8 };

/** Asks for the turns that only rules have described. Returns how many were improved. */
export async function describeTurns(memory: Memory, sessionId: string, ask: AskModel): Promise<number> {
  const all = await turnsOf(memory.db, sessionId);
  const waiting = all
    .filter(({ provider, detail }) => provider === offline && detail.length >= worthAModel)
    .slice(-max.turns);
  let improved = 0;
  for (let from = 0; from < waiting.length; from += max.atOnce) {
    const done = await describeBatch(memory, sessionId, waiting.slice(from, from + max.atOnce), ask);
    if (done === null) break;
    improved += done;
  }
  return improved;
}

/** Null if there was no answer. */
async function describeBatch(
  memory: Memory,
  sessionId: string,
  batch: readonly Turn[],
  ask: AskModel,
): Promise<number | null> {
  const asked = await ask("turns", keyOf(batch), {
    system,
    prompt: `Describe ${batch.length === 1 ? "this turn" : `these ${plural(batch.length, "turn")}`}.`,
    data: batch.map(itemOf).join("\n\n"),
    schema: described,
    maxTokens: 200 + 350 * batch.length,
  });
  if (asked.status !== "answered") return null;
  const clean = await cleanerOfSessions(memory, [sessionId]);
  const { turns } = clean.deep(asked.value) as z.infer<typeof described>;
  const provider = `${asked.provider}:${asked.model}`;
  return memory.db.transaction().execute(async (tx) => {
    let improved = 0;
    for (const { turn, ...parts } of turns) {
      const one = batch[turn - 1];
      if (one && (await improveTurn(tx, one.id, parts, provider))) improved++;
    }
    return improved;
  });
}

function itemOf(turn: Turn, i: number): string {
  const facts = [
    turn.files.length > 0 && `changed: ${turn.files.slice(0, 12).join(", ")}`,
    turn.commit && `commit: ${turn.commit}`,
    turn.tests.after && `tests: ${turn.tests.after}`,
  ].filter(Boolean);
  return [`=== turn ${i + 1}`, `the user asked: ${turn.request}`, ...facts, turn.detail].join("\n");
}

/** The same turns in the same state use the same key, so that the ledger recognises a repeated call. */
function keyOf(batch: readonly Turn[]): string {
  const text = batch.map(({ id, endedAt }) => `${id} ${endedAt}`).join("\n");
  return `turns:${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
}
