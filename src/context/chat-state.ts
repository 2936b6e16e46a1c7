// What the chat keeps in memory: the conversations that are in use, what their model has read, and the approvals that
// wait for the user. None of it comes from a client, so nobody can put an approval or a tool's answer into it.

import type { ChatEvent, ChatMessage } from "../protocol/chat.ts";

/** An answer while it is being made. It goes on when its reader leaves. */
export interface RunningAnswer {
  message: ChatMessage;
  /** Calls the reader with the events so far, and with those to come until the answer ends. */
  follow(reader: (event: ChatEvent) => void): void;
  stop(): void;
  /** Never rejects. */
  ended: Promise<void>;
}

export interface LiveConversation {
  readonly id: string;
  /** The folder of its project; undefined: all projects. */
  readonly folder: string | undefined;
  readonly startedAt: string;
  messages: ChatMessage[];
  /** What the model has read and written, in the form of the library that calls it. */
  history: unknown[];
  /** Where in the history the last answer begins. */
  answerFrom: number;
  /** Ids that tools returned in this conversation. */
  readonly returned: Set<string>;
  /** Tools that wait for the user, by the id of the approval; the value is the user's answer. */
  readonly approvals: Map<string, { toolCallId: string; yes: boolean | null }>;
  answer: RunningAnswer | null;
}

export interface ChatState {
  get(id: string): LiveConversation | undefined;
  keep(conversation: LiveConversation): void;
  drop(id: string): void;
  /** The store has changed: conversations that wait for nothing are read from it again. */
  dropIdle(): void;
  /** The conversation in which this approval is waiting. */
  waitingFor(approval: string): LiveConversation | undefined;
  /** Stops every answer, and waits until what came is stored. */
  close(): Promise<void>;
}

/** The others are read from the store again when they are needed. */
const maxKept = 20;
const isEmpty = ({ messages }: LiveConversation) => messages.length === 0;

export function createChatState(): ChatState {
  const live = new Map<string, LiveConversation>();

  return {
    get: (id) => live.get(id),
    keep(conversation) {
      live.delete(conversation.id);
      live.set(conversation.id, conversation);
      const idle = [...live.values()].filter(({ answer, approvals }) => !answer && approvals.size === 0);
      // One without a message is only an open page.
      const droppable = [...idle.filter(isEmpty), ...idle.filter((one) => !isEmpty(one))];
      for (const { id } of droppable.slice(0, Math.max(0, live.size - maxKept)))
        if (id !== conversation.id) live.delete(id);
    },
    drop: (id) => void live.delete(id),
    dropIdle() {
      for (const { id, answer, approvals } of live.values())
        if (!answer && approvals.size === 0) live.delete(id);
    },
    waitingFor: (approval) => [...live.values()].find(({ approvals }) => approvals.has(approval)),
    async close() {
      const running = [...live.values()].flatMap(({ answer }) => answer ?? []);
      for (const answer of running) answer.stop();
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}
