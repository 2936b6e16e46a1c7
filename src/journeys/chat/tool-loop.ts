// A model that streams and uses tellback's tools, step by step. Only this file needs the AI SDK: it is imported with the
// first question to a model. What a tool reads runs at once; what writes waits for the user.

import {
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  type ToolApprovalStatus,
  type ToolSet,
  tool,
  wrapLanguageModel,
} from "ai";
import type { Call, Tool } from "../../areas/contracts.ts";
import type { LiveConversation } from "../../context/chat-state.ts";
import { inert } from "../../context/quote.ts";
import { inertLines, quoted } from "../../context/quoted-data.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import type { StreamingModel } from "../../models/llm/chat-model.ts";
import { describeFailure } from "../../models/llm/language-model.ts";
import { CapReached, metered } from "../../models/llm/metered-stream.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { objectSchema } from "../../protocol/json-schema.ts";
import { idsIn } from "./cites.ts";
import type { Draft } from "./draft.ts";
import { closed, fitted } from "./history.ts";
import { instructions } from "./instructions.ts";

const maxSteps = 10;
const maxOutputTokens = 4_000;
/** Room for what the tools of one answer return. */
const historyBytes = 90_000;
const maxRead = 12_000;
const maxShown = 8_000;
/** A model that is silent for this long is gone. */
const silentMs = 90_000;

export type LoopEnd =
  | { is: "done" }
  | { is: "waiting" }
  | { is: "stopped" }
  | { is: "capped"; cap: "day" | "month"; until: string }
  | { is: "failed"; error: TellbackError };

export interface ToolLoop {
  memory: Memory;
  call: Call;
  tools: readonly Tool[];
  model: StreamingModel;
  conversation: LiveConversation;
  draft: Draft;
  callKey(): string;
}

/** Goes on with the conversation's history until the model has answered, or a tool waits for the user. */
export async function runToolLoop(loop: ToolLoop): Promise<LoopEnd> {
  const { memory, model, conversation, draft } = loop;
  const { message, signal } = draft;
  const before = fitted(conversation.history as ModelMessage[], historyBytes);
  const run = await toolRun(loop);
  let complete: ModelMessage[] = [];
  let text = "";
  let failure: unknown;
  const waiting: { approvalId: string; toolCallId: string }[] = [];

  const result = streamText({
    model: wrapLanguageModel({
      model: await model.load(),
      middleware: metered({
        context: memory,
        model,
        purpose: "chat",
        callKey: loop.callKey,
        onCost: ({ usd, input, output }) => {
          const { cost } = message;
          message.cost = { usd: cost.usd + usd, input: cost.input + input, output: cost.output + output };
        },
      }),
    }),
    instructions,
    messages: before,
    tools: run.set,
    toolApproval: run.approvals,
    stopWhen: isStepCount(maxSteps),
    maxOutputTokens: maxOutputTokens,
    maxRetries: 1,
    abortSignal: signal,
    timeout: { firstChunkMs: silentMs, chunkMs: silentMs },
    onError: () => {},
    onStepEnd: ({ response }) => {
      complete = [...response.messages];
      text = "";
    },
  });

  let stepsUsed = 0;
  try {
    for await (const part of result.stream) {
      switch (part.type) {
        case "text-delta":
          text += part.text;
          draft.text(part.text);
          break;
        case "text-end":
          break;
        case "start-step":
          stepsUsed++;
          break;
        case "tool-call":
          draft.add({
            type: "tool",
            id: part.toolCallId,
            tool: part.toolName,
            title: titleOf(part.toolName, part.input),
            input: (part.input ?? null) as never,
            state: "running",
            output: null,
            approval: null,
          });
          break;
        case "tool-approval-request":
          waiting.push({ approvalId: part.approvalId, toolCallId: part.toolCall.toolCallId });
          draft.tool(part.toolCall.toolCallId, { state: "waiting", approval: part.approvalId });
          break;
        case "tool-output-denied":
          draft.tool(part.toolCallId, { state: "refused", approval: null });
          break;
        case "tool-result":
          draft.tool(part.toolCallId, {
            state: "done",
            approval: null,
            output: run.shown.get(part.toolCallId) ?? "",
          });
          break;
        case "tool-error":
          draft.tool(part.toolCallId, { state: "failed", approval: null, output: reasonOf(part.error) });
          break;
        case "error":
          failure ??= part.error;
          break;
      }
    }
  } catch (thrown) {
    failure ??= thrown;
  }

  const isClean = failure === undefined && !signal.aborted;
  if (isClean) {
    conversation.history = [...before, ...(await result.responseMessages)];
    if (waiting.length === 0) {
      conversation.history = closed(conversation.history as ModelMessage[], run.resultOf);
      if (stepsUsed >= maxSteps && text === "")
        draft.note(`The model used tools ${maxSteps} times without an end: ask again to go on.`, true);
      return { is: "done" };
    }
    for (const { approvalId, toolCallId } of waiting)
      conversation.approvals.set(approvalId, { toolCallId, yes: null });
    return { is: "waiting" };
  }
  const partial: ModelMessage[] = text === "" ? [] : [{ role: "assistant", content: text }];
  conversation.history = closed([...before, ...complete, ...partial], run.resultOf);
  for (const part of message.parts) {
    if (part.type === "tool" && (part.state === "running" || part.state === "waiting"))
      draft.tool(part.id, { state: "refused", approval: null });
  }
  if (signal.aborted) return { is: "stopped" };
  const capped = capIn(failure);
  if (capped) return { is: "capped", cap: capped.cap, until: capped.until };
  return { is: "failed", error: describeFailure(failure, model.host) };
}

