// The chats of Qwen Code: projects/PROJECT/chats/SESSION.jsonl, one record a line. The import reads everything in it; after
// a turn the daemon reads the replies: the hook has the last one only, and an agent in the background adds another.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
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
import { useOf } from "./qwen.ts";

export const history = historyOfFiles(
  /[\\/]chats[\\/][^\\/]+\.jsonl$/,
  3,
  readChat,
  ({ type }) => type === "reply",
);

/** A user's record that no person wrote, such as the answer of an agent in the background. */
const byPerson = "real_user";

export function readChat({ values, broken }: ParsedFile, path: string): RecordedSession | null {
  const isThere = new Map<string, boolean>();
  const events: RecordedEvent[] = [];
  const calls = new Map<string, { name: string; args: unknown }>();
  const unknown: Record<string, number> = {};
  let id = "";
  let folder: string | undefined;
  let promptId: string | undefined;
  for (const value of values) {
    const record = asRecord(value);
    id ||= textIn(record.sessionId);
    folder ??= textIn(record.cwd) || undefined;
    const uuid = textIn(record.uuid);
    const parts = listIn(asRecord(record.message).parts);
    const about = () => ({
      ...{ host: "qwen", sessionId: id, projectDir: folder ?? "", cwd: textIn(record.cwd) },
      ...{ at: textIn(record.timestamp), ...(promptId !== undefined && { promptId }) },
      ...(textIn(record.gitBranch) !== "" && { branch: textIn(record.gitBranch) }),
    });
    const original = textIn(asRecord(record.forkedFrom).sessionId);
    if (!isThere.has(original)) isThere.set(original, existsSync(join(dirname(path), `${original}.jsonl`)));
    // A fork begins with a copy of its original.
    const isCopy = original !== "" && isThere.get(original);
    const add = (key: string, event: HookEvent) => isCopy || events.push({ uuid: key, event });
    const words = parts
      .map((part) => (part.thought === true ? "" : textIn(part.text)))
      .filter(Boolean)
      .join("\n")
      .trim();
    if (record.type === "user") {
      if (words === "" || (record.provenance ?? byPerson) !== byPerson) continue;
      promptId = uuid;
      add(uuid, { ...about(), type: "prompt", text: words });
    } else if (record.type === "assistant") {
      if (words !== "") add(uuid, { ...about(), type: "reply", messageId: uuid, text: words });
      for (const call of parts.map((part) => asRecord(part.functionCall)))
        if (textIn(call.id) !== "") calls.set(textIn(call.id), { name: textIn(call.name), args: call.args });
    } else if (record.type === "tool_result") {
      const result = asRecord(record.toolCallResult);
      const toolUseId = textIn(result.callId);
      const call = calls.get(toolUseId);
      if (!call) continue;
      const [answer = {}] = parts.map((part) => asRecord(asRecord(part.functionResponse).response));
      const failed = result.status === "error";
      const llmContent = textIn(answer.output) || textIn(answer.error);
      const output = failed ? llmContent : { llmContent, returnDisplay: result.resultDisplay };
      const used = useOf({ tool: call.name || "unknown", input: call.args ?? null, output, failed });
      const status = result.status === "cancelled" ? "interrupted" : used.status;
      add(`${uuid}:${toolUseId}`, { ...about(), type: "tool", toolUseId, ...used, status });
    } else if (record.type !== "system") {
      const named = textIn(record.type) || "no type";
      unknown[named] = (unknown[named] ?? 0) + 1;
    }
  }
  return id === "" ? null : { id, folder, events, stats: { records: values.length, broken, unknown } };
}
