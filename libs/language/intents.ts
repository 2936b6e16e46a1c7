// What a prompt wants from memory, if it says so: "where were we", "what is left", "did we try X". Pure.

import { allWords, anyOf } from "./languages/all.ts";
import { type Intent, intents } from "./languages/language.ts";

export type { Intent };

/** These are answered from the last work alone; the others need a subject. */
export const wholeIntents: ReadonlySet<Intent> = new Set(["resume", "left", "changes"]);

/** Longer prompts are about something else, whatever they also ask. */
const maxLength: Record<Intent, number> = {
  resume: 120,
  left: 120,
  changes: 160,
  how: 300,
  tried: 300,
  why: 300,
  branch: 400,
};

/** The first that fits. */
export function intentOf(prompt: string): Intent | null {
  const text = prompt.trim();
  const fits = (intent: Intent) =>
    text.length <= maxLength[intent] && allWords.some((words) => words.intents[intent].test(text));
  return intents.find(fits) ?? null;
}

const days: readonly (readonly [number, RegExp])[] = [
  [7, anyOf(({ times }) => times.week)],
  [1, anyOf(({ times }) => times.yesterday)],
  [0, anyOf(({ times }) => times.today)],
];

/** How many days back a question about changes looks; the default is one. */
export function daysAsked(prompt: string): number {
  return days.find(([, word]) => word.test(prompt))?.[0] ?? 1;
}
