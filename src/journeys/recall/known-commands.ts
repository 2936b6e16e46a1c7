// "How do we run X": the command that ran X here, with the day of its last run. Pure.

import { asksForCommand, isEmptyWord, termsOf } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { checksIn } from "../../rooms/turns/room.ts";

const maxLength = 60;
const minShare = 0.5;
/** "lint" and "linter". */
const minPrefix = 4;

/** The newest turns first. */
export function knownCommand(turns: readonly Turn[], prompt: string): { turn: Turn; text: string } | null {
  if (!asksForCommand(prompt)) return null;
  const asked = new Set(termsOf(prompt).filter((term) => !isEmptyWord(term)));
  const isAsked = (term: string) =>
    asked.has(term) ||
    [...asked].some(
      (other) => [term, other].every(({ length }) => length >= minPrefix) && startsAlike(term, other),
    );
  const found = new Map<string, { turn: Turn; times: number; matched: number }>();
  for (const turn of turns) {
    for (const command of new Set(turn.commands.flatMap(checksIn))) {
      if (command.length > maxLength) continue;
      const known = found.get(command);
      if (known) {
        known.times++;
        continue;
      }
      const terms = [...new Set(termsOf(command))].filter((term) => !term.includes("_"));
      const matched = terms.filter(isAsked).length;
      if (matched > 1 && matched >= minShare * terms.length) found.set(command, { turn, times: 1, matched });
    }
  }
  const [best] = [...found].sort(([, a], [, b]) => b.matched - a.matched || b.times - a.times);
  if (!best) return null;
  const [command, { turn }] = best;
  return { turn, text: `\`${command}\`, last run ${turn.endedAt.slice(0, 10)}.` };
}

function startsAlike(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
