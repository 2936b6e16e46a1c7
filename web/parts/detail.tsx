// Anything by its id, beside a list: what it is, where it comes from, what belongs to it, and what can be done with it.

import type { ComponentChildren } from "preact";
import type { OutputOf } from "../../src/protocol/operations.ts";
import { href } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import { Badge, Facts, Failure, plural, When } from "./frame.tsx";
import { Icon } from "./icons.tsx";
import { Markdown } from "./markdown.tsx";

type Shown = OutputOf<"show">;

interface DetailProps {
  id: string;
  onClose?: () => void;
  children?: ComponentChildren;
}

export function Detail({ id, onClose, children }: DetailProps) {
  const { data, error } = useOperation("show", { id, peek: true }, { live: true });
  return (
    <section class="detail" aria-label="Detail">
      {onClose && (
        <button type="button" class="plain close" aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </button>
      )}
      <Failure error={error} />
      {children}
      {data && <Body shown={data} />}
    </section>
  );
}

export function Body({ shown }: { shown: Shown }) {
  switch (shown.kind) {
    case "observation":
      return <ObservationBody {...shown.observation} />;
    case "turn":
      return <TurnBody {...shown} />;
    case "session":
      return (
        <article>
          <h2>{shown.session.name ?? shown.session.firstPrompt ?? "Session"}</h2>
          <p class="muted">
            {shown.session.project} · <When at={shown.session.startedAt} /> ·{" "}
            {plural(shown.session.observations, "observation")}
          </p>
          <p>
            <a href={href("session", shown.session.id)}>Open the session</a>
          </p>
          {shown.summary && (
            <Parts
              parts={[
                ["Done", shown.summary.done],
                ["Decisions", shown.summary.decisions],
                ["Open", shown.summary.open],
              ]}
            />
          )}
        </article>
      );
    case "learning":
    case "node": {
      const node = shown.kind === "node" ? shown.node : shown.learning;
      return <NodeBody node={node} evidence={shown.evidence} links={shown.links} />;
    }
    case "compaction":
      return (
        <article>
          <h2>Compaction</h2>
          <Markdown text={JSON.stringify(shown.compaction, null, 2)} />
        </article>
      );
    case "symbol":
      return (
        <article>
          <p class="eyebrow">{shown.symbol.kind}</p>
          <h2>{shown.symbol.name}</h2>
          <p>
            <a href={href("code", "", { symbol: `${shown.symbol.file}#${shown.symbol.name}` })}>
              {shown.symbol.file}
            </a>
          </p>
        </article>
      );
    case "task":
      return (
        <article>
          <p class="eyebrow">Task</p>
          <h2>{shown.task.name}</h2>
          <p>
            <a href={href("tasks", shown.task.name)}>Open the task</a>
          </p>
          {shown.plan && <Markdown text={shown.plan} />}
        </article>
      );
    case "function":
      return (
        <article>
          <p class="eyebrow">Function</p>
          <h2>{shown.function.name}</h2>
          <p>{shown.function.description}</p>
          <p>
            <a href={href("functions", shown.function.name)}>Open the function</a>
          </p>
        </article>
      );
  }
}

function ObservationBody(seen: Extract<Shown, { kind: "observation" }>["observation"]) {
  return (
    <article>
      <p class="eyebrow">
        {seen.tool ?? seen.kind} · <When at={seen.happenedAt} />
        {seen.status !== "ok" && <Badge tone="bad">{seen.status}</Badge>}
      </p>
      <h2>{seen.title}</h2>
      {seen.kind === "tool" ? (
        <p class="plain-text">{seen.detail || seen.summary}</p>
      ) : (
        <Markdown text={seen.detail || seen.summary} />
      )}
      <Files files={seen.files} />
      <p class="actions">
        <a href={href("session", seen.sessionId, { at: seen.id })}>In its session</a>
        <a href={href("why", "", { id: seen.id })}>Why and when injected</a>
        <a href={href("forget", "", { id: seen.id })}>Forget</a>
      </p>
      <Facts
        rows={[
          ["id", <code key="id">{seen.id}</code>],
          ...(seen.branch ? [["branch", seen.branch] as const] : []),
          ["shortened by", seen.provider],
          ["size", `${seen.tokens} tokens of ${plural(seen.rawBytes, "byte")}`],
        ]}
      />
    </article>
  );
}

