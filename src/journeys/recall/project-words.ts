// How rare words are in a project, and what each of its newest turns is about. Kept in memory: only new turns are read.

import { withoutHost } from "../../../libs/language/index.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type Rarity, rarityIn, type Text, textOf } from "./evidence.ts";
import { type Bag, bagOf } from "./likeness.ts";
import { isQuestion } from "./subject.ts";

interface TurnWords {
  text: Text;
  work: Bag;
}

/** A turn changes while it goes on: its length is part of the key. */
const known = new WeakMap<Memory, Map<string, TurnWords>>();
const maxKept = 2_000;
/** Enough to know which words are common; the rest of a long detail is left out. */
const maxReadLength = 1_200;

export function rarityOf(memory: Memory, turns: readonly Turn[]): Rarity {
  return rarityIn(wordsIn(memory, turns).map(({ text }) => text));
}

/** Whether the work has a word. */
export function wordsOf(memory: Memory, turns: readonly Turn[]): (term: string) => boolean {
  const all = wordsIn(memory, turns);
  return (term) => all.some(({ text }) => text.terms.has(term));
}

/** What was asked in each turn, and what came of it. */
export function worksOf(memory: Memory, turns: readonly Turn[]): Bag[] {
  return wordsIn(memory, turns).map(({ work }) => work);
}

function wordsIn(memory: Memory, turns: readonly Turn[]): TurnWords[] {
  const words = known.get(memory) ?? new Map<string, TurnWords>();
  if (words.size > maxKept) words.clear();
  known.set(memory, words);
  return turns.map((turn) => {
    const key = `${turn.id} ${turn.endedAt}`;
    const own = words.get(key) ?? {
      text: textOf(readText(turn)),
      work: bagOf(`${withoutHost(turn.request)}\n${turn.outcome}`),
    };
    words.set(key, own);
    return own;
  });
}

/** A question alone says nothing. */
function readText({ request, outcome, detail, files }: Turn): string {
  return [isQuestion(request) ? "" : request, outcome, files.join(" "), detail]
    .join("\n")
    .slice(0, maxReadLength);
}
