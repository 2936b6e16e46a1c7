// Code map: the symbols of a project as a tree; of one symbol its callers, its callees and what a change could break.

import { useMemo, useState } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Copy } from "../parts/copy.tsx";
import { Badge, Empty, Failure, Heading, plural, When } from "../parts/frame.tsx";
import { later } from "../parts/later.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, DetailSide, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { someFolder, someProject } from "../shell/project.ts";
import { href, hrefWith } from "../shell/router.ts";
import { useAction, useOperation } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

const CallsDrawing = later(() => import("../parts/calls.tsx").then(({ CallsDrawing: loaded }) => loaded));

type Symbol = OutputOf<"symbol">["symbols"][number];
type Line = { file: string } | { symbol: OutputOf<"map.show">["files"][number]["symbols"][number] };

export default function CodeMap({ query }: ViewProps) {
  const folder = someFolder.value;
  const chosen = query.get("symbol") ?? "";
  const [words, setWords] = useState("");
  const map = useOperation("map.show", folder ? { path: folder, folder, budget: 200_000 } : null);
  const lines = useMemo(() => linesOf(map.data, words), [map.data, words]);
  const names = useMemo(
    () => lines.map((line) => ("symbol" in line ? nameOf(line.symbol) : line.file)),
    [lines],
  );
  const { close, keys } = chosenIn(names, chosen || null, (symbol) => hrefWith({ symbol }));
  const start = useAction(async () => {
    await call("map.start", { path: folder });
    for (;;) {
      const { state } = await call("map.state", { path: folder });
      if (state !== "running" && state !== "waiting") break;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    map.reload();
  });
  return (
    <Split
      label="Symbols"
      detail={chosen && folder && <One key={chosen} name={chosen} folder={folder} onClose={close} />}
    >
      <Heading
        title="Code map"
        question={
          map.data
            ? `${map.data.project}: ${plural(map.data.status.symbols, "symbol")} in ${plural(map.data.status.files, "file")}`
            : ""
        }
      >
        <button type="button" disabled={start.isBusy.value || !folder} onClick={() => void start.act()}>
          {start.isBusy.value ? "Mapping…" : "Map again"}
        </button>
      </Heading>
      <div class="search-bar">
        <input
          type="search"
          aria-label="Find a symbol or a file"
          placeholder="Find a symbol or a file"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <Failure error={map.error ?? start.error.value} />
      {map.data && map.data.status.symbols === 0 ? (
        <Empty
          title={`No code of ${someProject.value?.name ?? "a project"} is mapped yet`}
          command="tellback map"
        >
          The map finds symbols and the calls between them.
        </Empty>
      ) : (
        <Rows
          label="Files and symbols"
          count={lines.length}
          rowHeight={34}
          {...keys}
          row={(index) => {
            const line = lines[index];
            return line && <LineRow line={line} />;
          }}
        />
      )}
    </Split>
  );
}

const nameOf = ({ file, qualified }: { file: string; qualified: string }) => `${file}#${qualified}`;

function linesOf(map: OutputOf<"map.show"> | null, words: string): Line[] {
  const wanted = words.toLowerCase();
  return (map?.files ?? []).flatMap(({ file, symbols }) => {
    const isWanted = file.toLowerCase().includes(wanted);
    const matching = symbols.filter((one) => isWanted || one.qualified.toLowerCase().includes(wanted));
    return isWanted || matching.length > 0 ? [{ file }, ...matching.map((symbol) => ({ symbol }))] : [];
  });
}

function LineRow({ line }: { line: Line }) {
  if ("file" in line)
    return (
      <div class="line file">
        <span class="grow">{line.file}</span>
      </div>
    );
  const { symbol } = line;
  return (
    <div class="line">
      <span class="grow">
        <code>{symbol.qualified}</code>
      </span>
      <span class="muted">{symbol.kind}</span>
    </div>
  );
}

function One({ name, folder, onClose }: { name: string; folder: string; onClose(): void }) {
  const isFile = !name.includes("#");
  const shown = useOperation("symbol", isFile ? null : { name, folder });
  const callers = useOperation("callers", isFile ? null : { name, folder });
  const callees = useOperation("callees", isFile ? null : { name, folder });
  const impact = useOperation("impact", { name, folder });
  const drawn = useOperation("code.draw", { file: name.split("#")[0] ?? name, folder });
  const symbol = shown.data?.symbols[0];
  const error = shown.error ?? callers.error ?? callees.error ?? impact.error;
  return (
    <DetailSide label="Symbol" onClose={onClose}>
      <Failure error={error} />
      <article>
        {symbol ? <Head symbol={symbol} /> : <h2>{name}</h2>}
        <p class="actions">
          <Copy text={drawn.data?.text ?? ""} label="Copy the calls as mermaid" />
          <a href={href("search", "", { q: symbol?.name ?? name.split("/").pop() })}>
            What is remembered about it
          </a>
        </p>
        {symbol && callers.data && callees.data && (
          <CallsDrawing
            centre={symbol.qualified}
            callers={distinct(callers.data.calls)}
            callees={distinct(callees.data.calls)}
          />
        )}
        {callers.data && <Calls title="Callers" answer={callers.data} />}
        {callees.data && <Calls title="Callees" answer={callees.data} />}
        {impact.data && <Impact data={impact.data} />}
      </article>
    </DetailSide>
  );
}

const maxDrawn = 8;

const distinct = (calls: readonly { name: string }[]) =>
  [...new Set(calls.map(({ name }) => shortName(name)))].slice(0, maxDrawn);

/** Some callees have no symbol of their own and are named by their place. */
const shortName = (name: string) => name.replace(/^.*#/, "");

function Head({ symbol }: { symbol: Symbol }) {
  return (
    <>
      <p class="eyebrow">
        {symbol.kind} · {symbol.file}:{symbol.startLine}
        {symbol.isTest && <Badge>test</Badge>}
      </p>
      <h2>{symbol.qualified}</h2>
      <pre class="code" tabIndex={0}>
        {symbol.signature}
      </pre>
      {symbol.documentation && <p>{symbol.documentation}</p>}
      {symbol.changes.length > 0 && (
        <p class="muted">
          {plural(symbol.changes.length, "change")}, last <When at={symbol.changes[0]?.at ?? ""} />
        </p>
      )}
    </>
  );
}

function Calls({ title, answer }: { title: string; answer: Omit<OutputOf<"callees">, "noise"> }) {
  const { calls, maybe } = answer;
  return (
    <>
      <h3>
        {title} ({calls.length})
      </h3>
      {calls.length === 0 && (
        <p class="muted">
          None found
          {maybe.length > 0 ? `; ${plural(maybe.length, "call")} of that name could not be resolved` : ""}.
        </p>
      )}
      <ul class="links">
        {calls.slice(0, 100).map((site, i) => (
          <li key={i}>
            {site.symbol ? (
              <a href={href("code", "", { symbol: nameOf(site.symbol) })}>{site.name}</a>
            ) : (
              shortName(site.name)
            )}{" "}
            <span class="muted">
              {site.file}:{site.line}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Impact({ data }: { data: OutputOf<"impact"> }) {
  return (
    <>
      {data.dangling.length > 0 && (
        <>
          <h3>Still use the old name</h3>
          <ul class="links">
            {data.dangling.slice(0, 60).map(({ was, file, line, written }) => (
              <li key={`${file}:${line}:${written}`}>
                {written}{" "}
                <span class="muted">
                  {file}:{line}, was {was}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>A change could break</h3>
      {data.reached.length === 0 && (
        <p class="muted">
          Nothing that is known
          {data.maybe > 0 ? `; ${plural(data.maybe, "unresolved call")} may be missing here` : ""}.
        </p>
      )}
      <ul class="links">
        {data.reached.slice(0, 60).map(({ symbol, depth, confidence }) => (
          <li key={symbol.id}>
            <Badge>{depth}</Badge>{" "}
            <a href={href("code", "", { symbol: nameOf(symbol) })}>{symbol.qualified}</a>{" "}
            <span class="muted">
              {symbol.file} · {Math.round(confidence * 100)} %
            </span>
          </li>
        ))}
      </ul>
      {data.tests.length > 0 && <p class="muted">Covered by {plural(data.tests.length, "test")}.</p>}
      {data.memories.length > 0 && (
        <>
          <h3>Known about it</h3>
          <ul class="links">
            {data.memories.map(({ id, content, stale }) => (
              <li key={id}>
                <a href={href("graph", id)}>{content}</a> {stale && <Badge tone="warn">stale</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
