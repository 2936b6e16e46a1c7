// The sessions of Cline CLI: data/sessions/SESSION/SESSION.messages.json. The import reads everything in it; after a turn
// the daemon reads prompts and replies, which hooks have only in a terminal.

import type { HookEvent } from "../../protocol/hook.ts";
import type { RecordedEvent } from "../claude-code/transcript.ts";
import {
  asRecord,
  historyOfFiles,
  listIn,
  type ParsedFile,
  type RecordedSession,
  readJson,
  textIn,
} from "../history.ts";
import { useOf } from "./cline.ts";

export const history = historyOfFiles(
  /[\\/]([^\\/]+)[\\/]\1\.messages\.json$/,
  2,
  readMessages,
  ({ type }) => type === "prompt" || type === "reply",
);

export async function readMessages(
  { values, broken }: ParsedFile,
  path: string,
): Promise<RecordedSession | null> {
  const [file] = values.map(asRecord);
  const id = textIn(file?.sessionId);
  if (!file || id === "") return null;
  const about = await readJson(path.replace(/\.messages\.json$/, ".json"));
  const folder = textIn(asRecord(about?.values[0]).cwd) || undefined;
  const events: RecordedEvent[] = [];
  const calls = new Map<string, { name: string; input: unknown }>();
  let promptId: string | undefined;
  const messages = listIn(file.messages);
  for (const message of messages) {
    const uuid = textIn(message.id);
    const at = typeof message.ts === "number" ? new Date(message.ts).toISOString() : "";
    const head = () => ({
      ...{ host: "cline", sessionId: id, projectDir: folder ?? "", cwd: folder ?? "", at },
      ...(promptId !== undefined && { promptId }),
    });
    const add = (key: string, event: HookEvent) => events.push({ uuid: key, event });
    const isOurs = asRecord(message.metadata).displayRole === "system";
    for (const [i, part] of listIn(message.content).entries()) {
      const text = promptWords(textIn(part.text));
      const toolUseId = textIn(part.tool_use_id);
      if (part.type === "text" && message.role === "user" && text !== "" && !isOurs) {
        promptId = uuid;
        add(uuid, { ...head(), type: "prompt", text });
      } else if (part.type === "text" && message.role === "assistant" && text !== "") {
        add(`${uuid}:${i}`, { ...head(), type: "reply", messageId: `${uuid}:${i}`, text });
      } else if (part.type === "tool_use") {
        calls.set(textIn(part.id), { name: textIn(part.name), input: part.input });
      } else if (part.type === "tool_result") {
        const call = calls.get(toolUseId);
        if (!call) continue;
        const failed = part.is_error === true;
        const used = useOf({
          ...{ tool: call.name || "unknown", input: call.input ?? null, failed },
          output: { output: part.content },
        });
        add(`${uuid}:${toolUseId}`, { ...head(), type: "tool", toolUseId, ...used });
      }
    }
  }
  return { id, folder, events, stats: { records: messages.length, broken, unknown: {} } };
}

function promptWords(text: string): string {
  return text
    .replace(/^<user_input[^>]*>([\s\S]*)<\/user_input>$/, "$1")
    .replace(/^<hook_context[\s\S]*<\/hook_context>$/, "")
    .trim();
}
