// Converts a Codex rollout (sessions/YYYY/MM/DD/rollout-*.jsonl) to the HookEvents that its hooks would have sent, for
// the import. Pure. Newer clients wrap each item with its time; older ones wrote the bare items.

import type { HookEvent } from "../../protocol/hook.ts";
import { parseBoundedText } from "../bounded-json.ts";
import { type Line, openToolBytes } from "../claude-code/transcript.ts";
import type { ReadStats } from "../transcript-events.ts";
import { host } from "./codex.ts";
import { asRecord, type Item, messageText, promptOf, textIn, toolOf, toolOutcome } from "./rollout-item.ts";

export interface RolloutContext {
  from: number;
  promptId: string | undefined;
  projectDir: string | undefined;
  /** What the first line says: needed when reading starts later. */
  meta: RolloutMeta;
  ended: boolean;
}

export interface RolloutMeta {
  sessionId: string;
  cwd: string | undefined;
  branch: string | undefined;
  startedAt: string;
  /** Set if another session started this one as a sub-agent. */
  parent: string | undefined;
}

export interface CollectedRollout {
  events: { uuid: string; event: HookEvent }[];
  resumeAt: number;
  promptId: string | undefined;
  stats: ReadStats;
}

/** Items that tellback does not use. */
const ignored: ReadonlySet<string> = new Set([
  ...["session_meta", "event_msg", "turn_context", "reasoning", "ghost_snapshot", "world_state"],
  ...["compaction", "compaction_summary", "context_compaction", "tool_search_call", "tool_search_output"],
  ...["image_generation_call", "agent_message", "inter_agent_communication"],
]);

export function metaOf(line: string): RolloutMeta | null {
  const parsed = parseBoundedText(line);
  if (!parsed.ok) return null;
  const outer = asRecord(parsed.value);
  const meta = outer.type === "session_meta" ? asRecord(outer.payload) : outer;
  const id = textIn(meta.id) || textIn(asRecord(meta.meta).id);
  if (id === "") return null;
  const spawn = asRecord(asRecord(asRecord(meta.source).subagent).thread_spawn);
  return {
    sessionId: id,
    cwd: textIn(meta.cwd) || undefined,
    branch: textIn(asRecord(meta.git).branch) || undefined,
    startedAt: textIn(meta.timestamp) || textIn(outer.timestamp),
    parent: textIn(spawn.parent_thread_id) || undefined,
  };
}

