// The sessions of Copilot CLI: session-state/SESSION/events.jsonl. The import reads everything in it; after a turn the
// daemon reads the replies, which the hooks do not have.

import type { HookEvent } from "../../protocol/hook.ts";
import type { RecordedEvent } from "../claude-code/transcript.ts";
import { asRecord, historyOfFiles, type ParsedFile, type RecordedSession, textIn } from "../history.ts";
import { useOf } from "./copilot.ts";

export const history = historyOfFiles(/[\\/]events\.jsonl$/, 2, readEvents, ({ type, agent }) => {
  return type === "reply" && agent === undefined;
});

export function readEvents({ values, broken }: ParsedFile): RecordedSession | null {
  const events: RecordedEvent[] = [];
  const calls = new Map<string, { name: string; args: unknown }>();
  let id = "";
  let folder: string | undefined;
  let promptId: string | undefined;
  for (const value of values) {
    const record = asRecord(value);
    const data = asRecord(record.data);
    const uuid = textIn(record.id);
    const agentId = textIn(record.agentId);
    if (record.type === "session.start") {
      id ||= textIn(data.sessionId);
      folder ??= textIn(asRecord(data.context).cwd) || undefined;
    }
    const about = () => ({
      ...{ host: "copilot", sessionId: id, projectDir: folder ?? "", cwd: folder ?? "" },
      ...{ at: textIn(record.timestamp), ...(promptId !== undefined && { promptId }) },
      ...(agentId !== "" && { agent: { id: agentId, type: "agent" } }),
    });
    const add = (key: string, event: HookEvent) => events.push({ uuid: key, event });
    const content = textIn(data.content).trim();
    const toolUseId = textIn(data.toolCallId);
    switch (record.type) {
      case "user.message":
        if (agentId !== "" || content === "") break;
        promptId = uuid;
        add(uuid, { ...about(), type: "prompt", text: content });
        break;
      case "assistant.message":
        if (content !== "") add(uuid, { ...about(), type: "reply", messageId: uuid, text: content });
        break;
      case "tool.execution_start":
        calls.set(toolUseId, { name: textIn(data.toolName), args: data.arguments });
        break;
      case "tool.execution_complete": {
        const call = calls.get(toolUseId);
        if (!call) break;
        const textResultForLlm = withoutGuidance(textIn(asRecord(data.result).content));
        const failed = data.success !== true;
        const output = failed ? textIn(asRecord(data.error).message) : { textResultForLlm };
        const used = useOf({ tool: call.name || "unknown", input: call.args ?? null, output, failed });
        add(uuid, { ...about(), type: "tool", toolUseId, ...used });
      }
    }
  }
  return id === "" ? null : { id, folder, events, stats: { records: values.length, broken, unknown: {} } };
}

/** What hooks added to a tool's answer. */
function withoutGuidance(content: string): string {
  return content.replace(/\n\nTool "[^"]*" \w+\. Additional guidance from [\s\S]*$/, "");
}
