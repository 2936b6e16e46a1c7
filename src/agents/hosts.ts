// The hosts whose hooks tellback understands. For the hook door, the HTTP door and the daemon.

import type { HookHost } from "../protocol/hosts.ts";
import type { Adapter } from "./adapter.ts";
import * as claudeCode from "./claude-code/claude-code.ts";
import * as codex from "./codex/codex.ts";
import * as gemini from "./gemini/gemini.ts";

export const adapters: { readonly [Host in HookHost]: Adapter & { host: Host } } = {
  "claude-code": claudeCode,
  codex,
  gemini,
};

/** The adapter of a host whose name came from outside, such as from an envelope. */
export function adapterOf(host: string): Adapter | undefined {
  return Object.hasOwn(adapters, host) ? adapters[host as HookHost] : undefined;
}
