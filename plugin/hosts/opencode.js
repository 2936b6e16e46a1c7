// tellback inside opencode and Kilo: tells tellback's hook what happens, and puts what it answers before the model.
// Written by `tellback install`; `tellback uninstall` removes it. Whatever is broken, the host goes on.

import { tell } from "./tell.js";

const textOf = (parts) =>
  parts
    .filter((part) => part.type === "text" && !part.synthetic)
    .map((part) => part.text)
    .join("\n");

export const Tellback = async ({ directory }) => {
  /** Sessions by id: whose agent they are, the prompt they are at, what was said last, and whether tellback knows them. */
  const sessions = new Map();
  const done = new Set();
  const sessionOf = (id) => {
    if (!sessions.has(id)) sessions.set(id, { parent: null, isNew: false, isTold: false, reply: null });
    return sessions.get(id);
  };
  const about = (id) => {
    const { parent, agent, promptId } = sessionOf(id);
    const whose =
      parent === null
        ? { session_id: id, prompt_id: promptId }
        : { session_id: parent, agent_id: id, agent_type: agent };
    return { ...whose, cwd: directory };
  };
  const capture = (payload, how = "capture") => void tell(payload, [how]);

  function onPart(part) {
    const session = sessionOf(part.sessionID);
    if (part.type === "compaction") session.trigger = part.auto ? "auto" : "manual";
    if (part.type === "text" && session.author === part.messageID)
      session.reply = { id: part.messageID, text: part.text };
    const { status, input, output, error, metadata } = part.state ?? {};
    if (part.type !== "tool" || (status !== "completed" && status !== "error") || done.has(part.callID))
      return;
    done.add(part.callID);
    capture({
      ...about(part.sessionID),
      hook_event_name: status === "error" ? "PostToolUseFailure" : "PostToolUse",
      ...{ tool_name: part.tool, tool_use_id: part.callID, tool_input: input },
      ...(status === "error" ? { error } : { tool_response: { output, exit: metadata?.exit } }),
    });
  }

  function onIdle(id) {
    const session = sessionOf(id);
    const { reply } = session;
    session.reply = null;
    if (reply !== null && reply.id === session.summaryId) {
      const summary = { trigger: session.trigger, compact_summary: reply.text, message_id: reply.id };
      return capture({ ...about(id), hook_event_name: "PostCompact", ...summary });
    }
    const hook_event_name = session.parent === null ? "Stop" : "SubagentStop";
    const said = { last_assistant_message: reply?.text ?? "", message_id: reply?.id };
    capture({ ...about(id), hook_event_name, ...said }, "wake");
  }

  return {
    event: async ({ event }) => {
      const { type, properties = {} } = event;
      if (type === "session.created") {
        const { id, parentID } = properties.info;
        Object.assign(sessionOf(id), { isNew: true, parent: parentID ?? null, agent: "agent" });
      } else if (type === "message.updated" && properties.info.role === "assistant") {
        sessionOf(properties.info.sessionID).author = properties.info.id;
        // What its compaction writes is no reply to anybody.
        if (properties.info.summary === true)
          sessionOf(properties.info.sessionID).summaryId = properties.info.id;
        if (properties.info.agent) sessionOf(properties.info.sessionID).agent = properties.info.agent;
      } else if (type === "message.part.updated") onPart(properties.part);
      else if (type === "session.idle") onIdle(properties.sessionID);
    },

    "chat.message": async ({ sessionID, agent }, { message, parts }) => {
      const session = sessionOf(sessionID);
      if (agent) session.agent = agent;
      const known = [];
      if (session.parent !== null) {
        if (!session.isTold)
          known.push(
            await tell({ ...about(sessionID), hook_event_name: "SubagentStart" }, ["ask", "1"], 2_000),
          );
      } else {
        const source = session.isNew ? "startup" : "resume";
        const start = { ...about(sessionID), hook_event_name: "SessionStart", source };
        if (!session.isTold) known.push(await tell(start, ["answer", "2"], 4_000));
        session.promptId = message.id;
        const prompt = { hook_event_name: "UserPromptSubmit", prompt: textOf(parts) };
        known.push(await tell({ ...about(sessionID), ...prompt }, ["answer", "0.25"], 2_000));
      }
      session.isTold = true;
      const text = known.filter(Boolean).join("\n\n");
      const [first] = parts;
      if (text !== "" && first)
        parts.push({
          ...{ id: `${first.id}t`, sessionID, messageID: message.id },
          type: "text",
          text,
          synthetic: true,
        });
    },
  };
};
