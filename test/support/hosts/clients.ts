// The hosts whose programs are on npm: one line each.

import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import type { HostClient } from "./host-client.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";

export const hostClients: readonly HostClient[] = [
  claudeCode,
  codex,
  gemini,
  qwen,
  copilot,
  opencode,
  cline,
  pi,
];
