// Graph: one node's neighbourhood, drawn and as a list; how it was at another time.

import { useCallback } from "preact/hooks";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { Copy } from "../parts/copy.tsx";
import { Badge, Empty, Failure, Heading, plainText, plural, When } from "../parts/frame.tsx";
import { GraphDrawing } from "../parts/graph.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Rows } from "../parts/rows.tsx";
import { chosenIn, DetailSide, Split } from "../parts/split.tsx";
import { call } from "../shell/api.ts";
import { scope } from "../shell/project.ts";
import { go, href, hrefWith } from "../shell/router.ts";
import { useOperation, usePages, usePulse } from "../shell/use.ts";
import type { ViewProps } from "../shell/views.ts";

export default function Graph({ of: id, query }: ViewProps) {
  const words = query.get("q") ?? "";
  const where = scope.value;
  const load = useCallback(
    (offset: number, limit: number) =>
      call("query", { query: words, offset, limit, ...where }).then(({ nodes, total }) => ({
        rows: nodes,
        total,
      })),
    [words, where],
  );
  const pages = usePages(`${JSON.stringify(where)} ${words}`, load);
  usePulse(pages.reload);
  const kept = { q: words, depth: query.get("depth"), asof: query.get("asof") };
  const { close, keys } = chosenIn(pages.ids(), id || null, (to) => href("graph", to ?? "", kept));
  return (
    <Split label="Nodes" detail={id && <Neighbourhood key={id} id={id} query={query} onClose={close} />}>
      <Heading title="Graph" question={pages.total === null ? "" : plural(pages.total, "node")} />
      <div class="search-bar">
        <input
          type="search"
          aria-label="Query"
          placeholder="type:decision AND tag:area:auth, or words"
          defaultValue={words}
          onChange={(event) => go(hrefWith({ q: event.currentTarget.value }))}
        />
      </div>
      <Failure error={pages.error} />
      {pages.total === 0 ? (
        <Empty
          title={words ? "No node matches" : "The graph is empty"}
          command='tellback remember "…" --type decision'
        >
          Decisions, facts, patterns and open questions, linked to each other.
        </Empty>
      ) : (
        <Rows
          label="Nodes, newest first"
          count={pages.total ?? 0}
          rowHeight={64}
          {...keys}
          onShow={pages.show}
          row={(index) => {
            const node = pages.row(index);
            return (
              node && (
                <div class="result">
                  <p class="title">{plainText(node.summary ?? node.content)}</p>
                  <p class="eyebrow">
                    {node.category ?? node.type} · <When at={node.createdAt} />
                    {node.tags.slice(0, 3).map((tag) => (
                      <Badge key={tag}>{tag}</Badge>
                    ))}
                    {node.staleSince && <Badge tone="warn">stale</Badge>}
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

interface NeighbourhoodProps {
  id: string;
  query: URLSearchParams;
  onClose(): void;
}

function Neighbourhood({ id, query, onClose }: NeighbourhoodProps) {
  const depth = Math.min(3, Math.max(1, Number(query.get("depth") ?? 1) || 1));
  const asOf = query.get("asof") ?? "";
  const { data, error } = useOperation("graph.near", { id, depth, ...(asOf && { asOf }) }, { live: true });
  const centre = data?.nodes.find(({ node }) => node.id === data.start)?.node;
  const outside = outsideOf(data?.nodes[0]?.ties ?? []);
  return (
    <DetailSide label="Neighbourhood" onClose={onClose}>
      <Failure error={error} />
      {data && centre && (
        <article>
          <p class="eyebrow">
            {centre.category ?? centre.type} · <When at={centre.createdAt} />
            {centre.staleSince && <Badge tone="warn">stale</Badge>}
          </p>
          <h2 class="unseen">{centre.category ?? centre.type}</h2>
          <Markdown text={centre.content} />
          <div class="actions">
            <div class="choice" role="group" aria-label="Depth">
              {[1, 2, 3].map((steps) => (
                <button
                  key={steps}
                  type="button"
                  aria-pressed={steps === depth}
                  onClick={() => go(hrefWith({ depth: steps }), "replace")}
                >
                  {plural(steps, "step")}
                </button>
              ))}
            </div>
            <label>
              <span class="muted">as of</span>{" "}
              <input
                type="date"
                value={asOf}
                onChange={(event) => go(hrefWith({ asof: event.currentTarget.value }), "replace")}
              />
            </label>
          </div>
          {data.nodes.length > 1 || outside.length > 0 ? (
            <GraphDrawing near={data} onOpen={(to) => go(href("graph", to, { depth }))} />
          ) : (
            <p class="muted">
              Nothing is linked to it. <code>tellback link {centre.id.slice(0, 18)} OTHER</code> links two
              nodes.
            </p>
          )}
          <Outside ties={outside} sessionId={centre.sessionId} observationId={centre.observationId} />
          <Twin near={data} />
          <p class="actions">
            <a href={href("why", "", { id })}>Why and when injected</a>
            <a href={href("learnings", "", { id, list: centre.category ? "" : "decisions" })}>Review</a>
            <a href={href("forget", "", { id })}>Forget</a>
            <CopyMermaid id={id} depth={depth} />
          </p>
        </article>
      )}
    </DetailSide>
  );
}

type Tie = OutputOf<"graph.near">["nodes"][number]["ties"][number];

/** What it is about and where it was said: edges that do not lead to a node. */
const outsideOf = (ties: readonly Tie[]) => ties.filter(({ type }) => type === "ABOUT" || type === "SAID_IN");

interface OutsideProps {
  ties: readonly Tie[];
  sessionId: string | null;
  observationId: string | null;
}

function Outside({ ties, sessionId, observationId }: OutsideProps) {
  if (ties.length === 0) return null;
  return (
    <>
      <h3>Code and turn</h3>
      <ul class="links">
        {ties.map(({ type, id, text }) => (
          <li key={id}>
            <span class="muted">{spoken(type)}</span>{" "}
            {type === "ABOUT" ? (
              <code>{text}</code>
            ) : (
              <a href={href("session", sessionId ?? "", { at: observationId })}>{text}</a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** DEPENDS_ON: depends on. */
const spoken = (type: string) => type.toLowerCase().replaceAll("_", " ");
const short = (text: string) => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

/** The drawing as a list: every node with its edges. */
function Twin({ near }: { near: OutputOf<"graph.near"> }) {
  const nameOf = new Map(near.nodes.map(({ node }) => [node.id, node.summary ?? node.content]));
  const others = near.nodes.filter(({ depth }) => depth > 0);
  if (others.length === 0) return null;
  return (
    <>
      <h3>
        {plural(others.length, "node")} around it{near.left && " (more do not fit)"}
      </h3>
      <ul class="links">
        {others.map(({ node, depth }) => (
          <li key={node.id}>
            <Badge>{plural(depth, "step")}</Badge>{" "}
            <a href={href("graph", node.id, { depth: 1 })}>{nameOf.get(node.id)}</a>
            <ul class="muted edges">
              {near.edges
                .filter(({ from, to }) => from === node.id || to === node.id)
                .slice(0, 4)
                .map(({ from, to, type }) => {
                  const other = short(nameOf.get(from === node.id ? to : from) ?? "");
                  return (
                    <li key={`${from}${to}${type}`}>
                      {from === node.id ? `${spoken(type)} “${other}”` : `“${other}” ${spoken(type)} it`}
                    </li>
                  );
                })}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

function CopyMermaid({ id, depth }: { id: string; depth: number }) {
  const drawn = useOperation("graph.draw", { id, depth });
  return <Copy text={drawn.data?.text ?? ""} label="Copy as mermaid" />;
}