function capIn(thrown: unknown): CapReached | null {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++)
    if (error instanceof CapReached) return error;
  return null;
}

/** The tools for one run, and what they returned. */
async function toolRun({ memory, call, tools, conversation }: ToolLoop) {
  const clean = await cleanerOfAllProjects(memory.db);
  const where = {
    folder: conversation.folder,
    session: async () => undefined,
    exceptSession: conversation.id,
  };
  const shown = new Map<string, string>();
  const read = new Map<string, string>();

  const runOne = async (one: Tool, input: unknown, toolCallId: string): Promise<string> => {
    try {
      const data = clean.ownAnswer(await one.run(call, input, where));
      for (const id of idsIn(data)) conversation.returned.add(id);
      const text = quoted(data, maxRead);
      shown.set(toolCallId, inertLines(data, maxShown).join("\n") || "Nothing.");
      read.set(toolCallId, text);
      return text;
    } catch (thrown) {
      const text = reasonOf(thrown);
      read.set(toolCallId, text);
      throw new Error(text);
    }
  };

  const set: ToolSet = {};
  const approvals: Record<string, (input: unknown) => ToolApprovalStatus> = {};
  for (const one of tools) {
    set[one.name] = tool({
      description: one.description,
      inputSchema: jsonSchema<unknown>(objectSchema(one.input, "input") as never),
      execute: (input, { toolCallId }) => runOne(one, input, toolCallId),
    });
    approvals[one.name] = (input) => (one.writes(input) ? "user-approval" : "not-applicable");
  }
  return { set, approvals, shown, resultOf: (toolCallId: string) => read.get(toolCallId) };
}

/** A failure is an answer too: the model reads what went wrong and what to do. */
function reasonOf(thrown: unknown): string {
  const { message, hint } = TellbackError.from(thrown);
  return inert(hint ? `${message}. ${hint}` : message, 1_000);
}

function titleOf(name: string, input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const said = values.map((value) => inert(typeof value === "string" ? value : JSON.stringify(value), 60));
  return inert(said.length === 0 ? name : `${name}: ${said.join(" · ")}`, 140);
}
