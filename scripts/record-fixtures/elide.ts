// Removes the client's own text from a recording: its prompts are not ours to publish. What stays is
// the structure we must handle, and everything the scripted model, our hook and the tools wrote.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const ELIDED = "[elided]";

/** Client prose around a text of ours: [from, replacement]. */
const FRAMES: [RegExp, string][] = [
  [/<(system-reminder|local-command-caveat|note)>[\s\S]*?<\/\1>/g, `<$1>${ELIDED}</$1>`],
  [/(\[Subagent hand-back\]) [\s\S]*?:(?=\n {2})/g, `$1 ${ELIDED}`],
  [/(Async agent launched successfully\.) [\s\S]*/g, `$1 ${ELIDED}`],
  [/(agentId: \w+) \([\s\S]*?\)/g, `$1 (${ELIDED})`],
  [/^This session is being continued [\s\S]*?(\nSummary:\n[\s\S]*?\n\n)[\s\S]*$/g, `${ELIDED}$1${ELIDED}`],
  [/((?:duration_ms|subagent_tokens)(?:>|: ))\d+/g, "$11"],
];

/** Longer than anything our scenarios say, so it is the client's. */
const LONGEST = 2_000;

export function elideText(text: string): string {
  if (text.length > LONGEST) return ELIDED;
  return FRAMES.reduce((result, [from, to]) => result.replace(from, to), text);
}

const CLIENT_RECORDS = /^(api-request|attachment$|cost-state$|file-history)/;
const KEPT = new Set([
  ...["type", "uuid", "parentUuid", "sessionId", "timestamp", "isSidechain", "agentId", "cwd", "version"],
  ...["gitBranch", "userType", "entrypoint", "slug", "renderedRole"],
]);

/** A transcript record the client wrote for itself keeps its outline; an attachment by our hook, its text. */
export function elideRecord(record: Json): Json {
  const fields = record as { [key: string]: Json };
  const attachment = fields.attachment as { type?: string } | undefined;
  if (!CLIENT_RECORDS.test(String(fields.type)) || attachment?.type?.startsWith("hook_")) return record;
  const kept = Object.entries(fields).map(([name, value]) => [name, KEPT.has(name) ? value : outline(value)]);
  return Object.fromEntries(kept) as Json;
}

/** What a part is (type, role), not what it says. */
function outline(value: Json): Json {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return ELIDED;
  const parts = Object.entries(value).filter(([name]) => name === "type" || name === "role");
  return parts.length > 0 ? { ...Object.fromEntries(parts), content: ELIDED } : ELIDED;
}
