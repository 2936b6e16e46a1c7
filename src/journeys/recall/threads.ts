// Threads: the turns of an issue, a pull request, a task, a branch or a feature that a prompt names. Derived from the
// turns, nothing is stored. Pure.

import {
  type Intent,
  namesKindOnly,
  namesThread,
  type ThreadName,
  threadsNamedIn,
} from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { Checkout } from "./checkout.ts";
import { ownTerms, type Rarity, textOf, weightOf } from "./evidence.ts";
import { isQuestion, type Subject, subjectOf } from "./subject.ts";

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

/** Of the words that name it, by how rare they are: "the status of the vouchers" need not have the word "status". */
const enough = 0.66;

/** By its words: "the vouchers". */
export function byTerms(terms: readonly string[], rarity: Rarity): (text: string) => boolean {
  const all = weightOf(terms, rarity);
  return (text) => {
    const { terms: known } = textOf(text);
    const own = terms.filter((term) => known.has(term));
    return own.length > 0 && weightOf(own, rarity) >= enough * all;
  };
}

/** The turns of the work that a prompt asks about. */
export interface AskedWork {
  turns: readonly Turn[];
  intent: Intent;
  /** The prompt asks something about it, rather than its state. */
  isAsked?: boolean;
}

/** A longer prompt that names an issue says what to do about it. */
const maxPrompt = 120;

interface Context {
  intent: Intent | null;
  here: Checkout;
  rarity: Rarity;
  /** Work on the same thing. */
  like: (subject: Subject) => readonly Turn[];
}

/** Null if the prompt asks about something else than the state of some work. */
export function workAsked(
  recent: readonly Turn[],
  text: string,
  { intent, here, rarity, like }: Context,
): AskedWork | null {
  const branches = new Set(recent.flatMap(({ branch }) => branch ?? []));
  const names = threadsNamedIn(text, branches);
  const isState = intent === "resume" || intent === "left" || intent === "thread";
  const named = names.length === 0 ? [] : threadOf(recent, byName(names));
  if (named.length > 0 && (isState || text.length <= maxPrompt))
    return { turns: named, intent: intent ?? "thread", isAsked: !isState && isQuestion(text) };
  if (intent === "branch")
    return { turns: recent.filter(({ branch }) => branch === here.branch && branch !== null), intent };
  if (intent === "changes") return { turns: recent, intent };
  if (!isState || names.length > 0) return null;
  const subject = subjectOf(text);
  const about = threadOf(recent, byTerms(ownTerms(subject), rarity));
  if (about.length > 0) return { turns: about, intent };
  if (namesKindOnly(text)) return { turns: lastNumbered(recent), intent };
  if (intent !== "thread" && (subject.terms.size === 0 || intent === "left"))
    return { turns: recent, intent };
  const turns = like(subject);
  return turns.length > 0 ? { turns, intent } : null;
}

/** The thread with a number that was worked on last: "that PR". */
function lastNumbered(turns: readonly Turn[]): Turn[] {
  const last = turns.find(({ request, outcome }) => namesThread(`${request} ${outcome}`));
  const [name] = last ? threadsNamedIn(`${last.request} ${last.outcome}`) : [];
  return name ? threadOf(turns, byName([name])) : [];
}
