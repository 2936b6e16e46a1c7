// Learnings and decisions: what is known, the doubtful first, with its evidence beside it. Confirm, reject, edit, undo.

import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Detail } from "../parts/detail.tsx";
import { Badge, Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, Split } from "../parts/split.tsx";
import { TextForm } from "../parts/text-form.tsx";
import { call } from "../shell/api.ts";
import { onViewKeys } from "../shell/keys.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { type Pages, useAction, useOperation, usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const lists = {
  "": "Learned",
  decisions: "Decisions",
  confirmed: "Confirmed",
  rejected: "Rejected",
} as const;

const emptyTitles: Record<keyof typeof lists, string> = {
  "": "Everything is confirmed",
  decisions: "No decision is known yet",
  confirmed: "Nothing was confirmed yet",
  rejected: "Nothing was rejected",
};

type KnowledgeRow = OutputOf<"learnings">["learnings"][number] | OutputOf<"node.list">["nodes"][number];

export default function Learnings({ query }: ViewProps) {
  const list = (query.get("list") ?? "") as keyof typeof lists;
  const chosenId = query.get("id");
  const known = useKnown(list);
  const { choose, close, keys } = chosenIn(known.ids(), chosenId, (id) => hrefWith({ id }));
  const chosen = known.row(keys.selected);
  const undo = useAction(async () => {
    await call("learnings.undo", {});
    known.reload();
  });
  return (
    <Split
      label="Learnings"
      detail={
        chosenId && (
          <Detail id={chosenId} onClose={close}>
            {chosen && (
              <Actions
                key={chosen.id}
                one={chosen}
                onDone={() => {
                  known.reload();
                  const last = (known.total ?? 1) - 1;
                  choose(keys.selected < last ? keys.selected + 1 : keys.selected - 1);
                }}
                onEdited={known.reload}
              />
            )}
          </Detail>
        )
      }
    >
      <Heading title="Learnings" question={known.total === null ? "" : plural(known.total, "statement")}>
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
        <ToDecide />
        <button
          type="button"
          title="Undo the last change"
          aria-label="Undo the last change"
          disabled={undo.isBusy.value}
          onClick={() => void undo.act()}
        >
          Undo
        </button>
      </Heading>
      <Failure error={known.error ?? undo.error.value} />
      {known.total === 0 ? (
        <Empty title={emptyTitles[list]} command='tellback remember "…" --type decision'>
          tellback learns when a session ends, and from what you state in a prompt. You can also say it
          yourself:
        </Empty>
      ) : (
        <Rows
          label={list === "" ? "Statements, the doubtful first" : "Statements"}
          count={known.total ?? 0}
          rowHeight={64}
          {...keys}
          onShow={known.show}
          row={(index) => <KnownRow one={known.row(index)} />}
        />
      )}
    </Split>
  );
}

function ToDecide() {
  const { data } = useOperation("review", { limit: 1, ...scope.value }, { live: true });
  if (!data || data.total === 0) return null;
  return <a href={href("review")}>{data.total.toLocaleString("en")} to decide</a>;
}

function KnownRow({ one }: { one: KnowledgeRow | undefined }) {
  if (!one) return <span class="loading" />;
  return (
    <div class="result">
      <p class="title">{plainText(one.content)}</p>
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
  one: KnowledgeRow;
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
        <TextForm
          draft={draft}
          keep="Save"
          isBusy={save.isBusy.value}
          onDraft={setDraft}
          onKeep={() => void save.act()}
        />
      )}
    </div>
  );
}

/** Learned: what nobody has confirmed, the least certain first. */
function useKnown(list: keyof typeof lists): Pages<KnowledgeRow> {
  const where = scope.value;
  const load = useCallback(
    async (offset: number, limit: number): Promise<{ rows: KnowledgeRow[]; total: number }> => {
      const page = { offset, limit, ...where };
      if (list === "decisions") {
        const { nodes, total } = await call("node.list", { type: "decision", ...page });
        return { rows: nodes, total };
      }
      const { learnings, total } = await call("learnings", { ...asked[list], ...page });
      return { rows: learnings, total };
    },
    [list, where],
  );
  const pages = usePages<KnowledgeRow>(`${JSON.stringify(where)} ${list}`, load);
  usePulse(pages.reload);
  return pages;
}

const asked = {
  "": { confirmed: false, order: "doubtful" },
  confirmed: { confirmed: true },
  rejected: { state: "rejected" },
} as const;
