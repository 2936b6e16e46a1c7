// Session: its prompts as an outline, everything that happened in it, and the detail of one row. A hundred thousand rows
// are as quick as ten.

import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { Detail, Parts } from "../parts/detail.tsx";
import { Badge, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { ObservationRow } from "../parts/observation-row.tsx";
import { Rows } from "../parts/rows.tsx";
import { timeOf } from "../parts/time.ts";
import { call } from "../shell/api.ts";
import { go, hrefWith } from "../shell/router.ts";
import { useOperation, usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Session({ of: id, query }: ViewProps) {
  const chosenId = query.get("at");
  const outline = useOperation("session.outline", { id }, { live: true });
  const shown = useOperation("session.show", { id, limit: 1 });
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
    if (!chosenId || pages.row(selected.value)?.id === chosenId) return;
    let isWanted = true;
    void call("session.outline", { id, at: chosenId }).then(({ at }) => {
      if (!isWanted || at === null) return;
      selected.value = at;
      setReveal({ index: at, key: chosenId });
    });
    return () => {
      isWanted = false;
    };
  }, [id, chosenId]);

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
    <div class={chosenId ? "session split with-detail" : "session split"}>
      <section class="list-side" aria-label="Session">
        <Heading title={session ? (session.name ?? session.firstPrompt ?? "Session") : "Session"} />
        {session && (
          <p class="eyebrow">
            {session.project} · <When at={session.startedAt} /> ·{" "}
            {plural(session.observations, "observation")} · {session.host}
            {session.status === "active" && <Badge tone="good">active</Badge>}
          </p>
        )}
        <Failure error={outline.error ?? pages.error} />
        {shown.data?.summary && (
          <details class="summary">
            <summary>Summary</summary>
            <Parts
              parts={[
                ["Done", shown.data.summary.done],
                ["Decisions", shown.data.summary.decisions],
                ["Learned", shown.data.summary.learned],
                ["Open", shown.data.summary.open],
              ]}
            />
          </details>
        )}
        {prompts.length > 1 && (
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
        <Rows
          label="Observations in the order in which they happened"
          count={pages.total ?? 0}
          rowHeight={40}
          selected={selected.value}
          onSelect={choose}
          onClose={() => {
            if (!chosenId) return false;
            go(hrefWith({ at: null }));
            return true;
          }}
          onShow={pages.show}
          reveal={reveal}
          row={row}
        />
      </section>
      {chosenId && <Detail id={chosenId} onClose={() => go(hrefWith({ at: null }))} />}
    </div>
  );
}

const mostOutlined = 400;

/** A menu of thousands is slow and of no use: those around the current one. */
function outlined<T>(prompts: readonly T[], current: number): { prompt: T; index: number }[] {
  const from = Math.max(0, Math.min(current - mostOutlined / 2, prompts.length - mostOutlined));
  return prompts.slice(from, from + mostOutlined).map((prompt, i) => ({ prompt, index: from + i }));
}
