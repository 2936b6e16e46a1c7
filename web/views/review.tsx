// Review: learned statements that wait for a decision, and statements that seem to contradict each other. Keep, edit, drop.

import { useLayoutEffect, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, DetailSide, Split } from "../parts/split.tsx";
import { TextForm } from "../parts/text-form.tsx";
import { call } from "../shell/api.ts";
import { onViewKeys } from "../shell/keys.ts";
import { scope } from "../shell/project.ts";
import { href, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

type Item = OutputOf<"review">["items"][number];
type Statement = Item["against"][number];

const shown = 500;

export default function Review({ query }: ViewProps) {
  const chosenId = query.get("id");
  const { data, error, reload } = useOperation("review", { limit: shown, ...scope.value }, { live: true });
  const items = data?.items ?? [];
  const ids = items.map(({ id }) => id);
  const { choose, close, keys } = chosenIn(ids, chosenId, (id) => hrefWith({ id }));
  const chosen = items[keys.selected];
  const next = () => (keys.selected < items.length - 1 ? choose(keys.selected + 1) : close());
  const undo = useAction(async () => {
    await call("learnings.undo", {});
    reload();
  });
  return (
    <Split
      label="Review"
      detail={
        chosen && (
          <DetailSide label="Decision" onClose={close}>
            <Decision
              key={chosen.id}
              item={chosen}
              onLater={next}
              onDone={() => {
                next();
                reload();
              }}
            />
          </DetailSide>
        )
      }
    >
      <Heading title="Review" question={data ? countOf(data) : ""}>
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
      <Failure error={error ?? undo.error.value} />
      {data && items.length === 0 ? (
        <Empty title="Nothing to decide" command="tellback config set knowledge.review unsure">
          Statements that seem to contradict each other appear here. With this setting, what an agent has said
          only once has no effect until you keep it:
        </Empty>
      ) : (
        <Rows
          label="Statements to decide"
          count={items.length}
          rowHeight={64}
          {...keys}
          row={(index) => {
            const one = items[index];
            return (
              one && (
                <div class="result">
                  <p class="title">{plainText(one.content)}</p>
                  <p class="eyebrow">
                    <Provenance of={one} />{" "}
                    <Badge tone="warn">{one.why === "waiting" ? "waits" : "contradiction"}</Badge>
                  </p>
                </div>
              )
            );
          }}
        />
      )}
    </Split>
  );
}

function countOf({ waiting, contradictions }: OutputOf<"review">): string {
  const waits = `${plural(waiting, "statement")} waiting`;
  return contradictions === 0 ? waits : `${waits}, ${plural(contradictions, "contradiction")}`;
}

function speakerOf({ saidBy, host }: Statement): string[] {
  if (host === null && saidBy === null) return ["written by hand"];
  const who = { user: "said by you", agent: "said by the agent" } as const;
  return [saidBy === null ? "observed" : who[saidBy], ...(host === null ? [] : [host])];
}

function Provenance({ of: one }: { of: Statement }) {
  return (
    <>
      {[...speakerOf(one), one.project ?? "every project"].join(" · ")} · <When at={one.at} />
      {one.timesSeen > 1 && ` · seen in ${plural(one.timesSeen, "session")}`}
    </>
  );
}

interface DecisionProps {
  item: Item;
  onDone(): void;
  onLater(): void;
}

function Decision({ item, onDone, onLater }: DecisionProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const isPair = item.against.length > 0;
  const ages = item.isNewer ? (["newer", "older"] as const) : (["older", "newer"] as const);
  const keep = useAction(async () => {
    await call("review.keep", { id: item.id });
    onDone();
  });
  const keepOnly = useAction(async (age: "newer" | "older") => {
    for (const { id } of age === ages[0] ? [item] : item.against)
      await call("review.keep", { id, only: true });
    onDone();
  });
  const drop = useAction(async () => {
    await call("review.drop", { id: item.id });
    onDone();
  });
  const save = useAction(async () => {
    await call("review.edit", { id: item.id, content: (draft ?? "").trim() });
    onDone();
  });
  const edit = () => setDraft(item.content);
  useLayoutEffect(() =>
    onViewKeys({
      ...{ c: () => void keep.act(), e: edit, x: () => void drop.act(), l: onLater },
      ...(isPair && { n: () => void keepOnly.act("newer"), o: () => void keepOnly.act("older") }),
    }),
  );
  const failed = keep.error.value ?? keepOnly.error.value ?? drop.error.value ?? save.error.value;
  return (
    <article>
      <h2 class="unseen">Decision</h2>
      <Said of={item} age={isPair ? ages[0] : null} />
      {item.against.map((other) => (
        <div key={other.id}>
          <h3>Seems to contradict</h3>
          <Said of={other} age={ages[1]} />
        </div>
      ))}
      <p class="muted">
        {item.why === "waiting" ? "It has no effect until you keep it." : "Both hold until you decide."}
      </p>
      <div class="verdict">
        <Failure error={failed} />
        {draft === null ? (
          <p class="actions">
            <button type="button" class="primary" onClick={() => void keep.act()}>
              {isPair ? "Keep both" : "Keep"} <kbd>c</kbd>
            </button>
            {isPair && (
              <>
                <button type="button" onClick={() => void keepOnly.act("newer")}>
                  Only the newer <kbd>n</kbd>
                </button>
                <button type="button" onClick={() => void keepOnly.act("older")}>
                  Only the older <kbd>o</kbd>
                </button>
              </>
            )}
            <button type="button" onClick={edit}>
              Edit <kbd>e</kbd>
            </button>
            <button type="button" onClick={() => void drop.act()}>
              Drop <kbd>x</kbd>
            </button>
            <button type="button" onClick={onLater}>
              Later <kbd>l</kbd>
            </button>
          </p>
        ) : (
          <TextForm
            draft={draft}
            keep="Keep this text"
            isBusy={save.isBusy.value}
            onDraft={setDraft}
            onKeep={() => void save.act()}
          />
        )}
      </div>
    </article>
  );
}

function Said({ of: one, age }: { of: Statement; age: "newer" | "older" | null }) {
  return (
    <>
      <p class="eyebrow">
        <Provenance of={one} /> {age && <Badge>{age}</Badge>}
      </p>
      <p>
        <strong>{plainText(one.content)}</strong>
      </p>
      {one.words && <blockquote>“{plainText(one.words)}”</blockquote>}
      <p class="actions">
        {one.sessionId && (
          <a href={href("session", one.sessionId, { at: one.observationId })}>Where it was said</a>
        )}
        <a href={href("graph", one.id)}>In the graph</a>
      </p>
    </>
  );
}
