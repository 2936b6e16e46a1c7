// A tool use that did not happen, as a host would report it: the doctor sends it through the hook that an installation
// wrote, and looks for its word in the memory. Pure.

import type { Host } from "./host.ts";

export interface CanaryWords {
  session: string;
  folder: string;
  /** What must be found. */
  word: string;
}

export interface Canary {
  /** The host's own name of the event. */
  eventName: string;
  payload: Readonly<Record<string, unknown>>;
}

/** In Claude Code's form, where the host has none of its own. */
export function canaryOf(host: Host, words: CanaryWords): Canary {
  return host.canary?.(words) ?? likeClaude(words);
}

function likeClaude({ session, folder, word }: CanaryWords): Canary {
  const payload = {
    ...{ session_id: session, cwd: folder, hook_event_name: "PostToolUse" },
    ...{ tool_name: "Bash", tool_use_id: `toolu_${word}`, tool_input: { command: `echo ${word}` } },
    tool_response: { stdout: word, stderr: "", interrupted: false },
  };
  return { eventName: payload.hook_event_name, payload };
}
