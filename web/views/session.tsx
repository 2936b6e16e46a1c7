// Session: its prompts as an outline, everything that happened in it, and the detail of one row. A hundred thousand rows
// are as quick as ten.

import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Detail, decisionText, Parts } from "../parts/detail.tsx";
import { Badge, Facts, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { ObservationRow } from "../parts/observation-row.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, Split } from "../parts/split.tsx";
import { timeOf } from "../parts/time.ts";
import { call } from "../shell/api.ts";
import { go, hrefWith } from "../shell/router.ts";
import { useOperation, usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Session({ of: id, query }: ViewProps) {
  const chosenId = query.get("at");
  const outline = useOperation("session.outline", { id }, { live: true });
  const isTurns = query.get("as") === "turns";
  const shown = useOperation("session.show", { id, limit: isTurns ? maxTurns : 1 });
  const selected = useSignal(-1);
  const [reveal, setReveal] = useState<{ index: number; key: string } | null>(null);
  const load = useCallback(
    (offset: number, limit: number) => call("timeline", { session: id, order: "oldest", offset, limit }),
    [id],
  );
  const pages = usePages(id, load);
  usePulse(pages.reload);

  // A link to one observation: the list scrolls to it.
  useEffect(() => {
    if (!chosenId || isTurns || pages.row(selected.value)?.id === chosenId) return;
    let isWanted = true;
    void call("session.outline", { id, at: chosenId }).then(({ at }) => {
      if (!isWanted || at === null) return;
      selected.value = at;
      setReveal({ index: at, key: chosenId });
    });
    return () => {
      isWanted = false;
    };
  }, [id, chosenId, isTurns]);

  const close = () => go(hrefWith({ at: null }));
  const choose = (index: number) => {
    selected.value = index;
    const at = pages.row(index)?.id;
    if (at) go(hrefWith({ at }), "replace");
  };
  const row = useMemo(
    () => (index: number) => <ObservationRow row={pages.row(index)} before={pages.row(index - 1)} />,
    [pages],
  );
  const session = outline.data?.session;
  const prompts = outline.data?.prompts ?? [];
  const current = prompts.findLastIndex(({ position }) => position <= selected.value);
  return (
    <Split label="Session" class="session" detail={chosenId && <Detail id={chosenId} onClose={close} />}>
      <Heading title={session ? (session.name ?? session.firstPrompt ?? "Session") : "Session"} />
      {session && (
        <p class="eyebrow">
          {session.project} · <When at={session.startedAt} /> · {plural(session.observations, "observation")}{" "}
          · {session.host}
          {session.status === "active" && <Badge tone="good">active</Badge>}
        </p>
      )}
      <Failure error={outline.error ?? pages.error} />
      {shown.data && <About {...shown.data} />}
      <div class="choice" role="group" aria-label="Shown as">
        {[false, true].map((turns) => (
          <button
            key={String(turns)}
            type="button"
            aria-pressed={turns === isTurns}
            onClick={() => go(hrefWith({ as: turns ? "turns" : null, at: null }))}
          >
            {turns ? "Turns" : "Everything"}
          </button>
        ))}
      </div>
      {!isTurns && prompts.length > 1 && (
        <label class="outline">
          <span class="muted">Jump to</span>
          <select
            value={String(current)}
            onChange={(event) => {
              const prompt = prompts[Number(event.currentTarget.value)];
              if (!prompt) return;
              selected.value = prompt.position;
              setReveal({ index: prompt.position, key: `${prompt.id} ${Date.now()}` });
              go(hrefWith({ at: prompt.id }), "replace");
            }}
          >
            <option value="-1">{plural(prompts.length, "prompt")}</option>
            {outlined(prompts, current).map(({ prompt, index }) => (
              <option key={prompt.id} value={String(index)}>
                {timeOf(prompt.happenedAt)} {prompt.title}
              </option>
            ))}
          </select>
        </label>
      )}
      {isTurns ? (
        <Turns turns={shown.data?.turns ?? []} chosen={chosenId} />
      ) : (
        <Rows
          label="Observations in the order in which they happened"
          count={pages.total ?? 0}
          rowHeight={40}
          selected={selected.value}
          onSelect={choose}
          onClose={() => {
            if (!chosenId) return false;
            close();
            return true;
          }}
          onShow={pages.show}
          reveal={reveal}
          row={row}
        />
      )}
    </Split>
  );
}

type Shown = OutputOf<"session.show">;

/** Its summary, and where its content is: what the agent still sees, what was compacted, what is stored. */
function About({ summary, tiers }: Shown) {
  const { window, compacted, store } = tiers;
  return (
    <details class="summary">
      <summary>
        {summary ? "Summary and tiers" : "Tiers"}
        {compacted.length > 0 && <Badge>{plural(compacted.length, "compaction")}</Badge>}
      </summary>
      {summary && (
        <Parts
          parts={[
            ["Now", summary.now === "" ? [] : [summary.now]],
            ["Decisions", summary.decided.map(decisionText)],
            ["Open", summary.open],
            ["Known", summary.known],
          ]}
        />
      )}
      <h3>Tiers</h3>
      <Facts
        rows={[
          ["in the window", plural(window.observations, "observation")],
          ...compacted.map(
            ({ id, sequence, title, observations }) =>
              [
                `compaction ${sequence}`,
                <a key={id} href={hrefWith({ at: id })}>
                  {title || plural(observations, "observation")}
                </a>,
              ] as const,
          ),
          ["stored", `${plural(store.observations, "observation")}, ${plural(store.tokens, "token")}`],
        ]}
      />
    </details>
  );
}

const maxTurns = 500;

/** One row a prompt: what was asked, and what came of it. */
function Turns({ turns, chosen }: { turns: Shown["turns"]; chosen: string | null }) {
  const ids = turns.map(({ id }) => id);
  const { keys } = chosenIn(ids, chosen, (at) => hrefWith({ at }));
  return (
    <Rows
      label="Turns in the order in which they happened"
      count={turns.length}
      rowHeight={64}
      {...keys}
      row={(index) => {
        const turn = turns[index];
        return (
          turn && (
            <div class="result">
              <p class="title">{plainText(turn.request)}</p>
              <p class="eyebrow led">
                {turn.state.is !== "current" && <Badge tone="warn">{turn.state.is}</Badge>}{" "}
                {timeOf(turn.startedAt)} · {plainText(turn.outcome) || "no outcome"}
              </p>
            </div>
          )
        );
      }}
    />
  );
}

const maxOutlined = 400;

/** A menu of thousands is slow and of no use: those around the current one. */
function outlined<T>(prompts: readonly T[], current: number): { prompt: T; index: number }[] {
  const from = Math.max(0, Math.min(current - maxOutlined / 2, prompts.length - maxOutlined));
  return prompts.slice(from, from + maxOutlined).map((prompt, i) => ({ prompt, index: from + i }));
}
