// Forget: a text or an id, a dry run with counts and a sample, a confirmation that has to be typed, and the proof.

import { useState } from "preact/hooks";
import type { InputOf, OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Empty, Failure, Heading, plural } from "../parts/frame.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

type Selection = InputOf<"forget.preview">;
type Preview = OutputOf<"forget.preview">;
type Forgotten = OutputOf<"forget">;

const shortest = 3;

export default function Forget({ query }: ViewProps) {
  const asked = query.get("q") ?? "";
  const id = query.get("id");
  const [words, setWords] = useState(asked);
  const [forgotten, setForgotten] = useState<{ chosen: Selection; done: Forgotten } | null>(null);
  const chosen = chosenBy(id, asked);
  const preview = useOperation("forget.preview", chosen);
  const isDone = forgotten !== null && JSON.stringify(forgotten.chosen) === JSON.stringify(chosen);
  return (
    <div class="content">
      <Heading
        title="Forget"
        question="What is forgotten is deleted for good, with everything made from it."
      />
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          go(hrefWith({ q: words.trim(), id: null }));
        }}
      >
        <input
          type="search"
          aria-label="What to forget"
          placeholder="A text that should be gone, wherever it is"
          minLength={shortest}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit">Show what would go</button>
      </form>
      {isDone ? (
        <Proven done={forgotten.done} />
      ) : chosen === null ? (
        <Empty title="Nothing is deleted yet">A dry run shows everything first, and deletes nothing.</Empty>
      ) : preview.error ? (
        <Failure error={preview.error} />
      ) : preview.data === null || preview.isLoading ? (
        <p role="status">Looking…</p>
      ) : preview.data.total + sumOf(preview.data.rewritten) === 0 ? (
        <Empty title="Nothing matches">Nothing would be deleted.</Empty>
      ) : (
        <>
          <Loss preview={preview.data} />
          <Confirm
            chosen={chosen}
            total={preview.data.total}
            onDone={(done) => setForgotten({ chosen, done })}
          />
        </>
      )}
    </div>
  );
}

function chosenBy(id: string | null, words: string): Selection | null {
  if (id) return { id };
  if (words.length < shortest) return null;
  const { folder } = scope.value;
  return { match: words, ...(folder === undefined ? {} : { folder, project: true }) };
}

function Loss({ preview }: { preview: Preview }) {
  const { counts, total, sample, rewritten, backups, stays } = preview;
  return (
    <>
      <p role="status">
        {plural(total, "memory", "memories")} would be deleted: {listOf(counts)}.
        {sumOf(rewritten) > 0 && (
          <> Texts that repeat it are written again without it: {listOf(rewritten)}.</>
        )}
        {backups > 0 && <> {plural(backups, "backup")} would be rewritten.</>}
      </p>
      <ul class="doomed">
        {sample.map(({ kind, id, title }) => (
          <li key={id}>
            <Badge>{kind}</Badge> <span class="grow">{title}</span>
          </li>
        ))}
      </ul>
      {total > sample.length && <p class="muted">and {total - sample.length} more</p>}
      {stays.map((line) => (
        <p class="muted" key={line}>
          {line}
        </p>
      ))}
    </>
  );
}

interface ConfirmProps {
  chosen: Selection;
  total: number;
  onDone(done: Forgotten): void;
}

function Confirm({ chosen, total, onDone }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  const run = useAction(async () => onDone(await call("forget", chosen)));
  const wanted = `forget ${total}`;
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === wanted) void run.act();
      }}
    >
      <label>
        Type <code>{wanted}</code> to delete {total === 1 ? "it" : "them"}:{" "}
        <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="danger" disabled={typed.trim() !== wanted || run.isBusy.value}>
        {run.isBusy.value ? "Deleting…" : "Delete for good"}
      </button>
      <Failure error={run.error.value} />
    </form>
  );
}

function Proven({ done }: { done: Forgotten }) {
  const { total, removed, proof, backupsRewritten, backupsDeleted, stays } = done;
  const left = proof?.found ?? [];
  return (
    <div class="card" role="status">
      {left.length === 0 ? (
        <p>
          <Badge tone="good">gone</Badge> {plural(total, "memory", "memories")} deleted,{" "}
          {plural(sumOf(removed), "row")} of the store removed or written again.
          {proof && <> None of tellback's {plural(proof.files, "file")} contains the text any more.</>}
        </p>
      ) : (
        <p>
          <Badge tone="bad">not gone</Badge> These files still contain it: {left.join(", ")}
        </p>
      )}
      {backupsRewritten + backupsDeleted > 0 && (
        <p class="muted">{plural(backupsRewritten + backupsDeleted, "backup")} changed too.</p>
      )}
      {stays.map((line) => (
        <p class="muted" key={line}>
          {line}
        </p>
      ))}
    </div>
  );
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
/** Names of tables and of kinds, as words: 1 session summary, 2 turns. */
const listOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([kind, n]) => {
      const one = kind.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, "");
      return plural(
        n,
        one,
        one === "evidence" ? one : one.endsWith("y") ? one.replace(/y$/, "ies") : `${one}s`,
      );
    })
    .join(", ");
