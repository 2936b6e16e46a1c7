// "How do we run X": the command that ran X here, with the day of its last run. Pure.

import { asksForCommand, isEmptyWord, isWorkWord, termsOf } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { checksIn } from "../../rooms/turns/room.ts";

const maxLength = 60;
const minShare = 0.5;
/** "lint" and "linter". */
const minPrefix = 4;
const maxOthers = 1;
/** What runs something by its name is not what is run. */
const runs = new Set(termsOf("run exec npm pnpm yarn npx bun uv poetry mise make cargo docker compose sh"));

/** The newest turns first. */
export function knownCommand(turns: readonly Turn[], prompt: string): { turn: Turn; text: string } | null {
  if (!asksForCommand(prompt)) return null;
  const asked = [...new Set(termsOf(prompt))].filter((term) => !isEmptyWord(term) && !runs.has(term));
  const isIn = (term: string, some: readonly string[]) =>
    some.some((other) => other === term || (isLong(other) && isLong(term) && startsAlike(term, other)));
  const found = new Map<string, { turn: Turn; times: number; matched: number; share: number }>();
  for (const turn of turns) {
    for (const command of new Set(turn.commands.flatMap(checksIn))) {
      const known = found.get(command);
      if (known) {
        known.times++;
        continue;
      }
      const terms = [...new Set(termsOf(command))].filter((term) => !term.includes("_") && !runs.has(term));
      const matched = terms.filter((term) => isIn(term, asked));
      const share = matched.length / Math.max(terms.length, 1);
      // What else the question names, another command would do.
      const others = asked.filter((term) => !isWorkWord(term) && !isIn(term, matched));
      if (command.length > maxLength || share < minShare || matched.length === 0) continue;
      if (matched.length > 1 || others.length <= maxOthers)
        found.set(command, { turn, times: 1, matched: matched.length, share });
    }
  }
  const [best] = [...found].sort(
    ([, a], [, b]) => b.matched - a.matched || b.share - a.share || b.times - a.times,
  );
  if (!best) return null;
  const [command, { turn }] = best;
  return { turn, text: `\`${command}\`, last run ${turn.endedAt.slice(0, 10)}.` };
}

const isLong = ({ length }: string) => length >= minPrefix;

function startsAlike(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
