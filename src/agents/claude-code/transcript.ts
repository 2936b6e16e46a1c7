// Converts a Claude Code transcript to the HookEvents that its hooks would have sent, for the import and for what hooks
// missed. Pure; parents are never followed, so a cyclic transcript is no problem.

import type { HookEvent } from "../../protocol/hook.ts";
import { host } from "./claude-code.ts";
import { errorWords, promptWords, summaryWords, wasInterrupted } from "./own-words.ts";
import {
  type AssistantRecord,
  type BoundaryRecord,
  readRecord,
  type TranscriptRecord,
  type UserRecord,
} from "./transcript-record.ts";

export { readRecord } from "./transcript-record.ts";

/** One complete line and its byte range in the file. */
export interface Line {
  text: string;
  offset: number;
  end: number;
}

export interface TranscriptContext {
  transcriptPath: string;
  /** Overrides the session that each record names. */
  sessionId?: string | undefined;
  /** Without it, the folder of the first record is used: correct only when reading from the start. */
  projectDir?: string | undefined;
  /** The current prompt at the start of reading, as the previous call returned it. */
  promptId?: string | undefined;
  /** The type of sub-agent of this transcript, if known. */
  agentType?: string | undefined;
  /** The offset of the lines: where to resume if there are none. */
  from?: number | undefined;
  /** The transcript is complete: tools without a result are reported as interrupted. */
  ended?: boolean | undefined;
}

/** `uuid` is the record's own: a fork copies records into a new file with the same uuid, but with new prompt ids. */
export interface RecordedEvent {
  uuid: string;
  event: HookEvent;
}

export interface TranscriptEvents {
  events: RecordedEvent[];
  /** Byte offset from which to read next time. */
  resumeAt: number;
  /** The current prompt at that offset. */
  promptId: string | undefined;
  /** `unknown` counts the records of unknown types, by type. */
  stats: { records: number; unknown: Record<string, number>; broken: number };
}

/** A tool that has no result after this many bytes of later text will not get one. */
export const openToolBytes = 1024 * 1024;

/** One half of a pair whose other half has not been read yet. */
interface Waiting {
  line: Line;
  promptId: string | undefined;
}
interface WaitingTool extends Waiting {
  record: AssistantRecord;
  tool: string;
  input: unknown;
}

export function collect(lines: Iterable<Line>, context: TranscriptContext): TranscriptEvents {
  const events: RecordedEvent[] = [];
  return { events, ...collectEach(lines, context, (one) => events.push(one)) };
}

