// A message while it is being written: every change is an event for those who watch, and stays when the writing stops.

import type { RunningAnswer } from "../../context/chat-state.ts";
import type { ChatEvent, ChatMessage, ChatPart, ToolPart } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";

export interface Draft {
  message: ChatMessage;
  text(more: string): void;
  add(part: ChatPart): void;
  /** Changes a tool of this message, by its own id. */
  tool(id: string, change: Partial<ToolPart>): void;
  note(text: string, isProblem?: boolean): void;
  /** Stopped by the user, or because the daemon stops. */
  signal: AbortSignal;
}

/** Runs the work that writes a message. `finish` stores what came, however the work ended. */
export function write(
  message: ChatMessage,
  work: (draft: Draft) => Promise<void>,
  finish: (message: ChatMessage) => Promise<void>,
): RunningAnswer {
  const events: ChatEvent[] = [];
  const readers = new Set<(event: ChatEvent) => void>();
  const stopping = new AbortController();

  function emit(event: ChatEvent): void {
    events.push(event);
    for (const reader of readers) reader(event);
  }
  const changed = (index: number) => {
    const part = message.parts[index];
    if (part) emit({ type: "part", message: message.id, index, part: structuredClone(part) });
  };
  const draft: Draft = {
    message,
    signal: stopping.signal,
    text(more) {
      const last = message.parts.at(-1);
      if (last?.type === "text") last.text += more;
      else draft.add({ type: "text", text: more });
      if (last?.type === "text") emit({ type: "text", message: message.id, text: more });
    },
    add(part) {
      message.parts.push(part);
      changed(message.parts.length - 1);
    },
    tool(id, change) {
      const index = message.parts.findIndex((part) => part.type === "tool" && part.id === id);
      const part = message.parts[index];
      if (!part) return;
      Object.assign(part, change);
      changed(index);
    },
    note: (text, isProblem = false) => draft.add({ type: "note", text, isProblem }),
  };

  emit({ type: "message", message: structuredClone(message) });
  // Begins after the caller has the answer in its hands, so that it can be followed and stopped from the start.
  const ended = Promise.resolve()
    .then(() => work(draft))
    .catch((thrown: unknown) => {
      if (stopping.signal.aborted) {
        message.state = "stopped";
        return;
      }
      const { message: why, hint } = TellbackError.from(thrown);
      draft.note(hint ? `${why}. ${hint}` : why, true);
      message.state = "failed";
    })
    .then(() => finish(message))
    .catch((thrown: unknown) => {
      message.parts.push({
        type: "note",
        text: `It could not be stored: ${TellbackError.from(thrown).message}`,
        isProblem: true,
      });
      message.state = "failed";
    })
    .finally(() => readers.clear());

  return {
    message,
    follow(reader) {
      for (const event of events) reader(event);
      readers.add(reader);
    },
    stop: () => stopping.abort(),
    ended,
  };
}
