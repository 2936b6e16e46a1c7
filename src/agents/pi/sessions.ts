// The sessions of pi: sessions/PROJECT/TIME_SESSION.jsonl, one entry a line. For the import; its extension has no ids for
// prompts and replies.

import { existsSync } from "node:fs";
import type { HookEvent } from "../../protocol/hook.ts";
import type { RecordedEvent } from "../claude-code/transcript.ts";
import {
  asRecord,
  historyOfFiles,
  listIn,
  type ParsedFile,
  type RecordedSession,
  textIn,
} from "../history.ts";
import { useOf } from "./pi.ts";

export const history = historyOfFiles(/\.jsonl$/, 2, readSession);

export function readSession({ values, broken }: ParsedFile): RecordedSession | null {
  const [head] = values.map(asRecord);
  const id = head?.type === "session" ? textIn(head.id) : "";
  if (!head || id === "") return null;
  const folder = textIn(head.cwd) || undefined;
  // A fork begins with copies of its original's entries, with their old times.
  const isFork = existsSync(textIn(head.parentSession));
  const own = values.slice(1).map(asRecord);
  const entries = isFork ? own.filter((one) => textIn(one.timestamp) >= textIn(head.timestamp)) : own;
  const events: RecordedEvent[] = [];
  const calls = new Map<string, unknown>();
  let promptId: string | undefined;
  for (const entry of entries) {
    const message = asRecord(entry.message);
    const uuid = textIn(entry.id);
    const about = () => ({
      ...{ host: "pi", sessionId: id, projectDir: folder ?? "", cwd: folder ?? "" },
      ...{ at: textIn(entry.timestamp), ...(promptId !== undefined && { promptId }) },
    });
    const add = (event: HookEvent) => events.push({ uuid, event });
    const text = textOf(message.content);
    if (entry.type === "compaction" && textIn(entry.summary) !== "") {
      const summary = textIn(entry.summary);
      add({ ...about(), type: "compact-after", trigger: "unknown", summary, messageId: uuid });
    } else if (message.role === "user" && text !== "") {
      promptId = uuid;
      add({ ...about(), type: "prompt", text });
    } else if (message.role === "assistant") {
      for (const part of listIn(message.content))
        if (part.type === "toolCall") calls.set(textIn(part.id), part.arguments);
      if (text !== "") add({ ...about(), type: "reply", messageId: uuid, text });
    } else if (message.role === "toolResult") {
      const toolUseId = textIn(message.toolCallId);
      const failed = message.isError === true;
      const tool = textIn(message.toolName) || "unknown";
      const used = useOf({ tool, input: calls.get(toolUseId) ?? null, output: text, failed });
      add({ ...about(), type: "tool", toolUseId, ...used });
    }
  }
  return { id, folder, events, stats: { records: values.length, broken, unknown: {} } };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  return listIn(content)
    .filter((part) => part.type === "text")
    .map((part) => textIn(part.text))
    .join("\n")
    .trim();
}
