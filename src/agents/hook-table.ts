// What a host's table of hooks says: what tellback does at each event of the host, and how long that may take. The hook
// scripts, recall, the installer and the plugin take their numbers from these tables. Pure data.

import type { ToolName } from "../protocol/tools.ts";

/**
 * - `capture` stores what happened; nobody waits for more.
 * - `wake` also starts the daemon where none runs. With a time, it waits for a line for the user while calls are broken.
 * - `answer` waits for context, and starts the daemon where none runs.
 * - `ask` waits for context, at events that come often: without a running daemon there is none.
 * - `guard` waits for a refusal, in projects with tasks only.
 */
export type Hook = (
  | { does: "capture" | "wake" }
  | {
      does: "answer" | "ask" | "guard" | "wake";
      /** How long the hook waits for a running daemon. */
      waitMs: number;
      /** How long `tellback hook` may take, from the hook's first moment, starting the daemon included. */
      startMs: number;
    }
) & {
  /** After this time the host ends the hook and continues without it. */
  timeoutSeconds: number;
  /** The tools for which the host runs the hook, or those for which it does not; without both, all. */
  tools?: readonly ToolName[];
  exceptTools?: readonly ToolName[];
  /** The host does not wait for the hook. */
  isAsync?: true;
};

export type AnsweringHook = Extract<Hook, { waitMs: number }>;

/** By the host's own name of the event, in the order in which they are installed. An event may have several hooks. */
export type HookTable = Readonly<Record<string, Hook | readonly Hook[]>>;

/** A table of the events that an adapter knows: a hook for any other does not compile. */
export type HooksOf<EventName extends string> = Readonly<Partial<Record<EventName, Hook | readonly Hook[]>>>;

export function hooksAt(hooks: HookTable, eventName: string): readonly Hook[] {
  return Object.hasOwn(hooks, eventName) ? [hooks[eventName] ?? []].flat() : [];
}

/** The hook at an event that gets an answer; null at all others. */
export function answeringHook(hooks: HookTable, eventName: string): AnsweringHook | null {
  return hooksAt(hooks, eventName).find((hook) => "waitMs" in hook) ?? null;
}

/** At the end of a turn, context for the model would force another turn. */
export function isForUser({ does }: AnsweringHook): boolean {
  return does === "wake";
}

/** What hook.sh is called with. */
export function hookArguments(hook: Hook): string[] {
  return "waitMs" in hook ? [hook.does, String(hook.waitMs / 1000)] : [hook.does];
}

/** What the way to the daemon and back may take, at least. */
const travelMs = 30;

/** A little less than the hook waits: an answer that arrives too late must not count as injected. */
export function recallDeadlineMs({ waitMs }: AnsweringHook): number {
  return waitMs - Math.max(travelMs, waitMs / 10);
}
