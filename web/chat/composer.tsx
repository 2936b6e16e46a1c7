// Where the user types: Enter sends, Shift+Enter makes a new line. While an answer comes, the button stops it.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import {
  answerer,
  commands,
  conversation,
  isAnswering,
  send,
  spentToday,
  stop,
  waiting,
} from "./conversation.ts";
import { dollars } from "./messages.ts";

/** What is typed and not sent stays while another view is shown. */
export const draft = signal("");

export function Composer({ onKnown }: { onKnown: () => void }) {
  const text = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  const isReady = text.value.trim() !== "" && !isAnswering.value;
  useEffect(() => field.current?.focus(), [conversation.value]);

  const submit = () => {
    if (!isReady) return;
    void send(text.value.trim(), onKnown);
    text.value = "";
  };
  const choose = (usage: string) => {
    text.value = `${usage.split(" ")[0]} `;
    field.current?.focus();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {text.value.startsWith("/") && (
        <ul class="commands" aria-label="Commands">
          {commands.value
            .filter(({ usage }) => usage.startsWith(text.value.split(" ")[0] ?? ""))
            .map(({ usage, summary }) => (
              <li key={usage}>
                <button type="button" class="plain" onClick={() => choose(usage)}>
                  <code>{usage}</code> <span class="muted">{summary}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
      <label class="unseen" for="question">
        Question or command
      </label>
      <textarea
        id="question"
        ref={field}
        rows={Math.min(8, text.value.split("\n").length + 1)}
        placeholder="Ask your memory, or type / for commands"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="composer-foot">
        <p class="muted" role="status">
          <Spend />
          {waiting.value.length > 0 && " · a tool waits for your approval"}
        </p>
        {isAnswering.value ? (
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        ) : (
          <button type="submit" class="primary" disabled={!isReady}>
            Send
          </button>
        )}
      </div>
    </form>
  );
}

function Spend() {
  const spent = spentToday.value;
  if (!spent || !answerer.value?.model) return null;
  return (
    <>
      Today {dollars(spent.usd)} of {dollars(spent.capUsd)}
    </>
  );
}
