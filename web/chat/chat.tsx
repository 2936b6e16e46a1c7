// Chat: ask the memory, with a model and its tools or without. The conversations beside, the source of an answer too.

import { useEffect, useRef } from "preact/hooks";
import { Detail } from "../parts/detail.tsx";
import { Empty, Failure, Heading, plainText, When } from "../parts/frame.tsx";
import { reconnects } from "../shell/api.ts";
import { onListKeys } from "../shell/keys.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";
import { Composer, draft } from "./composer.tsx";
import {
  answerer,
  conversation,
  error,
  isAnswering,
  messages,
  open,
  regenerate,
  stop,
  waiting,
} from "./conversation.ts";
import { Message } from "./message.tsx";
import { replacedIn } from "./messages.ts";

export default function Chat({ of, query }: ViewProps) {
  const chosen = query.get("id");
  useEffect(() => {
    // The address of a new conversation gets its id with the first question.
    if (of !== conversation.peek() || of === "") open(of);
  }, [of]);
  const silences = reconnects.value;
  useEffect(() => {
    // What came while tellback did not answer is read from it.
    if (silences > 0 && of !== "") open(of, { again: true });
  }, [silences]);
  return (
    <div class={`split chat${chosen ? " with-detail" : ""}`}>
      <section class="list-side" aria-label="Chat">
        <Heading title="Chat" question={plainText(answerer.value?.note ?? "")}>
          <Conversations current={of} />
          <a class="button" href={href("chat")}>
            New conversation
          </a>
        </Heading>
        <Log chosen={chosen} />
        <Composer
          onKnown={() => {
            if (of === "" && conversation.value !== "") go(href("chat", conversation.value), "replace");
          }}
        />
      </section>
      {chosen && <Detail id={chosen} onClose={() => go(hrefWith({ id: null }))} />}
    </div>
  );
}

const examples = ["What did we decide about ", "Why does this fail: ", "/search ", "/task "];

function Log({ chosen }: { chosen: string | null }) {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const top = useRef(0);
  const all = messages.value;
  const replaced = replacedIn(all);
  useEffect(() => {
    // Who reads further up is left there.
    if (isAtEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [all]);
  useEffect(() => onListKeys(keysOf(log, chosen)), [chosen]);
  const canRepeat = !isAnswering.value && waiting.value.length === 0 && all.at(-1)?.role === "assistant";
  return (
    <div
      ref={log}
      class="log"
      role="log"
      aria-label="Conversation"
      aria-busy={isAnswering.value}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // An answer that grows moves the end away; only the reader moves up.
        if (scrollTop < top.current) isAtEnd.current = false;
        if (scrollHeight - scrollTop - clientHeight < 40) isAtEnd.current = true;
        top.current = scrollTop;
      }}
    >
      {all.length === 0 && !error.value && (
        <Empty title="Ask your memory">
          In your own words, or by a command: <code>/help</code> lists them.
          <span class="examples">
            {examples.map((example) => (
              <button
                key={example}
                type="button"
                onClick={() => {
                  draft.value = example;
                  document.getElementById("question")?.focus();
                }}
              >
                {example}
              </button>
            ))}
          </span>
        </Empty>
      )}
      {all.map((message) => (
        <Message key={message.id} message={message} isReplaced={replaced.has(message.id)} />
      ))}
      <Failure error={error.value} />
      {canRepeat && (
        <button type="button" class="plain again" onClick={() => void regenerate()}>
          Answer again
        </button>
      )}
    </div>
  );
}

/** j and k go from message to message; Esc closes the source, else stops the answer. */
function keysOf(log: { current: HTMLElement | null }, chosen: string | null) {
  return {
    move(by: number) {
      const all = [...(log.current?.querySelectorAll<HTMLElement>("article") ?? [])];
      const at = all.indexOf(document.activeElement as HTMLElement);
      const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
      next?.focus();
      next?.scrollIntoView({ block: "nearest" });
    },
    open() {
      const link = document.activeElement?.querySelector<HTMLElement>(".approval button, a, summary");
      link?.focus();
    },
    close() {
      if (chosen) go(hrefWith({ id: null }));
      else if (isAnswering.peek()) void stop();
      else return false;
      return true;
    },
  };
}

function Conversations({ current }: { current: string }) {
  const { data } = useOperation("chat.list", { limit: 100, ...scope.value }, { live: true });
  const all = data?.conversations ?? [];
  if (all.length === 0) return null;
  return (
    <details class="conversations">
      <summary>Earlier conversations</summary>
      <ul>
        {all.map(({ id, title, project, lastSeenAt }) => (
          <li key={id}>
            <a href={href("chat", id)} aria-current={id === current ? "page" : undefined}>
              {title || "Without words"}
            </a>
            <span class="muted">
              {project || "all projects"} · <When at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
