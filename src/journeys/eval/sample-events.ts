// Events to try a compressor on: from transcripts, redacted, chosen by a seed so that a trial can be repeated.

import { collect } from "../../agents/claude-code/transcript.ts";
import { readLines } from "../../agents/claude-code/transcript-file.ts";
import { withoutSecrets } from "../../memory/without-secrets.ts";
import type { HookEvent, HookEventOf } from "../../protocol/hook.ts";

export type ObservationEvent = HookEventOf<"tool"> | HookEventOf<"prompt"> | HookEventOf<"reply">;

/** Pseudo-random numbers from 0 to 1; the same seed gives the same numbers. */
export function createDice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<T>(items: readonly T[], dice: () => number): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(dice() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

export async function observationEventsIn(transcriptPath: string): Promise<ObservationEvent[]> {
  const found: ObservationEvent[] = [];
  let from = 0;
  let promptId: string | undefined;
  for (;;) {
    const read = await readLines(transcriptPath, from);
    if (read.status !== "read") return found;
    const collected = collect(read.lines, { transcriptPath, promptId, from, ended: !read.more });
    found.push(...collected.events.map(({ event }) => withoutSecrets(event)).filter(becomesObservation));
    promptId = collected.promptId;
    if (!read.more || collected.resumeAt <= from) return found;
    from = collected.resumeAt;
  }
}

function becomesObservation(event: HookEvent): event is ObservationEvent {
  return event.type === "tool" || event.type === "prompt" || event.type === "reply";
}