/** Gives each event away as soon as it is complete, so that its text is not kept. */
export function collectEach(
  lines: Iterable<Line>,
  context: TranscriptContext,
  take: (one: RecordedEvent) => void,
): Omit<TranscriptEvents, "events"> {
  const stats: TranscriptEvents["stats"] = { records: 0, unknown: {}, broken: 0 };
  const uuids = new Set<string>();
  const tools = new Map<string, WaitingTool>();
  let boundary: (Waiting & BoundaryRecord["compactMetadata"]) | null = null;
  let projectDir = context.projectDir;
  let promptId = context.promptId;
  let agentType = context.agentType ?? "";
  let end = context.from ?? 0;

  function about(record: TranscriptRecord) {
    const branch = record.gitBranch;
    return {
      host,
      sessionId: context.sessionId ?? record.sessionId ?? "",
      projectDir: projectDir ?? "",
      cwd: record.cwd ?? projectDir ?? "",
      at: record.timestamp,
      transcriptPath: context.transcriptPath,
      ...(promptId !== undefined && { promptId }),
      // Older clients wrote a sub-agent's records into the transcript of its session, without its id.
      ...(record.isSidechain && { agent: { id: record.agentId ?? "sidechain", type: agentType } }),
      // Without a branch (detached, or before the first commit) the client writes HEAD.
      ...(branch !== undefined && branch !== "" && branch !== "HEAD" && { branch }),
    };
  }

  function fromAssistant(record: AssistantRecord, line: Line): void {
    agentType = record.attributionAgent ?? agentType;
    if (record.isApiErrorMessage || record.message.model === "<synthetic>") return;
    const said = textOf(record.message.content);
    if (said !== "" && said !== "(no content)") {
      take({
        uuid: record.uuid,
        event: { ...about(record), type: "reply", messageId: record.uuid, text: said },
      });
    }
    for (const block of record.message.content) {
      if (block.type !== "tool_use") continue;
      tools.set(block.id, { line, promptId, record, tool: block.name, input: block.input ?? null });
    }
  }

  function fromUser(record: UserRecord): void {
    promptId = record.promptId ?? promptId;
    const results = record.message.content.filter((block) => block.type === "tool_result");
    for (const result of results) {
      const use = tools.get(result.tool_use_id);
      if (use === undefined) continue;
      tools.delete(result.tool_use_id);
      const answer = results.length === 1 ? record.toolUseResult : undefined;
      const event = {
        ...about(record),
        type: "tool",
        toolUseId: result.tool_use_id,
        tool: use.tool,
        input: use.input,
        ...outcome(result, answer),
      } as const;
      take({ uuid: record.uuid, event });
    }
    if (results.length > 0 || record.isMeta) return;
    if (record.isCompactSummary) {
      const summary = summaryWords(textOf(record.message.content));
      const { trigger = "unknown", preTokens, postTokens } = boundary ?? {};
      boundary = null;
      take({
        uuid: record.uuid,
        event: {
          ...about(record),
          type: "compact-after",
          trigger,
          summary,
          messageId: record.uuid,
          ...(preTokens !== undefined && { tokensBefore: preTokens }),
          ...(postTokens !== undefined && { tokensAfter: postTokens }),
        },
      });
      return;
    }
    if (!isFromUser(record)) return;
    // An editor adds its own blocks next to the typed one.
    const words = record.message.content
      .map((block) => (block.type === "text" ? promptWords(block.text) : null))
      .filter((said) => said !== null)
      .join("\n");
    if (words !== "") take({ uuid: record.uuid, event: { ...about(record), type: "prompt", text: words } });
  }

  function giveUp(toolUseId: string, { record, tool, input }: WaitingTool): void {
    tools.delete(toolUseId);
    const called = { type: "tool", toolUseId, tool, input, output: null, status: "interrupted" } as const;
    take({ uuid: record.uuid, event: { ...about(record), ...called } });
  }

  /** The model that called these tools has gone on without their results. */
  function fromBoundary(record: BoundaryRecord, line: Line): void {
    for (const [toolUseId, use] of tools)
      if (use.record.isSidechain === record.isSidechain && use.record.agentId === record.agentId)
        giveUp(toolUseId, use);
    boundary = { line, promptId, ...record.compactMetadata };
  }

  function giveUpBefore(offset: number): void {
    for (const [toolUseId, use] of tools) {
      if (use.line.end > offset) break;
      giveUp(toolUseId, use);
    }
    if (boundary !== null && boundary.line.end <= offset) boundary = null;
  }

  for (const line of lines) {
    end = line.end;
    const reading = readRecord(line.text);
    if (reading.kind === "broken") stats.broken += 1;
    else stats.records += 1;
    if (reading.kind === "unknown") stats.unknown[reading.type] = (stats.unknown[reading.type] ?? 0) + 1;
    if (reading.kind === "record" && !uuids.has(reading.record.uuid)) {
      const { record } = reading;
      uuids.add(record.uuid);
      projectDir ??= record.cwd;
      if (record.type === "assistant") fromAssistant(record, line);
      else if (record.type === "user") fromUser(record);
      else fromBoundary(record, line);
    }
    giveUpBefore(line.end - openToolBytes);
  }
  if (context.ended) giveUpBefore(Number.POSITIVE_INFINITY);

  const open: Waiting[] = [...tools.values(), ...(boundary === null ? [] : [boundary])];
  const first = open.sort((one, other) => one.line.offset - other.line.offset)[0];
  return first === undefined
    ? { resumeAt: end, promptId, stats }
    : { resumeAt: first.line.offset, promptId: first.promptId, stats };
}

/** Whether a person wrote it: a sub-agent's prompt comes from the agent that started it. */
function isFromUser(record: UserRecord): boolean {
  const kind = record.origin?.kind;
  if (record.isSidechain) return kind === "human";
  return record.promptSource !== "system" && kind !== "task-notification";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (!Array.isArray(content)) return "";
  const texts = content.map((block) => (typeof block?.text === "string" ? block.text : ""));
  return texts
    .filter((said) => said !== "")
    .join("\n")
    .trim();
}

function outcome(result: { content?: unknown; is_error: boolean }, answer: unknown) {
  const words = errorWords(textOf(result.content));
  const output = !result.is_error && typeof answer === "object" && answer !== null ? answer : words;
  if (wasInterrupted(words) || wasInterrupted(output)) return { output, status: "interrupted" as const };
  return { output, status: result.is_error ? ("failed" as const) : ("ok" as const) };
}
