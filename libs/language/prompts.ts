// What a prompt answers to the turn before it: agreement, rejection, a polite refusal; and whether it asks for a command
// or changes a setting. Pure; conservative: a prompt that asks to undo something else, or that only reports a failure,
// rejects nothing.

import { allWords, alternatives, anyOf } from "./languages/all.ts";

const maxRead = 300;

/** Whether a prompt rejects what the turn before it did or proposed. */
export function rejects(prompt: string): boolean {
  const said = prompt.trim().slice(0, maxRead);
  return allWords.some(({ prompts }) => prompts.rejects.some((pattern) => pattern.test(said)));
}

/** Whether a prompt declines a proposal. After a change it may decline only what was offered besides. */
export function declines(prompt: string): boolean {
  const said = prompt.trim().slice(0, maxRead);
  return allWords.some(({ prompts }) => prompts.declines.test(said));
}

const ASSENT = new RegExp(
  `^(?:(?:${alternatives(({ prompts }) => prompts.assents)})[\\s,.!;、。！]*)+$`,
  "iu",
);

/** "yes", "go ahead": it means what was offered before. */
export function isAssent(text: string): boolean {
  return text.length <= 60 && ASSENT.test(text.trim());
}

const AGREES = new RegExp(
  `^(?:(?:${alternatives(({ prompts, replies }) => [prompts.assents, replies.acknowledges].filter(Boolean).join("|"))})(?![\\p{L}\\p{N}'’-])[\\s,.!;:、。！，—–-]*)+`,
  "iu",
);

/** "ok great, go ahead and push it" without what only agrees: "and push it". */
export function withoutAssent(prompt: string): string {
  return prompt.trim().replace(AGREES, "");
}

const asks = anyOf(({ prompts }) => prompts.asksCommand);

/** Whether the answer may be a command or an address. */
export function asksForCommand(prompt: string): boolean {
  return asks.test(prompt);
}

const changes = anyOf(({ prompts }) => prompts.changesSetting);
/** A longer prompt says what it is about. */
const maxSettingLength = 160;

/** "Bump the pool", "add another retry". */
export function changesSetting(prompt: string): boolean {
  return prompt.length <= maxSettingLength && changes.test(prompt);
}
