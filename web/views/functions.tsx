// Functions: the library. Code, tests, versions with their differences, running one in the sandbox, and new ones.

import { useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { NewFunction } from "../functions/new.tsx";
import { Runs } from "../functions/runs.tsx";
import { type SaveAnswer, SavedNote } from "../functions/saved.tsx";
import { Tests } from "../functions/tests.tsx";
import { Badge, Empty, Facts, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, DetailSide, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { go, href, hrefWith, route } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const Editor = later(() => import("../parts/editor.tsx").then(({ Editor: loaded }) => loaded));
const Compared = later(() => import("../parts/editor.tsx").then(({ Compared: loaded }) => loaded));

export default function Functions({ of: name, query }: ViewProps) {
  const { data, error, reload } = useOperation("fn.list", { limit: 1000 }, { live: true });
  const functions = data?.functions ?? [];
  const names = functions.map((one) => one.name);
  const isNew = !name && query.has("new");
  const [saved, setSaved] = useState<SaveAnswer | null>(null);
  const { close, keys } = chosenIn(names, name || null, (to) => href("functions", to ?? ""));
  return (
    <Split
      label="Functions"
      detail={
        isNew ? (
          <NewFunction
            names={names}
            onClose={close}
            onSaved={(answer) => {
              setSaved(answer);
              reload();
              go(href("functions", answer.function.name), "replace");
            }}
          />
        ) : (
          name && (
            <One
              key={name}
              name={name}
              tab={query.get("tab") ?? ""}
              saved={saved?.function.name === name ? saved : null}
              onSaved={(answer) => {
                setSaved(answer);
                reload();
              }}
              onClose={close}
            />
          )
        )
      }
    >
      <Heading title="Functions" question={data ? plural(functions.length, "function") : ""}>
        <a class="button" href={href("functions", "", { new: true })}>
          New function
        </a>
      </Heading>
      <Failure error={error} />
      {data && functions.length === 0 ? (
        <Empty title="The library is empty" command="tellback fn save slugify --from src/text.py:slugify">
          A function that is saved with its tests can be found and run again, by you and by the agent.
        </Empty>
      ) : (
        <Rows
          label="Functions"
          count={functions.length}
          rowHeight={64}
          {...keys}
          onClose={() => {
            if (isNew) close();
            return isNew || keys.onClose();
          }}
          row={(index) => {
            const one = functions[index];
            return (
              one && (
                <div class="result">
                  <p class="title">{one.signature || one.name}</p>
                  <p class="eyebrow">
                    {one.language} · version {one.version} · {one.description}
                    {one.testsPass === false && <Badge tone="bad">tests fail</Badge>}
                    {one.testsPass && <Badge tone="good">tests pass</Badge>}
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

const tabs = { "": "Code", tests: "Tests", versions: "Versions", runs: "Runs", run: "Run" } as const;

interface OneProps {
  name: string;
  tab: string;
  /** What the last change came to; null before one. */
  saved: SaveAnswer | null;
  onSaved(saved: SaveAnswer | null): void;
  onClose(): void;
}

function One({ name, tab, saved, onSaved, onClose }: OneProps) {
  const { data, error, reload } = useOperation("fn.show", { name });
  const noteSaved = (answer: SaveAnswer | null) => {
    reload();
    onSaved(answer);
  };
  return (
    <DetailSide label="Function" onClose={onClose}>
      <Failure error={error} />
      {data && (
        <article>
          <p class="eyebrow">
            {data.function.category} · {data.function.language} · by {data.function.author}
            {data.function.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
          <h2>{data.function.name}</h2>
          <p>{data.function.description}</p>
          <div class="choice" role="group" aria-label="Part">
            {Object.entries(tabs).map(([key, title]) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === tab}
                onClick={() => go(hrefWith({ tab: key }), "replace")}
              >
                {title}
              </button>
            ))}
          </div>
          {saved && <SavedNote saved={saved} />}
          {tab === "" && <Source data={data} onSaved={noteSaved} />}
          {tab === "tests" && <Tests data={data} saved={saved} onSaved={noteSaved} />}
          {tab === "versions" && <Versions name={name} language={data.function.language} />}
          {tab === "runs" && <Runs name={name} />}
          {tab === "run" && <Run data={data} />}
        </article>
      )}
    </DetailSide>
  );
}

type Shown = OutputOf<"fn.show">;

function Source({ data, onSaved }: { data: Shown; onSaved(saved: SaveAnswer): void }) {
  const { promoted, function: one } = data;
  const [code, setCode] = useState(promoted.code);
  const save = useAction(async () =>
    onSaved(
      await call("fn.save", { name: one.name, code, language: one.language, change: "edited in the page" }),
    ),
  );
  const refused = promoted.analysis.findings.filter(({ isRefused }) => isRefused);
  return (
    <>
      <Editor
        key={`${promoted.version}`}
        label="Code"
        text={promoted.code}
        language={one.language}
        onChange={setCode}
      />
      <p class="actions">
        <button
          type="button"
          class="primary"
          disabled={code === promoted.code || save.isBusy.value}
          onClick={() => void save.act()}
        >
          Save as version {one.newestVersion + 1}
        </button>
        <span class="muted">
          Its tests and those of functions that need it run first; a version that breaks one is held back.
        </span>
      </p>
      <Failure error={save.error.value} />
      {refused.length > 0 && (
        <ul class="links">
          {refused.map((finding) => (
            <li key={finding.line + finding.what}>
              <Badge tone="bad">{finding.rule}</Badge> line {finding.line}: {finding.message}
            </li>
          ))}
        </ul>
      )}
      <Facts
        rows={[
          ["safety", `${promoted.analysis.securityScore} of 100`],
          ["complexity", plural(promoted.analysis.cyclomatic, "path")],
          ...(data.needs.length > 0 ? [["needs", data.needs.join(", ")] as const] : []),
          ...(data.neededBy.length > 0 ? [["needed by", data.neededBy.join(", ")] as const] : []),
        ]}
      />
    </>
  );
}

function Versions({ name, language }: { name: string; language: string }) {
  const { data, error } = useOperation("fn.versions", { name });
  const chosen = Number(route.value.query.get("version")) || null;
  const versions = data?.versions ?? [];
  const index = versions.findIndex(({ version }) => version === (chosen ?? versions[0]?.version));
  const [after, before] = [versions[index], versions[index + 1]];
  return (
    <>
      <Failure error={error} />
      <ul class="links">
        {versions.map((one) => (
          <li key={one.version}>
            <a href={hrefWith({ version: one.version })} aria-current={one === after ? "true" : undefined}>
              Version {one.version}
            </a>{" "}
            {one.change}{" "}
            <span class="muted">
              <When at={one.createdAt} /> by {one.author}
            </span>
            {one.heldBack && <Badge tone="bad">held back</Badge>}
          </li>
        ))}
      </ul>
      {after && (
        <Compared label="What changed" before={before?.code ?? ""} after={after.code} language={language} />
      )}
    </>
  );
}

const defaultMs = 5_000;

function Run({ data }: { data: Shown }) {
  const { name } = data.function;
  // A test shows what arguments look like.
  const [args, setArgs] = useState(JSON.stringify(data.tests[0]?.args ?? []));
  const [ms, setMs] = useState(String(defaultMs));
  const [answer, setAnswer] = useState<OutputOf<"fn.run"> | null>(null);
  const run = useAction(async () => {
    setAnswer(null);
    setAnswer(await call("fn.run", { name, args, timeoutMs: Number(ms) || defaultMs }));
  });
  return (
    <>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          void run.act();
        }}
      >
        <label class="grow">
          <span class="muted">Arguments, a JSON array</span>
          <input value={args} onInput={(event) => setArgs(event.currentTarget.value)} />
        </label>
        <label class="limit">
          <span class="muted">At most ms</span>
          <input
            type="number"
            min={10}
            max={60_000}
            value={ms}
            onInput={(event) => setMs(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={run.isBusy.value}>
          {run.isBusy.value ? "Running…" : "Run"}
        </button>
      </form>
      <p class="muted">In the sandbox: no network, no files, limited memory and output.</p>
      <Failure error={run.error.value} />
      {answer && (
        <div role="status">
          <p class="eyebrow led">
            <Badge tone={answer.run.status === "ok" ? "good" : "bad"}>{answer.run.status}</Badge>{" "}
            {Math.round(answer.run.ms)} ms · {answer.run.peakMb.toFixed(1)} MB
          </p>
          <pre class="code" tabIndex={0}>
            {answer.run.status === "ok" ? JSON.stringify(answer.run.value, null, 2) : answer.run.error}
          </pre>
          {answer.run.stdout && (
            <pre class="code" tabIndex={0}>
              {answer.run.stdout}
            </pre>
          )}
        </div>
      )}
    </>
  );
}
