// Learnings and decisions: what is known, the doubtful first, with its evidence beside it. Confirm, reject, edit, undo.

import { useLayoutEffect, useState } from "preact/hooks";
import type { OutputOf } from "../../src/protocol/operations.ts";
import { Detail } from "../parts/detail.tsx";
import { Badge, Empty, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { call } from "../shell/api.ts";
import { onViewKeys } from "../shell/keys.ts";
import { scope } from "../shell/project.ts";
import { go, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const lists = {
  "": "To review",
  decisions: "Decisions",
  confirmed: "Confirmed",
  rejected: "Rejected",
} as const;

type Known = OutputOf<"learnings">["learnings"][number] | OutputOf<"node.list">["nodes"][number];

export default function Learnings({ query }: ViewProps) {
  const list = (query.get("list") ?? "") as keyof typeof lists;
  const chosenId = query.get("id");
  const known = useKnown(list);
  const rows = known.rows;
  const selected = rows.findIndex(({ id }) => id === chosenId);
  const chosen = rows[selected];
  const choose = (index: number) => {
    const id = rows[index]?.id;
    if (id) go(hrefWith({ id }), "replace");
  };
  const undo = useAction(async () => {
    await call("learnings.undo", {});
    known.reload();
  });
  return (
    <div class={chosenId ? "split with-detail" : "split"}>
      <section class="list-side" aria-label="Learnings">
        <Heading title="Learnings" question={known.isLoaded ? plural(rows.length, "statement") : ""}>
          <div class="choice" role="group" aria-label="List">
            {Object.entries(lists).map(([name, title]) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === list}
                onClick={() => go(hrefWith({ list: name, id: null }))}
              >
                {title}
              </button>
            ))}
          </div>
          <button type="button" disabled={undo.isBusy.value} onClick={() => void undo.act()}>
            Undo the last change
          </button>
        </Heading>
        <Failure error={known.error ?? undo.error.value} />
        {known.isLoaded && rows.length === 0 ? (
          <Empty
            title={list === "rejected" ? "Nothing was rejected" : "Nothing is known yet"}
            command='engram remember "…" --type decision'
          >
            engram learns when a session ends, and from what you state in a prompt. You can also say it
            yourself:
          </Empty>
        ) : (
          <Rows
            label="Statements, the doubtful first"
            count={rows.length}
            rowHeight={64}
            selected={selected}
            onSelect={choose}
            onClose={() => {
              if (!chosenId) return false;
              go(hrefWith({ id: null }));
              return true;
            }}
            row={(index) => {
              const one = rows[index];
              return one && <KnownRow one={one} />;
            }}
          />
        )}
      </section>
      {chosenId && (
        <Detail id={chosenId} onClose={() => go(hrefWith({ id: null }))}>
          {chosen && (
            <Actions
              key={chosen.id}
              one={chosen}
              onDone={() => {
                known.reload();
                choose(selected + 1 < rows.length ? selected + 1 : selected - 1);
              }}
              onEdited={known.reload}
            />
          )}
        </Detail>
      )}
    </div>
  );
}

function KnownRow({ one }: { one: Known }) {
  return (
    <div class="result">
      <p class="title">{one.content}</p>
      <p class="eyebrow">
        {one.category ?? one.type} · {Math.round(one.confidence * 100)} % · <When at={one.updatedAt} />
        {one.saidBy && ` · said by ${one.saidBy === "user" ? "you" : "the agent"}`}
        {one.staleSince && <Badge tone="warn">stale</Badge>}
        {one.isManual && one.state === "active" && <Badge tone="good">confirmed</Badge>}
      </p>
    </div>
  );
}

interface ActionsProps {
  one: Known;
  onDone(): void;
  onEdited(): void;
}

function Actions({ one, onDone, onEdited }: ActionsProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isLearning = one.category !== null;
  const confirm = useAction(async () => {
    await call(isLearning ? "learnings.confirm" : "node.confirm", { id: one.id });
    onDone();
  });
  const reject = useAction(async () => {
    await call("learnings.reject", { id: one.id });
    onDone();
  });
  const save = useAction(async () => {
    const content = (draft ?? "").trim();
    if (isLearning) await call("learnings.edit", { id: one.id, content });
    else await call("node.update", { id: one.id, content });
    setDraft(null);
    onEdited();
  });
  useLayoutEffect(() =>
    onViewKeys({
      c: () => void confirm.act(),
      ...(isLearning && { x: () => void reject.act() }),
      e: () => setDraft(one.content),
    }),
  );
  return (
    <div class="verdict">
      <Failure error={confirm.error.value ?? reject.error.value ?? save.error.value} />
      {draft === null ? (
        <p class="actions">
          <button type="button" class="primary" onClick={() => void confirm.act()}>
            Confirm <kbd>c</kbd>
          </button>
          {isLearning && (
            <button type="button" onClick={() => void reject.act()}>
              Reject <kbd>x</kbd>
            </button>
          )}
          <button type="button" onClick={() => setDraft(one.content)}>
            Edit <kbd>e</kbd>
          </button>
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save.act();
          }}
        >
          <textarea
            aria-label="Text"
            rows={4}
            value={draft}
            ref={(field) => field?.focus()}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <p class="actions">
            <button type="submit" class="primary" disabled={save.isBusy.value || draft.trim().length < 3}>
              Save
            </button>
            <button type="button" onClick={() => setDraft(null)}>
              Cancel
            </button>
          </p>
        </form>
      )}
    </div>
  );
}

/** To review: what nobody has confirmed, the least certain first. */
function useKnown(list: keyof typeof lists) {
  const isDecisions = list === "decisions";
  const state = list === "rejected" ? ("rejected" as const) : ("active" as const);
  const learnings = useOperation("learnings", isDecisions ? null : { limit: 1000, state, ...scope.value }, {
    live: true,
  });
  const nodes = useOperation(
    "node.list",
    isDecisions ? { type: "decision", limit: 1000, ...scope.value } : null,
    { live: true },
  );
  const all: readonly Known[] = isDecisions ? (nodes.data?.nodes ?? []) : (learnings.data?.learnings ?? []);
  const rows = all
    .filter(({ isManual }) => (list === "" ? !isManual : list === "confirmed" ? isManual : true))
    .sort((a, b) => (list === "" ? a.confidence - b.confidence : 0));
  return {
    rows,
    isLoaded: (isDecisions ? nodes.data : learnings.data) !== null,
    error: learnings.error ?? nodes.error,
    reload() {
      learnings.reload();
      nodes.reload();
    },
  };
}
