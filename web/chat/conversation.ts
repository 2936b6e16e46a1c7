// The conversation on the screen. It lives outside of the view, so that an answer goes on while another view is shown.

import { computed, signal } from "@preact/signals";
import type { InputOf, OutputOf } from "../../src/areas/contracts.ts";
import type { Answerer } from "../../src/protocol/chat.ts";
import { TellbackError } from "../../src/protocol/errors.ts";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { asked, type Messages, waitingIn, withEvent, withMessage } from "./messages.ts";
import { type Streaming, stream } from "./stream.ts";

/** Empty until it has begun. */
export const conversation = signal("");
export const messages = signal<Messages>([]);
export const answerer = signal<Answerer | null>(null);
export const spentToday = signal<OutputOf<"chat.send">["spentToday"] | null>(null);
export const commands = signal<OutputOf<"chat.start">["commands"]>([]);
export const isAnswering = signal(false);
export const error = signal<TellbackError | null>(null);
export const waiting = computed(() => waitingIn(messages.value));

/** Rises with every change of conversation: what comes for an earlier one is not shown. */
let turn = 0;
let opening: Promise<void> = Promise.resolve();

/** An empty id begins a new conversation. */
export function open(id: string, { again = false } = {}): void {
  if (id !== "" && id === conversation.value && !again) return;
  const mine = begin();
  opening = guarded(mine, async () => {
    if (id === "") {
      const { folder } = scope.value;
      const started = await call("chat.start", folder === undefined ? {} : { folder });
      if (mine !== turn) return;
      conversation.value = started.conversation;
      answerer.value = started.answerer;
      spentToday.value = started.spentToday;
      commands.value = started.commands;
      return;
    }
    const shown = await call("chat.show", { conversation: id });
    if (mine !== turn) return;
    conversation.value = id;
    messages.value = shown.messages;
    answerer.value = shown.answerer;
    spentToday.value = shown.spentToday;
    void loadCommands();
    if (shown.conversation.state === "answering") void answer("chat.follow", { conversation: id });
  });
}

/** A conversation that is opened again has not been told them. */
async function loadCommands(): Promise<void> {
  if (commands.value.length === 0) commands.value = (await call("chat.start", {})).commands;
}

function begin(): number {
  conversation.value = "";
  messages.value = [];
  isAnswering.value = false;
  error.value = null;
  return ++turn;
}

/** A question may be typed before the conversation has its id: it waits for that. */
export async function send(text: string, onKnown: () => void): Promise<void> {
  messages.value = [...messages.value, asked(text)];
  isAnswering.value = true;
  const mine = turn;
  await opening;
  if (mine !== turn) return;
  onKnown();
  if (conversation.value !== "") return answer("chat.send", { conversation: conversation.value, text });
  isAnswering.value = false;
}

export const approve = (approval: string, yes: boolean) => answer("chat.approve", { approval, yes });
export const regenerate = () => answer("chat.regenerate", { conversation: conversation.value });

export async function stop(): Promise<void> {
  await guarded(turn, async () => {
    await call("chat.stop", { conversation: conversation.value });
    if (!isAnswering.value) await refresh();
  });
}

async function answer<N extends Streaming>(name: N, input: InputOf<N>): Promise<void> {
  const mine = turn;
  isAnswering.value = true;
  error.value = null;
  await guarded(mine, async () => {
    const output = await stream(name, input, (event) => {
      if (mine === turn) messages.value = withEvent(messages.value, event);
    });
    if (mine !== turn) return;
    messages.value = withMessage(messages.value, output.message);
    spentToday.value = output.spentToday;
  });
  if (mine === turn) isAnswering.value = false;
}

async function refresh(): Promise<void> {
  const shown = await call("chat.show", { conversation: conversation.value });
  messages.value = shown.messages;
  spentToday.value = shown.spentToday;
}

async function guarded(mine: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (mine === turn) error.value = TellbackError.from(thrown);
  }
}
