// Search: results per keystroke beside the detail of the chosen one, with the reason for each.

import { useEffect, useRef, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Detail } from "../parts/detail.tsx";
import { Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { Marked } from "../parts/marked-words.tsx";
import { Meter } from "../parts/meter.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, Split } from "../parts/split.tsx";
import { scope } from "../shell/project.ts";
import { go, hrefWith } from "../shell/router.ts";
import { useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

type Result = OutputOf<"search">["results"][number];

const kinds = {
  "": "Everything",
  turn: "Turns",
  learning: "Learnings",
  node: "Graph",
  session: "Sessions",
  observation: "Observations",
};
/** Each key press asks; what arrives at once, such as a paste, asks once. */
const settleMs = 12;
const askAgainMs = 1_000;

export default function Search({ query }: ViewProps) {
  const [words, setWords] = useState(query.get("q") ?? "");
  const kind = query.get("kind") ?? "";
  const chosenId = query.get("id");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asked = useSettled(words, settleMs);
  useEffect(() => {
    if (asked !== (query.get("q") ?? "")) go(hrefWith({ q: asked, id: null }), "replace");
  }, [asked]);
  const input =
    asked.trim() === ""
      ? null
      : { query: asked, limit: 50, explain: true, quick: true, ...scope.value, ...(kind && { kind }) };
  const { data, error, isLoading, reload } = useOperation("search", input, { live: true });
  useEffect(() => {
    // By words only, because the model was still loading: the meaning follows when it is there.
    if (data?.meaning !== "loading") return;
    const timer = setTimeout(reload, askAgainMs);
    return () => clearTimeout(timer);
  }, [data]);
  const results = data?.results ?? [];
  const ids = results.map(({ id }) => id);
  const { choose, close, keys } = chosenIn(ids, chosenId, (id) => hrefWith({ id }));
  const selected = results[keys.selected];
  // Enter may come before the results of the last words.
  const wantsFirst = useRef(false);
  const isOld = words !== asked || isLoading;
  const chooseFirst = () => {
    if (wantsFirst.current) choose(0);
    wantsFirst.current = false;
  };
  useEffect(() => {
    if (!isOld) chooseFirst();
  }, [isOld]);
  return (
    <Split
      label="Results"
      detail={
        chosenId && (
          <Detail id={chosenId} onClose={close}>
            {selected && <Why one={selected} />}
          </Detail>
        )
      }
    >
      <Heading title="Search" />
      <div class="search-bar">
        <input
          ref={field}
          type="search"
          aria-label="Search the memory"
          placeholder='Words, "a phrase", -without'
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== "ArrowDown") return;
            event.preventDefault();
            field.current?.blur();
            const isPending = isOld || event.currentTarget.value !== asked;
            wantsFirst.current = !selected || isPending;
            if (!isPending) chooseFirst();
          }}
        />
        <label>
          <span class="unseen">Kind</span>
          <select
            value={kind}
            onChange={(event) => go(hrefWith({ kind: event.currentTarget.value, id: null }))}
          >
            {Object.entries(kinds).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="muted found" role="status" aria-busy={isOld}>
        {input === null
          ? ""
          : data
            ? `${plural(results.length, "result")} in ${Math.round(data.ms)} ms${data.note ? ` · ${data.note}` : ""}`
            : isLoading
              ? "…"
              : ""}
      </p>
      <Failure error={error} />
      {input === null ? (
        <Empty title="What are you looking for?">
          Every prompt, command, reply, decision and learning, by words and by meaning.
        </Empty>
      ) : data && results.length === 0 ? (
        <Empty title="Nothing found">Try fewer or other words, or all projects.</Empty>
      ) : (
        <Rows
          label="Results, best first"
          count={results.length}
          rowHeight={84}
          {...keys}
          row={(index) => {
            const one = results[index];
            return one && <ResultRow one={one} />;
          }}
        />
      )}
    </Split>
  );
}

function ResultRow({ one }: { one: Result }) {
  return (
    <div class="result">
      <p class="eyebrow">
        {one.kind} · {one.project || "everywhere"} · <When at={one.happenedAt} />
        <Relevance value={one.relevance} />
      </p>
      <p class="title">
        <Marked text={plainText(one.title)} words={one.matched} />
      </p>
      <p class="muted excerpt">
        <Marked text={plainText(one.excerpt || one.summary)} words={one.matched} />
      </p>
    </div>
  );
}

function Relevance({ value }: { value: number }) {
  return (
    <span class="relevance" title={`relevance ${value.toFixed(2)}`}>
      <Meter label="relevance" value={value} max={1} />
    </span>
  );
}

/** What the score is made of. */
function Why({ one }: { one: Result }) {
  const { why } = one;
  if (!why) return null;
  const parts = Object.entries(why.parts).filter(([, value]) => Math.abs(value) >= 0.005);
  return (
    <details class="why">
      <summary>Why it was found: relevance {one.relevance.toFixed(2)}</summary>
      <table>
        <tbody>
          {why.text && (
            <tr>
              <th scope="row">words</th>
              <td>
                rank {why.text.rank}, {why.text.score.toFixed(2)}
              </td>
            </tr>
          )}
          {why.meaning && (
            <tr>
              <th scope="row">meaning</th>
              <td>
                rank {why.meaning.rank}, {why.meaning.score.toFixed(2)}
              </td>
            </tr>
          )}
          {parts.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The value as soon as it has not changed for a moment. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
