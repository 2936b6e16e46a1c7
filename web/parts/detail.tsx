// Anything by its id, beside a list: what it is, where it comes from, what belongs to it, and what can be done with it.

import type { ComponentChildren } from "preact";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { href } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import { Badge, Facts, Failure, plainText, plural, When } from "./frame.tsx";
import { Icon } from "./icons.tsx";
import { Markdown } from "./markdown.tsx";
import { DetailSide } from "./split.tsx";

type Shown = OutputOf<"show">;
type Decision = NonNullable<OutputOf<"session.show">["summary"]>["decided"][number];

export function decisionText({ what, because, by }: Decision): string {
  const who = by === null ? "" : ` (${by})`;
  return `${what}${because === "" ? "" : `, because ${because}`}${who}`;
}

interface DetailProps {
  id: string;
  onClose?: () => void;
  children?: ComponentChildren;
}

export function Detail({ id, onClose, children }: DetailProps) {
  const { data, error } = useOperation("show", { id, peek: true }, { live: true });
  return (
    <DetailSide label="Detail" onClose={onClose}>
      <Failure error={error} />
      {children}
      {data && <Body shown={data} />}
    </DetailSide>
  );
}

function Body({ shown }: { shown: Shown }) {
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
                ["Now", shown.summary.now === "" ? [] : [shown.summary.now]],
                ["Decisions", shown.summary.decided.map(decisionText)],
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
      return <CompactionBody {...shown.compaction} />;
    case "symbol":
      return <SymbolBody {...shown} />;
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
      <h2 class={isQuoted(seen) ? "unseen" : undefined}>{plainText(seen.title)}</h2>
      {seen.kind === "tool" ? (
        <ToolText text={withoutTitle(seen)} />
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
          ["size", `${plural(seen.tokens, "token")} of ${plural(seen.rawBytes, "byte")}`],
        ]}
      />
    </article>
  );
}

type ObservationDetail = Extract<Shown, { kind: "observation" }>["observation"];

/** A prompt or a reply begins with what its title repeats. */
const isQuoted = ({ kind, detail }: ObservationDetail) => kind !== "tool" && detail !== "";

/** The first line of what a tool did is its title again. */
function withoutTitle({ title, detail, summary }: ObservationDetail): string {
  const text = detail || summary;
  return text.startsWith(`${title}\n`) ? text.slice(title.length + 1) : text;
}

const isChange = /^[-+] /;

/** A changed file by its lines, everything else as it is. */
function ToolText({ text }: { text: string }) {
  const lines = text.split("\n");
  if (!lines.some((line) => isChange.test(line))) return <p class="plain-text">{text}</p>;
  return (
    <pre class="code changed-lines" tabIndex={0}>
      {lines.map((line, i) => (
        <span key={i} class={isChange.test(line) ? (line.startsWith("+") ? "added" : "removed") : undefined}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}

function CompactionBody({
  sequence,
  at,
  trigger,
  tokensBefore,
  tokensAfter,
  observations,
  made,
  hostSummary,
}: Extract<Shown, { kind: "compaction" }>["compaction"]) {
  return (
    <article>
      <p class="eyebrow">
        {trigger} · <When at={at} /> · {plural(observations, "observation")}
        {tokensBefore !== null && ` · ${plural(tokensBefore, "token")} before`}
        {tokensAfter !== null && `, ${tokensAfter.toLocaleString("en")} after`}
      </p>
      <h2>Compaction {sequence}</h2>
      {made ? (
        <>
          <Markdown text={made.summary.executive} />
          <Parts
            parts={[
              [
                "Decisions",
                made.summary.key_decisions.map(({ decision, rationale }) =>
                  rationale ? `${decision} (${rationale})` : decision,
                ),
              ],
              ["Done", made.summary.tasks_completed],
              ["Open", made.summary.tasks_pending],
              ["Files", made.summary.files_modified.map(({ path, action }) => `${path} (${action})`)],
            ]}
          />
        </>
      ) : hostSummary ? (
        <Markdown text={hostSummary} />
      ) : (
        <p class="muted">It has no summary yet.</p>
      )}
    </article>
  );
}

function SymbolBody({ symbol, callers }: Extract<Shown, { kind: "symbol" }>) {
  const address = (of: string) => href("code", "", { symbol: `${symbol.file}#${of}` });
  return (
    <article>
      <p class="eyebrow">
        {symbol.kind} · {symbol.file}:{symbol.startLine}
      </p>
      <h2>{symbol.qualified}</h2>
      <pre class="code" tabIndex={0}>
        {symbol.signature}
      </pre>
      {symbol.documentation && <p>{symbol.documentation}</p>}
      <p class="actions">
        <a href={address(symbol.qualified)}>In the code map</a>
      </p>
      {callers.length > 0 && (
        <>
          <h3>{plural(callers.length, "caller")}</h3>
          <ul class="links">
            {callers.slice(0, 20).map(({ name, file, line }) => (
              <li key={`${file}:${line}`}>
                {name}{" "}
                <span class="muted">
                  {file}:{line}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
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

function NodeBody({
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
            `${Math.round(node.confidence * 100)} %, ${node.timesSeen === 0 ? "stated by hand" : `seen in ${plural(node.timesSeen, "session")}`}`,
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

function Files({ files }: { files: readonly string[] }) {
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