export function collectRollout(lines: Iterable<Line>, context: RolloutContext): CollectedRollout {
  const { meta } = context;
  const events: CollectedRollout["events"] = [];
  const stats: ReadStats = { records: 0, broken: 0, unknown: {} };
  const tools = new Map<string, { line: Line; at: string; tool: string; input: unknown }>();
  /** The last message: only what follows shows whether it ends the turn. */
  let said: { line: Line; at: string; text: string } | null = null;
  let turn = context.promptId;
  let cwd = context.projectDir ?? meta.cwd ?? "";
  let at = meta.startedAt;
  let end = context.from;

  function about(time: string) {
    const agent = meta.parent === undefined ? undefined : { id: meta.sessionId, type: "codex" };
    return {
      host,
      sessionId: meta.parent ?? meta.sessionId,
      projectDir: context.projectDir ?? meta.cwd ?? cwd,
      cwd,
      at: time,
      ...(turn !== undefined && { promptId: turn }),
      ...(agent && { agent }),
      ...(meta.branch !== undefined && { branch: meta.branch }),
    };
  }
  const idOf = (line: Line) => `${meta.sessionId}:${line.offset}`;
  const push = (line: Line, event: HookEvent) => events.push({ uuid: idOf(line), event });

  /** The hook at the end of a turn reports its last message by the turn's id. */
  function endMessage(isLast: boolean): void {
    if (said === null) return;
    const { line, text, at: time } = said;
    said = null;
    const messageId = isLast && turn !== undefined ? turn : idOf(line);
    push(line, { ...about(time), type: "reply", messageId, text });
  }

  function fromItem(item: Item, line: Line): boolean {
    if (item.type === "message") {
      const text = messageText(item.content);
      if (item.role === "assistant") {
        endMessage(false);
        if (text !== "") said = { line, at, text };
      } else if (item.role === "user") {
        cwd = /<cwd>([^<]+)<\/cwd>|Current working directory: (.+)/.exec(text)?.slice(1).find(Boolean) ?? cwd;
        const words = meta.parent === undefined ? promptOf(text) : null;
        if (words === null) return true;
        endMessage(true);
        push(line, { ...about(at), type: "prompt", text: words });
      }
      return true;
    }
    const used = toolOf(item);
    if (used !== null) {
      endMessage(false);
      if (used.isDone) pushTool(line, used.id || idOf(line), { ...used, at }, null);
      else tools.set(used.id, { line, at, ...used });
      return true;
    }
    if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return false;
    const call = tools.get(textIn(item.call_id));
    if (call) {
      tools.delete(textIn(item.call_id));
      pushTool(line, textIn(item.call_id), { ...call, at }, item.output);
    }
    return true;
  }

  function pushTool(
    line: Line,
    toolUseId: string,
    { tool, input, at: time }: { tool: string; input: unknown; at: string },
    output: unknown,
  ): void {
    push(line, { ...about(time), type: "tool", toolUseId, tool, input, ...toolOutcome(tool, output) });
  }

  function fromOther(type: string, payload: Record<string, unknown>, line: Line): void {
    if (type === "turn_context") {
      cwd = textIn(payload.cwd) || cwd;
      const next = textIn(payload.turn_id) || turn;
      if (next !== turn) endMessage(true);
      turn = next;
    } else if (type === "event_msg") {
      const kind = textIn(payload.type);
      if (kind === "task_complete" || kind === "turn_complete") endMessage(true);
      if (kind === "task_started" || kind === "turn_started") {
        endMessage(true);
        turn = textIn(payload.turn_id) || turn;
      }
    } else if (type === "compacted") {
      endMessage(true);
      giveUpBefore(line.end);
      const summary = textIn(payload.message);
      push(line, { ...about(at), type: "compact-after", trigger: "auto", summary, messageId: idOf(line) });
    }
  }

  /** Their results will not come: the model has gone on without them, or the session is over. */
  function giveUpBefore(offset: number): void {
    for (const [toolUseId, { line, at: time, tool, input }] of tools) {
      if (line.end > offset) break;
      tools.delete(toolUseId);
      const called = { type: "tool", toolUseId, tool, input, output: null, status: "interrupted" } as const;
      push(line, { ...about(time), ...called });
    }
  }

  for (const line of lines) {
    end = line.end;
    giveUpBefore(end - openToolBytes);
    const parsed = parseBoundedText(line.text);
    if (!parsed.ok) {
      stats.broken += 1;
      continue;
    }
    stats.records += 1;
    const outer = asRecord(parsed.value);
    const time = textIn(outer.timestamp);
    if (!Number.isNaN(Date.parse(time))) at = time;
    const payload = asRecord(outer.payload);
    const isItem = outer.type === "response_item";
    const item = (isItem ? payload : outer) as Item;
    if (outer.payload !== undefined && !isItem) fromOther(textIn(outer.type), payload, line);
    const isKnown =
      (isItem || outer.payload === undefined) && textIn(item.type) !== "" ? fromItem(item, line) : false;
    const named =
      textIn(item.type) || (outer.record_type === "state" || outer.id ? "session_meta" : "no type");
    if (!isKnown && !ignored.has(named) && named !== "compacted")
      stats.unknown[named] = (stats.unknown[named] ?? 0) + 1;
  }
  if (context.ended) {
    endMessage(true);
    giveUpBefore(Number.POSITIVE_INFINITY);
  }
  // Tools wait in the order of their lines, and a message ends when a tool is called.
  const [first = said as { line: Line } | null] = tools.values();
  return { events, resumeAt: first?.line.offset ?? end, promptId: turn, stats };
}
