// tellback inside pi: tells tellback's hook what happens, and puts what it answers before the model.
// Written by `tellback install`; `tellback uninstall` removes it. Whatever is broken, the host goes on.

import { tell } from "./tell.js";

const textOf = (content) =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

const sources = { startup: "startup", new: "startup", resume: "resume", fork: "fork" };

export default function tellback(pi) {
  let start = Promise.resolve("");
  const about = (ctx) => ({ session_id: ctx.sessionManager.getSessionId(), cwd: ctx.cwd });
  const capture = (payload, how = "capture") => void tell(payload, [how]);

  pi.on("session_start", async ({ reason }, ctx) => {
    const source = sources[reason];
    if (source)
      start = tell({ ...about(ctx), hook_event_name: "SessionStart", source }, ["answer", "2"], 4_000);
  });
  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    const asked = { ...about(ctx), hook_event_name: "UserPromptSubmit", prompt };
    const known = [await start, await tell(asked, ["answer", "0.25"], 2_000)];
    start = Promise.resolve("");
    const content = known.filter(Boolean).join("\n\n");
    if (content !== "") return { message: { customType: "tellback", content, display: false } };
  });
  pi.on("tool_result", async ({ toolName, toolCallId, input, content, isError }, ctx) => {
    const used = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const text = textOf(content);
    const hook_event_name = isError ? "PostToolUseFailure" : "PostToolUse";
    capture({
      ...about(ctx),
      hook_event_name,
      ...used,
      ...(isError ? { error: text } : { tool_response: text }),
    });
  });
  pi.on("agent_end", async ({ messages }, ctx) => {
    const last = messages.findLast(({ role }) => role === "assistant");
    const said = { last_assistant_message: textOf(last?.content) };
    capture({ ...about(ctx), hook_event_name: "Stop", ...said }, "wake");
  });
  pi.on("session_compact", async ({ compactionEntry, reason }, ctx) => {
    const { summary } = compactionEntry;
    capture({ ...about(ctx), hook_event_name: "PostCompact", trigger: reason, compact_summary: summary });
  });
  pi.on("session_shutdown", async ({ reason }, ctx) => {
    if (reason !== "reload") capture({ ...about(ctx), hook_event_name: "SessionEnd", reason }, "wake");
  });
}
