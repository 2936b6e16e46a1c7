// Events to try a compressor on: from transcripts, without secrets, chosen by a seed so that a trial can be repeated.

import { collect } from "../../agents/claude-code/transcript.ts";
import { readLines } from "../../agents/claude-code/transcript-file.ts";
import type { HookEvent, HookEventOf } from "../../protocol/hook.ts";
import { withoutSecrets } from "../capture/without-secrets.ts";

export type Happening = HookEventOf<"tool"> | HookEventOf<"prompt"> | HookEventOf<"reply">;

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
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

export async function happeningsIn(transcriptPath: string): Promise<Happening[]> {
  const found: Happening[] = [];
  let from = 0;
  let promptId: string | undefined;
  for (;;) {
    const read = await readLines(transcriptPath, from);
    if (read.status !== "read") return found;
    const collected = collect(read.lines, { transcriptPath, promptId, from, ended: !read.more });
    found.push(...collected.events.map(({ event }) => withoutSecrets(event)).filter(isHappening));
    promptId = collected.promptId;
    if (!read.more || collected.resumeAt <= from) return found;
    from = collected.resumeAt;
  }
}

function isHappening(event: HookEvent): event is Happening {
  return event.type === "tool" || event.type === "prompt" || event.type === "reply";
}
