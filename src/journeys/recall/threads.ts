// Threads: the turns of an issue, a pull request, a task, a branch or a feature that a prompt names. Derived from the
// turns, nothing is stored. Pure.

import { namesThread, type ThreadName } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { textOf } from "./evidence.ts";

/** What the user asked, and the branch: what a turn is about, rather than what it mentions. */
function askedIn({ request, branch }: Turn): string {
  return `${request} ${branch ?? ""}`;
}

function saidIn({ outcome, decisions, open, files, commands }: Turn): string {
  return [outcome, ...decisions, ...open, ...files, ...commands].join("\n");
}

/** The newest first, as the turns. A turn goes on with the thread of the one before it, until another thread is named. */
export function threadOf(turns: readonly Turn[], isIn: (text: string) => boolean): Turn[] {
  const going = new Map<string, string | null>();
  const own = new Set<Turn>();
  for (const turn of turns.toReversed()) {
    const asked = askedIn(turn);
    const isNamed = isIn(asked);
    const isOn = going.get(turn.sessionId) === turn.branch && !namesThread(turn.request);
    if (isNamed) going.set(turn.sessionId, turn.branch);
    else if (!isOn) going.delete(turn.sessionId);
    if (isNamed || isOn || isIn(saidIn(turn))) own.add(turn);
  }
  return turns.filter((turn) => own.has(turn));
}

/** By its number or name. */
export function byName(names: readonly ThreadName[]): (text: string) => boolean {
  return (text) => names.some(({ isIn }) => isIn(text));
}

/** By all of its words: "the vouchers". */
export function byTerms(terms: readonly string[]): (text: string) => boolean {
  return (text) => {
    const { terms: known } = textOf(text);
    return terms.length > 0 && terms.every((term) => known.has(term));
  };
}
