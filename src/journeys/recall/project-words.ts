// How rare words are in a project, from its newest turns. Their terms are kept in memory: only new turns are read.

import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type Rarity, rarityIn, type Text, textOf } from "./evidence.ts";

/** A turn changes while it goes on: its length is part of the key. */
const known = new WeakMap<Memory, Map<string, Text>>();
const maxKept = 2_000;
/** Enough to know which words are common; the rest of a long detail is left out. */
const maxReadLength = 1_200;

export function rarityOf(memory: Memory, turns: readonly Turn[]): Rarity {
  return rarityIn(textsOf(memory, turns));
}

/** Whether the work has a word. */
export function wordsOf(memory: Memory, turns: readonly Turn[]): (term: string) => boolean {
  const texts = textsOf(memory, turns);
  return (term) => texts.some(({ terms }) => terms.has(term));
}

function textsOf(memory: Memory, turns: readonly Turn[]): Text[] {
  const texts = known.get(memory) ?? new Map<string, Text>();
  if (texts.size > maxKept) texts.clear();
  known.set(memory, texts);
  return turns.map((turn) => {
    const key = `${turn.id} ${turn.endedAt}`;
    const text = texts.get(key) ?? textOf(readText(turn));
    texts.set(key, text);
    return text;
  });
}

function readText({ request, outcome, detail, files }: Turn): string {
  return [request, outcome, files.join(" "), detail].join("\n").slice(0, maxReadLength);
}
