// The hosts whose hooks engram understands. For the hook door, the HTTP door and the daemon.

import type { Adapter } from "./adapter.ts";
import * as claudeCode from "./claude-code/claude-code.ts";
import * as codex from "./codex/codex.ts";
import * as gemini from "./gemini/gemini.ts";

const adapters: ReadonlyMap<string, Adapter> = new Map(
  [claudeCode, codex, gemini].map((adapter: Adapter) => [adapter.host, adapter]),
);

export function adapterOf(host: string): Adapter | undefined {
  return adapters.get(host);
}
