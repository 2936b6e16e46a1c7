// A tool that the model used: what it was asked, what it answered, and for one that writes the user's decision.

import type { ToolPart } from "../../src/protocol/chat.ts";
import { Code } from "../parts/code.tsx";
import { Badge } from "../parts/frame.tsx";
import { Icon } from "../parts/icons.tsx";
import { Approval } from "./approval.tsx";

const tones = { running: "plain", waiting: "warn", done: "good", failed: "bad", refused: "warn" } as const;

export function ToolCard({ part }: { part: ToolPart }) {
  const isWaiting = part.approval !== null;
  return (
    <div class={`tool-card${isWaiting ? " waiting" : ""}`} role="group" aria-label={`Tool ${part.tool}`}>
      <details open={isWaiting || part.state === "failed"}>
        <summary>
          <Icon name="tool" size={14} />
          <span class="call">{part.title}</span>
          <Badge tone={tones[part.state]}>{part.state}</Badge>
        </summary>
        <Inputs input={part.input} />
        {part.output !== null && (
          <>
            <p class="eyebrow">Answer</p>
            <Code text={part.output} />
          </>
        )}
      </details>
      {part.approval !== null && <Approval approval={part.approval} tool={part.tool} />}
    </div>
  );
}

/** Every value in full: the user approves exactly this. */
function Inputs({ input }: { input: ToolPart["input"] }) {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return input === null ? null : <Code text={JSON.stringify(input, null, 2)} language="json" />;
  }
  const language = typeof input.language === "string" ? input.language : undefined;
  return (
    <dl class="inputs">
      {Object.entries(input).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {typeof value !== "string" ? (
              <Code text={JSON.stringify(value, null, 2)} language="json" />
            ) : value.includes("\n") ? (
              <Code text={value} language={name === "code" ? language : undefined} />
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
