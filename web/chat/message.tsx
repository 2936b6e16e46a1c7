// One message: its text, the tools it used, the memories it found, what tellback says about it, and what it cost.

import type { ChatMessage, ChatPart } from "../../src/protocol/chat.ts";
import { Badge, plural, When } from "../parts/frame.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { hrefWith } from "../shell/router.ts";
import { dollars } from "./messages.ts";
import { ToolCard } from "./tool-card.tsx";

const states = { answering: "answering…", waiting: "waits for you", stopped: "stopped", failed: "failed" };

export function Message({ message, isReplaced }: { message: ChatMessage; isReplaced: boolean }) {
  const { role, by, at, state } = message;
  const who = role === "user" ? "You" : by === "memory" ? "Memory" : by.replace(/^.*\//, "");
  return (
    <article class={`message ${role}`} tabIndex={-1} aria-label={`${who}:`}>
      <p class="eyebrow">
        <strong>{who}</strong> <When at={at} />
        {state !== "done" && <Badge tone={state === "failed" ? "bad" : "warn"}>{states[state]}</Badge>}
        {isReplaced && <Badge>earlier answer</Badge>}
      </p>
      {isReplaced ? (
        <details>
          <summary>Show it</summary>
          <Parts message={message} />
        </details>
      ) : (
        <Parts message={message} />
      )}
      <Cost {...message.cost} />
    </article>
  );
}

function Parts({ message }: { message: ChatMessage }) {
  const links = new Map(message.cites.map(({ as, id }) => [as, hrefWith({ id })]));
  return (
    <>
      {message.parts.map((part, i) => (
        <Part key={i} part={part} isUser={message.role === "user"} links={links} />
      ))}
    </>
  );
}

interface PartProps {
  part: ChatPart;
  isUser: boolean;
  links: ReadonlyMap<string, string>;
}

function Part({ part, isUser, links }: PartProps) {
  switch (part.type) {
    case "text":
      return isUser ? <p class="said">{part.text}</p> : <Markdown text={part.text} links={links} />;
    case "tool":
      return <ToolCard part={part} />;
    case "note":
      return <p class={part.isProblem ? "note problem" : "note"}>{part.text}</p>;
    case "memories":
      return (
        <ul class="memories">
          {part.found.map(({ id, kind, title, summary, at }) => (
            <li key={id}>
              <p class="eyebrow">
                {kind} · <When at={at} />
              </p>
              <a href={hrefWith({ id })}>{title}</a>
              {summary !== title && <p class="muted">{summary}</p>}
            </li>
          ))}
        </ul>
      );
  }
}

function Cost({ usd, input, output }: ChatMessage["cost"]) {
  if (input + output === 0) return null;
  const tokens = `${plural(input, "token")} in, ${output.toLocaleString("en")} out`;
  return (
    <p class="cost muted">
      {dollars(usd)} · {tokens}
    </p>
  );
}
