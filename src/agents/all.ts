// Every host that tellback works with: one line each.

export { claudeCode } from "./claude-code/host.ts";
export { cline } from "./cline/host.ts";
export { codex } from "./codex/host.ts";
export { copilot } from "./copilot/host.ts";
export { cursor } from "./cursor/host.ts";
export { gemini } from "./gemini/host.ts";
export { kilo } from "./kilo/host.ts";
export { opencode } from "./opencode/host.ts";
export { pi } from "./pi/host.ts";
export { qwen } from "./qwen/host.ts";