function TurnBody({ turn, observations }: Extract<Shown, { kind: "turn" }>) {
  return (
    <article>
      <p class="eyebrow">
        Turn · <When at={turn.startedAt} />
        {turn.state.is !== "current" && <Badge tone="warn">{turn.state.is}</Badge>}
      </p>
      <h2>{turn.request}</h2>
      {turn.outcome && <Markdown text={turn.outcome} />}
      <Parts
        parts={[
          ["Decisions", turn.decisions],
          ["Open", turn.open],
        ]}
      />
      <Files files={turn.files} />
      <p class="actions">
        <a href={href("session", turn.sessionId, { at: observations[0]?.id })}>In its session</a>
      </p>
      {observations.length > 0 && (
        <>
          <h3>Evidence</h3>
          <ul class="links">
            {observations.map(({ id, title }) => (
              <li key={id}>
                <a href={href("session", turn.sessionId, { at: id })}>{title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

type NodeShown = Extract<Shown, { kind: "node" }>;

export function NodeBody({
  node,
  evidence,
  links,
}: {
  node: NodeShown["node"] | Extract<Shown, { kind: "learning" }>["learning"];
  evidence: NodeShown["evidence"];
  links: NodeShown["links"];
}) {
  return (
    <article>
      <p class="eyebrow">
        {node.category ?? node.type} · <When at={node.createdAt} />
        {node.staleSince && <Badge tone="warn">stale</Badge>}
        {node.state !== "active" && <Badge tone="bad">{node.state}</Badge>}
      </p>
      <h2 class="unseen">{node.category ?? node.type}</h2>
      <Markdown text={node.content} />
      <p class="actions">
        <a href={href("graph", node.id)}>In the graph</a>
        <a href={href("why", "", { id: node.id })}>Why and when injected</a>
        {node.sessionId && (
          <a href={href("session", node.sessionId, { at: node.observationId })}>Where it was said</a>
        )}
      </p>
      <Facts
        rows={[
          [
            "confidence",
            `${Math.round(node.confidence * 100)} %, seen in ${plural(node.timesSeen, "session")}`,
          ],
          ...(node.saidBy ? [["said by", node.saidBy] as const] : []),
          ["id", <code key="id">{node.id}</code>],
        ]}
      />
      {evidence.length > 0 && (
        <>
          <h3>Evidence</h3>
          <ul class="evidence">
            {evidence.map((one, i) => (
              <li key={i} class={one.kind}>
                <Badge tone={one.kind === "supports" ? "good" : "bad"}>{one.kind}</Badge> “{one.claim}”{" "}
                <span class="muted">
                  <When at={one.at} />
                </span>{" "}
                {one.sessionId && (
                  <a href={href("session", one.sessionId, { at: one.observationId })}>session</a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {links.length > 0 && (
        <>
          <h3>Links</h3>
          <ul class="links">
            {links.map((link) => (
              <li key={`${link.type}${link.direction}${link.id}`}>
                <span class="muted">{link.direction === "from" ? link.type : `is ${link.type} of`}</span>{" "}
                <a href={href("graph", link.id)}>{link.content}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

export function Files({ files }: { files: readonly string[] }) {
  if (files.length === 0) return null;
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file}>
          <Icon name="file" size={13} />
          <code>{file}</code>
        </li>
      ))}
    </ul>
  );
}

export function Parts({ parts }: { parts: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <>
      {parts
        .filter(([, items]) => items.length > 0)
        .map(([title, items]) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul class="plain-list">
              {items.map((item, i) => (
                <li key={i}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
    </>
  );
}
