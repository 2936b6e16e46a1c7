// The hook of the recording: stores every payload and, at events where tellback would inject,
// returns one sentence, so that the transcripts show what injected context looks like.
// Run by Claude Code as `node hook.ts <folder>`.

import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? ".";
const payload = JSON.parse(readFileSync(0, "utf8")) as { hook_event_name: string };
// The clock first: the recording sorts by name. Random: parallel tools fire hooks in the same millisecond.
writeFileSync(join(folder, `${Date.now()}-${randomUUID().slice(0, 8)}.json`), JSON.stringify(payload));

const speaks = ["SessionStart", "UserPromptSubmit", "SubagentStart"].includes(payload.hook_event_name);
if (speaks) {
  const additionalContext = `Remembered (${payload.hook_event_name}): the tests run with npm test.`;
  const output = { hookSpecificOutput: { hookEventName: payload.hook_event_name, additionalContext } };
  process.stdout.write(JSON.stringify(output));
}
