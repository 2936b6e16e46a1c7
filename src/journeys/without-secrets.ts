// What is said and done, on its way into the store: without secrets, and without what engram itself put there.

import { join } from "node:path";
import { withoutOwnBlocks } from "../context/quote.ts";
import { readForeignSync } from "../foreign-file.ts";
import type { HookEvent } from "../protocol/hook.ts";
import { redact, redactDeep, secretsOf } from "../redact.ts";

/** For text on its way into the store: no secrets of the project or anybody's, and nothing that engram put there. */
export function cleanerFor(projectDir: string): (text: string) => string {
  const known = secretsOfProject(projectDir);
  return (text) => redact(withoutOwnBlocks(text), known);
}

/** What was said and done is cleaned; the host's ids must stay what they are. */
export function withoutSecrets(event: HookEvent): HookEvent {
  const known = secretsOfProject(event.projectDir);
  const clean = cleanerFor(event.projectDir);
  const cleanDeep = (value: unknown) => redactDeep(withoutOwnBlocksIn(value), known);
  switch (event.type) {
    case "tool":
      return { ...event, input: cleanDeep(event.input), output: cleanDeep(event.output) };
    case "prompt":
    case "reply":
      return { ...event, text: clean(event.text) };
    case "turn-end":
      return event.reply === undefined ? event : { ...event, reply: clean(event.reply) };
    case "agent-end":
      return { ...event, reply: clean(event.reply) };
    case "compact-before":
      return event.instructions === undefined ? event : { ...event, instructions: clean(event.instructions) };
    case "compact-after":
      return { ...event, summary: clean(event.summary) };
    default:
      return event;
  }
}

/** A tool's input and output may hold them too: a prompt for a sub-agent, a transcript that was read. */
function withoutOwnBlocksIn(value: unknown): unknown {
  if (typeof value === "string") return withoutOwnBlocks(value);
  if (Array.isArray(value)) return value.map(withoutOwnBlocksIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutOwnBlocksIn(inner)]));
}

const secretsKept = new Map<string, { readAt: number; values: string[] }>();
const secretsFreshMs = 30_000;
const largestDotenv = 256 * 1024;

/** Values of the project's .env files: secrets however harmless they look. */
export function secretsOfProject(projectDir: string): string[] {
  const kept = secretsKept.get(projectDir);
  if (kept && Date.now() - kept.readAt < secretsFreshMs) return kept.values;
  const values = [".env", ".env.local", ".env.development", ".env.production", ".env.test"].flatMap(
    (name) => {
      // Password managers put a pipe in its place. A link out of the project is followed: what it leads to is only
      // ever taken out of other text, and the values behind it are as secret as any.
      const read = readForeignSync(join(projectDir, name), { mostBytes: largestDotenv });
      return read.status === "read" ? secretsOf(read.bytes.toString("utf8")) : [];
    },
  );
  if (secretsKept.size > 200) secretsKept.clear();
  secretsKept.set(projectDir, { readAt: Date.now(), values });
  return values;
}
