// What a prompt wants from memory, if it says so: "where were we", "what is left", "did we try X". Pure.

import { allWords, anyOf } from "./languages/all.ts";
import { type Intent, intents } from "./languages/language.ts";

export type { Intent };

/** Longer prompts are about something else, whatever they also ask. */
const maxLength: Record<Intent, number> = {
  resume: 120,
  left: 120,
  changes: 160,
  thread: 200,
  decided: 300,
  how: 300,
  tried: 300,
  why: 300,
  branch: 400,
};

const we = anyOf(({ prompts }) => prompts.we);

/** Whether it is about the people who work here: not about the world. */
export function asksUs(prompt: string): boolean {
  return we.test(prompt);
}

const world = anyOf(({ prompts }) => prompts.world);

/** "What is a mutex?": about the world, unless it is about us. */
export function asksWorld(prompt: string): boolean {
  return world.test(prompt) && !asksUs(prompt);
}

/** "What did we decide about …", "did we …", "why do we …": somebody who asks this wants to know if nothing is known. */
export function clearlyAsksMemory(prompt: string): boolean {
  const intent = intentOf(prompt);
  if (intent === "decided" || intent === "tried") return true;
  return intent === "why" && asksUs(prompt);
}

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
