// What a person has typed of a prompt. Hosts put reminders around it, and editors write whole prompts in the user's place. Pure.

import { replacePairs } from "./tag-pairs.ts";

/** What hosts append to a prompt, put around it, or type in the user's place. */
const around =
  /<(system-reminder|ide_[a-z_]+|local-command-[a-z]+|command-[a-z]+|task-notification)\b[^<>]*>/g;
const added = [
  /If you need specific details from before exiting plan mode[\s\S]*$/,
  /^\s*Implement the following plan:\s*(?:#*\s*Plan:)?/,
  /\[(?:image|Image #?\d*)[^[\]]*\]/g,
  // What Cursor types when a plan is built.
  /^\s*Implement the plan as specified, it is attached for your reference\. Do NOT edit the plan file itself\./,
  /\bTo-do's from the plan have already been created\. Do not create them again\.[\s\S]*?completed all the to-dos\./,
];

/** A prompt without what the host has added to it. */
export function withoutHost(prompt: string): string {
  const typed = replacePairs(prompt, around, () => " ");
  return added.reduce((rest, what) => rest.replace(what, " "), typed).trim();
}
