// Tasks: notes that may change, a plan that is sealed, progress that is only added to.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Badge, Empty, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Meter } from "../parts/meter.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, DetailSide, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { someFolder, someProject } from "../shell/project.ts";
import { href } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Tasks({ of: name }: ViewProps) {
  const folder = someFolder.value;
  const { data, error } = useOperation("task.list", folder ? { folder, closed: true, limit: 500 } : null, {
    live: true,
  });
  const tasks = data?.tasks ?? [];
  const names = tasks.map((task) => task.name);
  const { close, keys } = chosenIn(names, name || null, (to) => href("tasks", to ?? ""));
  return (
    <Split
      label="Tasks"
      detail={name && folder && <Task key={name} name={name} folder={folder} onClose={close} />}
    >
      <Heading title="Tasks" question={someProject.value ? `of ${someProject.value.name}` : ""} />
      <Failure error={error} />
      {!folder || (data && tasks.length === 0) ? (
        <Empty title="No task yet" command='tellback scratchpad my-task --content "…"'>
          For work larger than one session: notes, a plan that is written once, progress that is only added
          to.
        </Empty>
      ) : (
        <Rows
          label="Tasks"
          count={tasks.length}
          rowHeight={64}
          {...keys}
          row={(index) => {
            const task = tasks[index];
            return (
              task && (
                <div class="result">
                  <p class="title">{task.name}</p>
                  <p class="eyebrow">
                    {task.phase} · {plural(task.entries, "entry", "entries")} · <When at={task.updatedAt} />
                    {task.state === "closed" && <Badge>closed</Badge>}
                    {data?.current === task.name && <Badge tone="good">current</Badge>}
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

function Task({ name, folder, onClose }: { name: string; folder: string; onClose(): void }) {
  const { data, error, reload } = useOperation("task.show", { task: name, folder }, { live: true });
  return (
    <DetailSide label="Task" onClose={onClose}>
      <Failure error={error} />
      {data && (
        <article>
          <p class="eyebrow">
            {data.task.phase} · <When at={data.task.updatedAt} />
            {data.task.state === "closed" && <Badge>closed</Badge>}
          </p>
          <h2>{data.task.name}</h2>
          <div class="note">
            <Markdown text={data.next} />
          </div>
          {data.warnings.map((warning) => (
            <p key={warning} class="failure">
              {warning}
            </p>
          ))}
          {data.plan === null ? <Notes data={data} /> : <Plan data={data} />}
          {data.plan !== null && <Progress data={data} folder={folder} onAdded={reload} />}
        </article>
      )}
    </DetailSide>
  );
}

type Shown = OutputOf<"task.show">;

function Notes({ data }: { data: Shown }) {
  return (
    <>
      <h3>Scratchpad</h3>
      {data.scratchpad ? <Markdown text={data.scratchpad} /> : <p class="muted">Empty.</p>}
      <p class="muted">
        The plan is written once, in a terminal: <code>tellback plan {data.task.name} --from-scratchpad</code>
      </p>
    </>
  );
}

function Plan({ data }: { data: Shown }) {
  const done = data.steps.filter(({ doneBy }) => doneBy !== null).length;
  return (
    <>
      <h3>Plan {data.seal && <Badge tone="good">sealed by {data.seal.by}</Badge>}</h3>
      {data.steps.length > 0 && (
        <>
          <p class="muted">
            {done} of {plural(data.steps.length, "step")} done{" "}
            <Meter label="steps done" value={done} max={data.steps.length} />
          </p>
          <ol class="steps">
            {data.steps.map(({ number, text, doneBy }) => (
              <li key={number} class={doneBy === null ? "" : "done"}>
                <span class="tick">{doneBy === null ? "○" : "●"}</span> {text}
                {doneBy !== null && <span class="muted"> (entry {doneBy})</span>}
              </li>
            ))}
          </ol>
        </>
      )}
      <details open={data.steps.length === 0}>
        <summary>The whole plan</summary>
        <Markdown text={data.plan ?? ""} />
      </details>
      {data.scratchpad && (
        <details>
          <summary>Scratchpad</summary>
          <Markdown text={data.scratchpad} />
        </details>
      )}
    </>
  );
}

function Progress({ data, folder, onAdded }: { data: Shown; folder: string; onAdded(): void }) {
  const [text, setText] = useState("");
  const add = useAction(async () => {
    await call("append", { task: data.task.name, folder, text: text.trim() });
    setText("");
    onAdded();
  });
  return (
    <>
      <h3>Progress</h3>
      <ol class="entries">
        {data.entries.map((entry) => (
          <li key={entry.id}>
            <p class="eyebrow">
              {entry.number} · {entry.agent} · <When at={entry.at} />
              {entry.kind !== "progress" && <Badge tone="warn">{entry.kind}</Badge>}
            </p>
            <Markdown text={entry.text} />
          </li>
        ))}
      </ol>
      {data.task.state === "open" && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add.act();
          }}
        >
          <textarea
            aria-label="New entry"
            placeholder="What was done, found or changed"
            rows={3}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <Failure error={add.error.value} />
          <p class="actions">
            <button type="submit" class="primary" disabled={add.isBusy.value || text.trim() === ""}>
              Add to the progress
            </button>
            <span class="muted">Entries are never changed.</span>
          </p>
        </form>
      )}
    </>
  );
}
