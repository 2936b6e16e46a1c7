// What views have in common: heading, empty states that name the command that fills them, errors with the next step.

import type { ComponentChildren } from "preact";
import type { TellbackError } from "../../src/protocol/errors.ts";
import { ago, exactly } from "./time.ts";

export function Heading({
  title,
  question,
  children,
}: {
  title: string;
  question?: string;
  children?: ComponentChildren;
}) {
  return (
    <header class="heading">
      <div>
        <h1>{title}</h1>
        {question && <p class="muted">{question}</p>}
      </div>
      {children && <div class="tools">{children}</div>}
    </header>
  );
}

/** Nothing to show, and the command that changes it. */
export function Empty({
  title,
  children,
  command,
}: {
  title: string;
  children?: ComponentChildren;
  command?: string;
}) {
  return (
    <div class="empty">
      <p class="title">{title}</p>
      {children && <p class="muted">{children}</p>}
      {command && <code class="command">{command}</code>}
    </div>
  );
}

export function Failure({ error }: { error: TellbackError | null }) {
  if (!error) return null;
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {error.hint && <p class="muted">{error.hint}</p>}
    </div>
  );
}

export function When({ at }: { at: string }) {
  // Code that has not changed since it was mapped.
  if (at === "") return null;
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at)}
    </time>
  );
}

export function Badge({
  children,
  tone = "plain",
}: {
  children: ComponentChildren;
  tone?: "plain" | "good" | "warn" | "bad";
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Names and values, one below the other. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** 12,345. Without a formatter of the browser, which costs milliseconds before the first row. */
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

export const nounFor = (n: number, word: string, words = `${word}s`) => (n === 1 ? word : words);

export const plural = (n: number, word: string, words?: string) => `${grouped(n)} ${nounFor(n, word, words)}`;

/** For one line of a list: without the marks of markdown. */
export const plainText = (text: string) =>
  text.replace(/(\*\*|__|`+)(?=\S)(.*?\S)\1/g, "$2").replace(/^#+\s+/, "");
